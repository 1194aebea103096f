/// A file or link of a test bed; paths begin at its root.
enum TestBedEntry: Equatable {
    case file(String, String)
    case link(String, to: String)

    var path: String {
        switch self {
        case .file(let path, _), .link(let path, to: _): path
        }
    }
}
