import Glibc

/// How a virtual panel is made.
public enum BackendKind: String, Sendable, CaseIterable {
    /// uinput where it can be opened, else umockdev.
    case automatic = "auto"
    /// A device of the kernel, seen by every program of the machine.
    case uinput
    /// A test bed, seen by the programs started in it.
    case umockdev

    /// The kind this machine has for `automatic`.
    public var resolved: BackendKind {
        guard self == .automatic else { return self }
        return unsafe access(UinputPanel.controlNode, R_OK | W_OK) == 0 ? .uinput : .umockdev
    }
}
