import TouchWeb

extension FuzzTarget {
    /// A request to the bridge: path, Host and Origin, one per line.
    ///
    /// Anything served is below the folder, and requested under a name of this machine.
    static var web: FuzzTarget {
        let rules = RequestRules(users: [1])
        return FuzzTarget("web") { bytes in
            let lines = bytes.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false)
            let texts = (0..<3).map { $0 < lines.count ? String(decoding: lines[$0], as: UTF8.self) : "" }
            if let path = PagePath(texts[0]) {
                let parts = path.relative.split(separator: "/", omittingEmptySubsequences: false)
                let isBelow = !parts.isEmpty && parts.allSatisfy { !$0.isEmpty && $0.first != "." }
                require(isBelow, "served: \(path.relative)")
                require(path.relative.utf8.allSatisfy { $0 >= 0x20 }, "served: \(path.relative)")
                _ = path.contentType
            }
            let request = Request(host: texts[1], origin: texts[2], port: 6_080)
            guard (try? rules.checkCaller(request, owner: 1, needsOrigin: true)) != nil else { return }
            let hosts = ["127.0.0.1:6080", "localhost:6080", "[::1]:6080"]
            require(hosts.contains(texts[1]) && texts[2] == "http://\(texts[1])", "let in: \(texts)")
        }
    }
}
