import CShims
import System

/// What a panel asks of its open node, besides events: of the kernel's, or of a script's.
package protocol PanelNode: AnyObject {
    /// The present value of an axis (EVIOCGABS); 0 if the node has none.
    func value(ofAxis code: UInt16) -> Int32
    /// The present values of an axis in the first `count` slots (EVIOCGMTSLOTS); nil if the node does not report them.
    func slotValues(ofAxis code: UInt16, count: Int) -> [Int32]?
    var isReadable: Bool { get }
    var isInhibited: Bool { get }
    /// Takes its events from all other readers, or gives them back (EVIOCGRAB): 0, or an errno, EBUSY while another reader
    /// has them.
    func grab(_ isWanted: Bool) -> Int32
    /// Sets or clears the mark of a touchd that has grabbed it.
    func mark(_ isHeld: Bool)
    /// Whether a touchd has marked it through another open file.
    var isMarkedElsewhere: Bool { get }
}

final class KernelNode: PanelNode {
    private let descriptor: Int32
    private let path: String
    private let inhibitedFile: String?

    /// - Parameter descriptor: the open node of the device; not owned.
    init(_ descriptor: Int32, of device: Device) {
        (self.descriptor, path, inhibitedFile) = (descriptor, device.node, device.inhibitedFile)
    }

    func value(ofAxis code: UInt16) -> Int32 { cshims_axis_value(descriptor, UInt32(code)) }

    func slotValues(ofAxis code: UInt16, count: Int) -> [Int32]? {
        var values = [Int32](repeating: 0, count: count)
        return unsafe cshims_slot_values(descriptor, UInt32(code), &values, UInt32(count)) == 0 ? values : nil
    }

    var isReadable: Bool { ReadTap.isReadable(descriptor) }
    var isInhibited: Bool { inhibitedFile.flatMap(SystemPath.text(at:)) == "1" }
    func grab(_ isWanted: Bool) -> Int32 { cshims_grab(descriptor, isWanted ? 1 : 0) }
    func mark(_ isHeld: Bool) { HoldMark(descriptor, of: path).set(isHeld) }
    var isMarkedElsewhere: Bool { HoldMark(descriptor, of: path).isSetElsewhere }
}
