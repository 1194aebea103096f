public import TouchCore

/// An order to a running touchsim: one line of the control protocol, of a script or of --do.
public enum Command: Equatable, Sendable {
    /// Draw; several gestures at the same time.
    case draw([Gesture])
    /// Put one finger down and leave it there.
    case down(finger: Int, Point)
    /// Move a finger that is down, in one report.
    case move(finger: Int, Point)
    /// Lift a finger.
    case up(finger: Int)
    /// Let a finger's change get lost as in an overflow of the kernel's buffer: readers hear only that events are gone.
    indirect case lose(Command)
    /// Take the node away from its readers, and from so many that open it next.
    case revoke(next: Int)
    /// Pull the panel out.
    case unplug
    /// Put the panel back in.
    case plug
    /// Play a recording; a speed of 0 is as fast as the reader takes it.
    case play(path: String, speed: Double, losing: UInt64?)
    /// Move `fingers` contacts for so many frames; a rate of 0 is as fast as the reader takes them.
    case flood(frames: Int, fingers: Int, rate: Double)
    /// Let time pass.
    case wait(milliseconds: Double)
    /// Wait until so many readers have the panel open.
    case awaitOpen(readers: Int, milliseconds: Int)
    /// Tell the state of the panel.
    case status
    /// Tell the variables a program needs to see the panel.
    case environment
    /// End touchsim and the program it started.
    case quit
}

/// Why a line is no command.
public struct CommandError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where in the line, counted in characters from 1.
    public let column: Int
    /// What is wrong there.
    public let message: String

    /// The sentence for people.
    public var description: String { "column \(column): \(message)" }
}
