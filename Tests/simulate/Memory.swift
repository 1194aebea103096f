import CAllocations
import Simulation
import StrictJSON
import TestSupport
import TouchCore

/// Works through the same shifts again and again: whether nothing of a kiosk that is gone remains.
///
/// What the first round makes once for the process is left out.
func areShiftsFlat(seeds: Range<UInt64>, rounds: Int) throws -> Bool {
    var last: [UInt64: Int] = [:]
    for round in 1...rounds {
        for seed in seeds {
            _ = try work(seed)
            let live = live_bytes_of_this_thread()
            print("shift \(seed), round \(round): \(live) bytes in use")
            if let before = last.updateValue(live, forKey: seed), round > 2, live > before {
                print("memory grows: \(live - before) bytes remain of the same shift")
                return false
            }
        }
    }
    return true
}

/// Does the same to one daemon again and again: whether it keeps nothing of it.
///
/// Before, everything that has a limit reaches it: results, SQLite's pages, ignored landings. Then texts of times and
/// numbers may be longer, but less than a byte for each time: the smallest allocation has 24.
func isDaemonFlat(times: Int) throws -> Bool {
    let kiosk = try Kiosk.ofAnna { ($0.store, $0.checksReplies) = ("results=100", false) }
    func live(after times: Int) throws -> Int {
        for _ in 0..<times { try pass(on: kiosk) }
        kiosk.journal.forget()
        let live = live_bytes_of_this_thread()
        print("a daemon, \(times) times: \(live) bytes in use")
        return live
    }
    let growth = -(try live(after: 600)) + (try live(after: times))
    if growth >= times { print("memory grows: \(growth) bytes in \(times) times") }
    return growth < times
}

/// An unlock after a miss, a captcha, a front end that goes, a panel that goes, a reload, a refusal.
private func pass(on kiosk: Kiosk) throws {
    _ = try kiosk.verify(drawing: "1-2-3-6-9", "1-4-8-5-9")
    let challenge = try kiosk.challenge(at: 0.7)
    let screen = try kiosk.present(Widgets.captcha(challenge), Widgets.pattern(x: 0, width: 300, height: 300))
    try kiosk.slide(to: 0.2, on: screen)
    try kiosk.draw("down 1 640,100")
    screen.hangUp()
    try kiosk.unplug()
    try kiosk.plug()
    try kiosk.draw("tap 20,700")
    try kiosk.call("io.touchd.manage.Reload")
    _ = try kiosk.refusal("io.touchd.unlock.Verify", ["user": "nobody"], as: .stranger)
    try kiosk.advance(by: .seconds(60))
}
