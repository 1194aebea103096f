internal import CJansson

extension JSONObject {
    /// Reads one JSON object, strictly: nothing before or after it, no duplicate key, valid UTF-8, no U+0000.
    ///
    /// Never traps on invalid bytes.
    public init(parsing bytes: Span<UInt8>) throws(JSONError) {
        guard case .object(let object) = try JanssonTree(parsing: bytes).value() else { throw .notAnObject }
        self = object
    }

    /// Reads one JSON object likewise.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Reads one JSON object likewise.
    public init(parsing text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }
}

@safe
private struct JanssonTree: ~Copyable {
    private let root: UnsafeMutablePointer<json_t>

    init(parsing bytes: Span<UInt8>) throws(JSONError) {
        var error = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES)
        let parsed = unsafe bytes.withUnsafeBytes { bytes in
            // An empty buffer may have no address, which jansson takes for a caller's error.
            guard let start = bytes.baseAddress else { return unsafe json_loadb("", 0, flags, &error) }
            return unsafe json_loadb(start.assumingMemoryBound(to: CChar.self), bytes.count, flags, &error)
        }
        guard let parsed = unsafe parsed else {
            let reason = unsafe withUnsafeBytes(of: error.text) { text in
                unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw .syntax(line: max(Int(error.line), 1), column: max(Int(error.column), 1), reason: reason)
        }
        unsafe root = parsed
    }

    func value() throws(JSONError) -> JSON {
        try unsafe Self.convert(root, depth: 0)
    }

    private static func convert(_ node: UnsafeMutablePointer<json_t>, depth: Int) throws(JSONError) -> JSON {
        if depth > JSON.maximumDepth { throw .tooDeep }
        switch unsafe node.pointee.type {
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        case JSON_INTEGER: return unsafe .integer(Int64(json_integer_value(node)))
        case JSON_REAL: return unsafe .real(json_real_value(node))
        case JSON_STRING: return unsafe .string(text(json_string_value(node), json_string_length(node)))
        case JSON_ARRAY: return try unsafe .array(array(node, depth: depth))
        case JSON_OBJECT: return try unsafe .object(object(node, depth: depth))
        default: return .null
        }
    }

    private static func array(_ node: UnsafeMutablePointer<json_t>, depth: Int) throws(JSONError) -> [JSON] {
        let count = unsafe json_array_size(node)
        var values: [JSON] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            guard let element = unsafe json_array_get(node, index) else { continue }
            values.append(try unsafe convert(element, depth: depth + 1))
        }
        return values
    }

    private static func object(_ node: UnsafeMutablePointer<json_t>, depth: Int) throws(JSONError) -> JSONObject {
        var members: [JSONObject.Member] = []
        unsafe members.reserveCapacity(json_object_size(node))
        var place = unsafe json_object_iter(node)
        while let here = unsafe place {
            if let value = unsafe json_object_iter_value(here) {
                let key = unsafe text(json_object_iter_key(here), json_object_iter_key_len(here))
                members.append((key, try unsafe convert(value, depth: depth + 1)))
            }
            unsafe place = json_object_iter_next(node, here)
        }
        return JSONObject(distinct: members)
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        guard let start = unsafe start else { return "" }
        return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }

    deinit {
        unsafe json_decref(root)
    }
}
