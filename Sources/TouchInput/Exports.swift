// The seat's calls use TouchDevice's types, so importers of TouchInput get it too.
@_exported public import TouchDevice
