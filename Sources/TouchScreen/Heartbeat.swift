package import System
package import EventLoop
internal import StrictJSON
internal import TouchCore
package import Varlink

/// Sends `alive` to calls that wait for a person, because some clients time out after 45 s of silence.
///
/// One timer for all; it runs only while there are such calls.
package final class Heartbeat {
    /// Time between two signs of life, below the 20 s that the interface promises.
    static let period = Interval.seconds(15)

    private let loop: EventLoop
    private var calls = OpenCalls<Void>()
    private var timer: Timer?

    /// A heartbeat without calls.
    ///
    /// - Throws: if a timer cannot be made.
    package init(loop: EventLoop) throws(SystemError) {
        self.loop = loop
        timer = try loop.timer { [unowned self] in beat() }
    }

    /// Keeps the call alive until it is answered or its peer goes away.
    package func keepAlive(_ call: Call) {
        guard call.wantsMore else { return }
        if calls.isEmpty { arm() }
        calls.add(call)
    }

    private func beat() {
        calls.send(["alive": true])
        if !calls.isEmpty { arm() }
    }

    private func arm() {
        timer?.arm(at: loop.now.advanced(by: Self.period))
    }
}
