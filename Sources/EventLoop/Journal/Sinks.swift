internal import CSystemd
internal import Glibc
internal import TouchCore

extension Journal {
    /// Destinations of entries.
    package enum Sinks {
        /// journald with fields if standard error leads there, otherwise lines on standard error.
        package static func standard(identifier: String) -> Journal.Sink {
            isJournal(STDERR_FILENO) ? journald(identifier: identifier) : lines(on: STDERR_FILENO, of: identifier)
        }

        /// journald's own socket, with fields; a line on standard error if journald does not respond.
        package static func journald(identifier: String) -> Journal.Sink {
            let fallback = lines(on: STDERR_FILENO, of: identifier)
            return { entry in
                let fields = assignments(of: entry, identifier: identifier)
                if send(fields) < 0 { fallback(entry) }
            }
        }

        /// One line per entry: a prefix `<n>` for systemd and syslog tools and the program's name; on a terminal the name, and
        /// the level's unless it is an error.
        ///
        /// Fields follow the message as `NAME=value`, so that a plain file has them too.
        package static func lines(on descriptor: Int32, of identifier: String) -> Journal.Sink {
            let isTerminal = isatty(descriptor) == 1
            return { entry in
                let line = Array("\(line(for: entry, of: identifier, onTerminal: isTerminal))\n".utf8)
                // One call per line, so that lines of two threads do not mix. A failed write cannot be reported
                // anywhere.
                _ = unsafe line.withUnsafeBytes { buffer in unsafe write(descriptor, buffer.baseAddress, buffer.count) }
            }
        }

        static func assignments(of entry: Entry, identifier: String) -> [String] {
            var fields = [
                "PRIORITY=\(entry.level.rawValue)", "SYSLOG_IDENTIFIER=\(identifier)", "MESSAGE=\(entry.message)",
            ]
            if let id = entry.messageID { fields.append("MESSAGE_ID=\(id)") }
            return fields + entry.fields.map { "\($0.name)=\($0.value)" }
        }

        /// The line for a terminal or a pipe.
        package static func line(for entry: Entry, of identifier: String, onTerminal: Bool) -> String {
            let level = entry.level == .error ? "" : "\(entry.level.name): "
            let start = onTerminal ? "\(identifier): \(level)" : "<\(entry.level.rawValue)>\(identifier): "
            let fields = entry.fields.map { " \($0.name.dropFirst(7))=\($0.value.onOneLine)" }.joined()
            return start + entry.message + fields
        }

        /// Whether a descriptor is the stream to journald that systemd connected.
        private static func isJournal(_ descriptor: Int32) -> Bool {
            guard let text = unsafe getenv("JOURNAL_STREAM") else { return false }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { return false }
            return unsafe names(String(cString: text), device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        }

        /// Whether `JOURNAL_STREAM`, written `DEVICE:INODE` in decimal, refers to this file.
        ///
        /// A program that inherits the variable but has its output redirected must not write to the journal.
        static func names(_ stream: String, device: UInt64, inode: UInt64) -> Bool {
            stream == "\(device):\(inode)"
        }

        /// Passes fields to `sd_journal_sendv`; returns a negative errno on failure.
        private static func send(_ fields: [String]) -> Int32 {
            var ends: [Int] = []
            var bytes: [UInt8] = []
            for field in fields {
                bytes += field.utf8
                ends.append(bytes.count)
            }
            return unsafe bytes.withUnsafeMutableBytes { buffer in
                guard let base = buffer.baseAddress else { return -EINVAL }
                var start = 0
                var vectors: [iovec] = unsafe []
                for end in ends {
                    unsafe vectors.append(iovec(iov_base: base + start, iov_len: end - start))
                    start = end
                }
                return unsafe sd_journal_sendv(vectors, Int32(vectors.count))
            }
        }
    }
}
