internal import EventLoop
internal import StrictJSON
internal import TouchVault
internal import Varlink

/// A list of a reply, written while it is read: both are done in parts, so that touches need not wait for them.
struct LongList {
    private var text = JSONWriter()
    private(set) var count = 0

    init() { text.beginArray() }

    /// Appends an element.
    mutating func add(_ element: JSONObject) {
        text.value(element)
        count += 1
    }

    /// Ends the list, and writes it as the value of a member.
    mutating func write(as key: StaticString, into reply: inout JSONWriter) {
        text.endArray()
        reply.key(key)
        reply.raw(text.bytes)
    }
}

extension Core {
    /// Answers a call with a long list.
    ///
    /// - Parameters:
    ///   - interface: its interface, for the error of a vault that cannot be read.
    ///   - part: appends the next few elements; false: there are no more.
    ///   - finish: writes the members of the reply.
    func answer(
        _ call: Call, of interface: String, part: @escaping (inout LongList) throws(VaultError) -> Bool,
        finish: @escaping (inout JSONWriter, inout LongList) -> Void
    ) {
        var list = LongList()
        loop.inParts { [unowned self] in
            guard call.isOpen else { return false }
            do throws(VaultError) {
                if try part(&list) { return true }
                call.reply { finish(&$0, &list) }
            } catch { failStorage(call, of: interface, error) }
            return false
        }
    }

    /// Walks through all users in parts.
    ///
    /// - Parameters:
    ///   - isWanted: whether somebody still waits for the end.
    ///   - each: gets every user.
    ///   - finish: gets the failure that ended the walk, if any.
    func walkUsers(
        while isWanted: @escaping () -> Bool = { true }, each: @escaping (EnrolledUser) -> Void,
        finish: @escaping (VaultError?) -> Void
    ) {
        var walk = UserWalk()
        loop.inParts { [unowned self] in
            guard isWanted() else { return false }
            do throws(VaultError) {
                if let users = try walk.proceed(in: vault, at: moment) {
                    users.forEach(each)
                    return true
                }
                finish(nil)
            } catch { finish(error) }
            return false
        }
    }
}
