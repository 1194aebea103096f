/// Another program that grabs the panel (EVIOCGRAB).
extension Line {
    /// Grabs the node as `evtest --grab` does, until the program is ended.
    func launchGrabber() throws -> Program {
        let words = """
            import fcntl, os, signal, sys
            node = os.open(sys.argv[1], os.O_RDONLY)
            fcntl.ioctl(node, 0x40044590, 1)
            print("held", flush=True)
            signal.pause()
            """
        let program = try launch("/usr/bin/python3", ["-c", words, "/dev/input/event20"])
        guard try program.output.next() == "held" else { throw TimedOut(what: "a grab: \(program.errors.all)") }
        return program
    }
}
