extension ListRows {
    /// Maximum number of rows: each movement of the finger checks those it passes.
    static let maxRows = 512
    static let maxSections = 64
    static let defaultRowHeight = 80.0
    /// Allowed heights of rows, in pixels.
    static let rowHeights = 1.0...10_000.0

    static let settings = ["items", "sections", "rowHeight"]

    /// Makes the list from the settings `items`, `sections` and `rowHeight`.
    init(_ settings: Settings) throws(SettingError) {
        let rowHeight = try settings.number("rowHeight", in: Self.rowHeights) ?? Self.defaultRowHeight
        var sections: [Section] = []
        for (place, group) in (try settings.groups("sections", count: 1...Self.maxSections) ?? [[:]]).enumerated() {
            do throws(SettingError) { sections.append(try Self.section(group)) } catch {
                throw error.within("sections[\(place)]")
            }
        }
        guard let items = try settings.groups("items", count: 1...Self.maxRows) else {
            throw .impossible(key: "items", reason: "a list needs its rows, each with an id")
        }
        var (rows, sectionOf): ([Row], [Int]) = ([], [])
        var ids: Set<String> = []
        for (place, group) in items.enumerated() {
            do throws(SettingError) {
                let section = try group.integer("section", in: 0...sections.count - 1) ?? sectionOf.last ?? 0
                guard section >= sectionOf.last ?? 0 else {
                    throw SettingError.impossible(key: "section", reason: "items are listed section by section")
                }
                let row = try Self.row(group, rowHeight)
                guard ids.insert(row.id).inserted else {
                    throw SettingError.impossible(key: "id", reason: "two items are called \(row.id)")
                }
                rows.append(row)
                sectionOf.append(section)
            } catch { throw error.within("items[\(place)]") }
        }
        self.init(rows: rows, sections: sections, sectionOf: sectionOf)
    }

    private static func section(_ settings: Settings) throws(SettingError) -> Section {
        try settings.allow(["header", "canDrop"])
        return Section(
            header: try settings.number("header", in: 0...10_000) ?? 0,
            canDrop: try settings.bool("canDrop") ?? true)
    }

    private static func row(_ settings: Settings, _ rowHeight: Double) throws(SettingError) -> Row {
        try settings.allow(["id", "height", "section", "canMove", "canDrop"])
        guard let id = try settings.text("id") else {
            throw .impossible(key: "id", reason: "an item needs its id")
        }
        // Ids are repeated in every event of a list, all of them in the order at its end.
        guard id.utf8.count <= 64 else {
            throw .impossible(key: "id", reason: "an item's id has at most 64 bytes")
        }
        return Row(
            id: id,
            height: try settings.number("height", in: rowHeights) ?? rowHeight,
            canMove: try settings.bool("canMove") ?? true,
            canDrop: try settings.bool("canDrop") ?? true)
    }
}
