import CYaml

/// Reads YAML with libyaml; a truncated document yields the part before.
@safe struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var event = unsafe yaml_event_t()
    private(set) var problem: RecordingError?

    /// Maximum nesting; a recording has six levels.
    private static let deepest = 32

    /// The document in those bytes, and its first error; nil if nothing could be read.
    static func document(in bytes: [UInt8]) -> (root: YAML?, problem: RecordingError?) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return (nil, .refused(line: 1, reason: "the file is empty")) }
            var parser = unsafe YAMLParser(start, buffer.count)
            let root = parser.document()
            return (root, parser.problem)
        }
    }

    /// - Parameter bytes: must outlive the parser.
    private init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(parser) == 1 else { preconditionFailure("no memory for a parser") }
        unsafe yaml_parser_set_input_string(parser, bytes, count)
        unsafe self.parser = unsafe parser
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
    }

    private mutating func document() -> YAML? {
        while let type = next() {
            switch type {
            case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT: endEvent()
            case YAML_STREAM_END_EVENT, YAML_DOCUMENT_END_EVENT:
                endEvent()
                return nil
            default: return node(type, depth: 0)
            }
        }
        return nil
    }

    /// The node that begins with the current event, which is consumed; the part before the end of a truncated document.
    private mutating func node(_ type: yaml_event_type_t, depth: Int) -> YAML? {
        let line = unsafe Int(event.start_mark.line) + 1
        guard depth < Self.deepest else {
            problem = .refused(line: line, reason: "nested too deeply")
            endEvent()
            return nil
        }
        switch type {
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            endEvent()
            return .scalar(text, line: line)
        case YAML_SEQUENCE_START_EVENT:
            endEvent()
            var items: [YAML] = []
            while let item = child(depth) { items.append(item) }
            return .sequence(items, line: line)
        case YAML_MAPPING_START_EVENT:
            endEvent()
            var members: [(key: String, value: YAML)] = []
            while let key = child(depth), let value = child(depth) { members.append((key.text ?? "", value)) }
            return .mapping(members, line: line)
        default:
            if type == YAML_ALIAS_EVENT { problem = .refused(line: line, reason: "aliases are not supported") }
            endEvent()
            return nil
        }
    }

    private mutating func child(_ depth: Int) -> YAML? {
        guard problem == nil, let type = next() else { return nil }
        return node(type, depth: depth + 1)
    }

    private mutating func next() -> yaml_event_type_t? {
        guard problem == nil else { return nil }
        guard unsafe yaml_parser_parse(parser, &event) == 1 else {
            let reason = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "not YAML"
            problem = .refused(line: unsafe Int(parser.pointee.problem_mark.line) + 1, reason: reason)
            return nil
        }
        return unsafe event.type
    }

    private mutating func endEvent() {
        unsafe yaml_event_delete(&event)
    }
}
