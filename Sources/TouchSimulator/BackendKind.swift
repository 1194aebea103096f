import Glibc

/// How a virtual panel is made.
package enum BackendKind: String, Sendable, CaseIterable {
    /// uinput if it can be opened, otherwise umockdev.
    case automatic = "auto"
    /// A device of the kernel, seen by every program of the machine.
    case uinput
    /// A test bed, seen by the programs started in it.
    case umockdev

    /// The kind chosen on this machine for `automatic`.
    package var resolved: BackendKind {
        guard self == .automatic else { return self }
        return unsafe access(UinputPanel.controlNode, R_OK | W_OK) == 0 ? .uinput : .umockdev
    }
}
