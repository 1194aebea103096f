internal import Arguments
internal import StrictJSON
internal import TouchCore

/// `touchctl scenes` and `dismiss`: the scenes on screen and their owners.
enum Scenes {
    /// Lists the scenes on screen.
    static func list(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.scene.List")
        session.show(reply) { reply in
            let scenes = reply["scenes"]?.arrayValue?.compactMap(\.objectValue) ?? []
            if scenes.isEmpty { return "nothing is on screen\n" }
            var table = Table(["SCENE", "UID", "PID", "WIDGETS", "GUARDED", "SINCE"])
            for scene in scenes { table.add(cells(of: scene)) }
            return table.text
        }
        return .passed
    }

    private static func cells(of scene: JSONObject) -> [String] {
        let kinds = scene["kinds"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return [
            scene["scene"]?.stringValue ?? "?", "\(scene["uid"]?.integerValue ?? -1)",
            "\(scene["pid"]?.integerValue ?? -1)", kinds.joined(separator: " "),
            scene["guarded"] == true ? "yes" : "no", Words.duration(scene["shownUSec"]?.intervalValue ?? .zero),
        ]
    }

    /// `uid 1000, pid 4711`: the owner of a scene.
    static func owner(of scene: JSONObject) -> String {
        "uid \(scene["uid"]?.integerValue ?? -1), pid \(scene["pid"]?.integerValue ?? -1)"
    }

    /// Removes a scene.
    static func dismiss(_ session: Session, _ scene: String) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.scene.Dismiss", ["scene": .string(scene)])
        session.show(reply) { _ in "scene dismissed\n" }
        return .passed
    }
}
