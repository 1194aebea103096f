import SeededNumbers
import TestSupport
import TouchCore

/// What happens to the machine: time, the disk, the daemon's end.
extension Shift {
    func pass() throws {
        switch random.below(8) {
        case 0:
            note("the machine sleeps for an hour", "sleep")
            kiosk.clock.asleep = kiosk.clock.asleep.adding(Self.sleep)
            slept = kiosk.clock.now
        case 1:
            let hours = Int64(random.below(49)) - 24
            note("the clock is set by \(hours) h", "set the clock")
            kiosk.clock.wallOffset = kiosk.clock.wallOffset.adding(.seconds(hours * 3_600))
        case 2:
            note("half an hour passes", "idle")
            try idle(.seconds(1_800))
        case 3, 4:
            note("a minute passes", "idle")
            try idle(.milliseconds(Int64(random.below(60_000))))
        default: try kiosk.advance(by: .milliseconds(Int64(random.below(2_000))))
        }
    }

    /// Lets time pass; what is under way is heard when it is done.
    func idle(_ length: Interval) throws {
        let end = kiosk.clock.now.advanced(by: length)
        for _ in 0..<12 where kiosk.clock.now < end {
            try kiosk.advance(by: min(.seconds(1), end.since(kiosk.clock.now)))
            try check()
        }
        try kiosk.advance(by: end.since(kiosk.clock.now))
    }

    func light(_ isOn: Bool) throws {
        try kiosk.folder.write(isOn ? "80\n" : "0\n", to: "sys/class/backlight/lcd/brightness")
    }

    func spoilDisk() throws {
        switch random.below(4) {
        case 0:
            let milliseconds = Int64(random.below(2_000))
            note("work takes \(milliseconds) ms", "slow work")
            kiosk.clock.workTime = { .milliseconds(milliseconds) }
        case 1:
            let fault = pick(DiskRecording.Fault.allCases)
            note("the disk is \(fault)", "disk fault")
            kiosk.disk?.fault = fault
            hasFault = true
        default:
            note("the disk is well and quick", "disk well")
            kiosk.clock.workTime = { .zero }
            kiosk.disk?.fault = nil
        }
    }

    func crash() throws {
        // A start on a disk that cannot be written is another test's.
        kiosk.disk?.fault = nil
        switch random.below(4) {
        case 0:
            note("the daemon is stopped", "stop")
            try check()
            try checkCounters()
            try kiosk.stopDaemon()
            try check()
        case 1:
            note("the power fails", "power fails")
            try check()
            try losePower()
        default:
            let count = 1 + random.below(4)
            note("the power will fail at sync \(count)", "power fails at a sync")
            kiosk.disk?.failPower(afterSyncs: count)
        }
    }
}
