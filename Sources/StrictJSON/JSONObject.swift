/// The members of a JSON object, in the order in which they were read or added; each key occurs once.
///
/// Objects on the wire have a handful of members, so keys are found by linear search.
public struct JSONObject: Sendable {
    /// A key and its value.
    public typealias Member = (key: String, value: JSON)

    private var members: [Member] = []

    /// Makes an object without members.
    public init() {}

    /// Makes an object of those members in order; those that are `nil` are left out.
    public init(_ members: [(String, JSON?)]) {
        for (key, value) in members {
            if let value { self[key] = value }
        }
    }

    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of a member; setting appends or replaces it, setting `nil` removes it.
    public subscript(key: String) -> JSON? {
        get {
            // A closure would copy every member that is passed over.
            for index in members.indices where members[index].key == key { return members[index].value }
            return nil
        }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((key, value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: RandomAccessCollection {
    /// Where the members begin.
    public var startIndex: Int { 0 }
    /// Where they end.
    public var endIndex: Int { members.count }
    /// The member at a place.
    public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: Equatable {
    /// Whether both have the same members; order does not matter.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        // The same order is the common case and takes one pass; large objects must not take quadratic time.
        if zip(left, right).allSatisfy({ $0.key == $1.key }) {
            return zip(left, right).allSatisfy { $0.value == $1.value }
        }
        let values = Dictionary(left.members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        return right.allSatisfy { values[$0.key] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// Members in order; those that are `nil` are left out.
    public init(dictionaryLiteral elements: (String, JSON?)...) {
        self.init(elements)
    }

    /// The object as compact JSON text.
    public var description: String { JSON.object(self).description }
}
