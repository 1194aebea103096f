/// The numbers of an event node and the paths made of them.
struct NodeNumber {
    /// The N of inputN and eventN.
    let number: Int

    /// When udev first saw the device, in microseconds of CLOCK_MONOTONIC.
    ///
    /// Only its presence matters.
    static let initialized = "1000000"

    /// The minor number.
    ///
    /// The major number of event nodes is 13.
    var minor: Int { 64 + number }
    /// Major and minor number as sysfs writes them.
    var numbers: String { "13:\(minor)" }
    /// The input device's folder.
    var input: String { "/sys/devices/virtual/input/input\(number)" }
    /// The event node's folder.
    var event: String { "\(input)/event\(number)" }
    /// The event node.
    var node: String { "/dev/input/event\(number)" }
}
