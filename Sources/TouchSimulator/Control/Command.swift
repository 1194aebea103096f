package import TouchCore

/// A command to a running touchsim: one line of the control protocol, of a script or of --do.
package enum Command: Equatable, Sendable {
    /// Draw; several gestures at the same time.
    case draw([Gesture])
    /// Put one finger down and leave it there.
    case down(finger: Int, Point)
    /// Move a finger that is down, in one report.
    case move(finger: Int, Point)
    case up(finger: Int)
    /// Lose a finger's change, as in an overflow of the kernel's buffer: readers see only that events were dropped.
    indirect case lose(Command)
    /// Revoke the node from its readers, and from the next openers, `next` of them.
    case revoke(next: Int)
    case unplug
    case plug
    /// Play a recording; a speed of 0 is as fast as the reader reads.
    case play(path: String, speed: Double, losing: UInt64?)
    /// Move `fingers` contacts for `frames` frames; a rate of 0 is as fast as the reader reads.
    case flood(frames: Int, fingers: Int, rate: Double)
    case wait(milliseconds: Double)
    /// Wait until `readers` readers have the panel open.
    case awaitOpen(readers: Int, milliseconds: Int)
    case status
    case environment
    /// End touchsim and the program it started.
    case quit
}

/// Why a line is not a command.
package struct CommandFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place in the line, counted in characters from 1.
    let column: Int
    let message: String

    /// The error, as a sentence for users.
    package var description: String { "column \(column): \(message)" }
}
