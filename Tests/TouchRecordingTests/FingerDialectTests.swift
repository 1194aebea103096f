import RecordingWriters
import Testing
import TouchDevice
import TouchRecording

/// A dump of fingers: its reader makes the events of a panel that could have caused them.
@Suite struct FingerDialectTests {
    @Test func `the dump for programs can be read back`() throws {
        let axis = #"{"minimum":0,"maximum":1000,"resolution":0,"fuzz":0}"#
        let text = """
            {"type":"device","device":1,"name":"P","node":"/dev/input/event3","bus":3,"vendor":1,"product":2,"version":3,"slots":4,"x":\(axis),"y":\(axis)}
            {"type":"frame","device":1,"time_us":7,"contacts":[{"id":9,"phase":"began","x":12.5,"y":100.0}]}
            {"type":"frame","device":1,"time_us":9,"contacts":[{"id":9,"phase":"ended","x":12.5,"y":100}]}

            """
        let file = RecordingFile(reading: Array(text.utf8))
        #expect(file.problem == nil)
        #expect(file.device?.slotCount == 4)
        #expect(file.events.filter { $0.code == 53 || $0.code == 54 }.map(\.value) == [125, 1000])
        #expect(file.events.last?.microseconds == 9)
    }

    @Test(arguments: [
        " event5   TOUCH_DOWN              +0.072s\t0 (0) 24.41/21.70 (62.50/31.25mm)\n",
        "event20  touchsim panel\n  x axis      0…4000, 16 units/mm, fuzz 3\n",
    ]) func `the dump for people is not a recording`(text: String) {
        #expect(RecordingFile(reading: Array(text.utf8)).problem == .unknownDialect)
    }
}
