import Arguments
import RecordingWriters
import TouchCore
import TouchDump

extension ToolsProgram {
    private static let commands: [CommandTable.Command] = [
        .init(
            "plot", ["TRACE|RECORDING -o OUT.png"], operands: 1...1, options: ["output", "size", "crop", "map"],
            "Draw a recorded scene and the fingers on it as a PNG, or the fingers of a recording.",
            example: "plot trace.jsonl -o trace.png --crop"),
        .init(
            "convert", ["RECORDING… --to FORMAT"], operands: 1...64, options: ["output", "from", "to", "device"],
            "Convert a recording of a panel to another format.",
            "A description and its events may be in two files, in this order.",
            example: "convert panel.evemu --to json -o panel.jsonl"),
        .init(
            "replay", ["RECORDING…", "RECORDING --into SOCKET"], operands: 1...64,
            options: ["output", "scene", "view", "rotate", "speed", "into"],
            "Play a recording through the engine on its own clock and print a trace: the frames, and the events of the "
                + "models in the scene. The same recording gives the same bytes at any speed.",
            "With --into it is played on the panel of a touchsim instead.",
            example: "replay panel.evemu --scene scene.jsonl"),
        .init(
            "measure", ["RECORDING…"], operands: 1...64, options: ["seconds"],
            "Propose settings for the panel of a recording, as touchctl measure does for a live one.",
            example: "measure panel.evemu"),
        .init(
            "image",
            [
                "import FILE… -o FOLDER [--size WxH]", "check FOLDER", "puzzle simple|default -o OUT.png",
                "edit FILE STEP… [-o OUT.png]",
            ],
            operands: 1...1_000, options: ["output", "size"],
            "Make pictures for captchas.",
            "import converts JPEG and PNG files, rotated as Exif says; check says whether the daemon can use every picture "
                + "in a folder (exit status 1 if not), and the lowest contrast of gap and piece; puzzle draws one to look at, its piece into OUT-piece.png.",
            "edit changes a picture, or color:RRGGBB[AA], step by step: gray, reverse, sketch=RRGGBB, crop=X,Y,W,H, fit=, "
                + "fill=, stretch=, tile=WxH, longest=PIXELS, rounded=RADIUS[,WIDTH][,MODE], clip[=[MODE,]PATH], matrix=20 "
                + "numbers (of feColorMatrix), turn=DEGREES, flip=vertical|horizontal, upright=1…8, merge=FILE; color=X,Y "
                + "and data-uri print what they find.", example: "image import lake.jpg -o /etc/touchd/pictures"),
    ]

    static let table = CommandTable(
        program: "touchd-tools",
        about:
            "Draws, plays and converts recordings of touch panels, and makes pictures for captchas; needs no daemon.",
        commands: [.developer: commands],
        choices: [
            .init("output", "o", "PATH", "output file or folder; - is standard output"),
            .init("size", nil, "WxH", "size in pixels (a plot: 640 wide; an imported picture: 600x375)"),
            .init("crop", nil, nil, "plot only the part of the view that is in use"),
            .init("map", nil, nil, "shade the fields that were touched by how often, and gray those that never were"),
            .init(
                "from", nil, "FORMAT", Dialect.allCases.map(\.rawValue).joined(separator: ", ") + " (default: detected)"
            ),
            .init("to", nil, "FORMAT", DumpFormat.allCases.map(\.name).joined(separator: ", ")),
            .init("scene", nil, "TRACE", "take view and widgets from this trace"),
            .init(
                "view", nil, "WxH",
                "without --scene: the view (default 1920x1080), each side 1…\(Size.viewSides.upperBound)"),
            .init("rotate", nil, "DEGREES", "clockwise rotation of the recorded panel: 0, 90, 180 or 270"),
            .init("speed", nil, "N", "N times the recorded speed (default: without waiting)"),
            .init("into", nil, "SOCKET", "play on the panel of the touchsim with this control socket"),
            .init("seconds", nil, "N", "accepted as touchctl measure takes it; a recording has its own length"),
            .init("device", nil, "N", "use only this device of the recording, counted from 1"),
        ], ending: "Exit status: 0 done, 1 a picture cannot be used (image check), 2 wrong usage, 3 could not run.")
}
