internal import CShims
internal import Glibc

/// A failed call of the kernel or of a system library.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call that failed, such as `bind`, and its subject.
    public let call: String
    /// Why: a positive errno value.
    public let code: Int32

    /// Names a call and its errno value; a negative code, as systemd's libraries return it, is negated.
    public init(call: String, code: Int32) {
        self.call = call
        self.code = code == .min ? .max : abs(code)
    }

    /// Names a call that has just failed and left its reason in `errno`.
    public static func last(_ call: String) -> SystemError {
        SystemError(call: call, code: errno)
    }

    /// The error, as a sentence for users: `bind: Address already in use`.
    public var description: String { "\(call): \(reason)" }

    /// Why, in the words of the C library: `Address already in use`.
    package var reason: String { Self.text(of: code) }

    /// The C library's text for an errno value; of the last call that failed unless another is given.
    package static func text(of code: Int32 = errno) -> String {
        unsafe String(cString: cshims_error_text(code))
    }

    /// Checks a result of systemd's libraries, which report failure as a negative errno value.
    @discardableResult
    package static func check(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(call: call, code: result) }
        return result
    }
}
