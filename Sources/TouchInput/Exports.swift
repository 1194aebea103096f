// What a panel is stands in every call of the seat: who imports TouchInput sees it too.
@_exported public import TouchDevice
