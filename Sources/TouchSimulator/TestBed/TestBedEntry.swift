/// A file or link of a test bed; paths begin at its root.
enum TestBedEntry: Equatable {
    /// A file with its contents.
    case file(String, String)
    /// A symbolic link.
    case link(String, to: String)

    /// Its path.
    var path: String {
        switch self {
        case .file(let path, _), .link(let path, to: _): path
        }
    }
}
