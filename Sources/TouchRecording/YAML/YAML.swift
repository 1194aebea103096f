/// A node of a YAML document, with what recordings need: no anchors, no tags; scalars are texts.
indirect enum YAML {
    case scalar(String, line: Int)
    case sequence([YAML], line: Int)
    case mapping([(key: String, value: YAML)], line: Int)

    /// Where it begins, counted from 1.
    var line: Int {
        switch self {
        case .scalar(_, let line), .sequence(_, let line), .mapping(_, let line): line
        }
    }

    var items: [YAML] {
        if case .sequence(let items, _) = self { items } else { [] }
    }

    var members: [(key: String, value: YAML)] {
        if case .mapping(let members, _) = self { members } else { [] }
    }

    var text: String? {
        if case .scalar(let text, _) = self { text } else { nil }
    }

    subscript(key: String) -> YAML? { members.first { $0.key == key }?.value }
}
