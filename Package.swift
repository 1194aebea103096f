// swift-tools-version: 6.2
// touchd reads touch panels below every toolkit; README.md says what for, docs/architecture.md how.
import PackageDescription

/// .ci/run sets TOUCHD_STRICT: a compiler newer or older than ours may warn, which stops nobody else's build.
let isStrict = Context.environment["TOUCHD_STRICT"] != nil

/// Settings of every Swift target: language mode 6, every touch of unsafe memory is marked.
let rules: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// For targets with which tests compute much, or whose allocations they count: optimized in debug builds too.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// For C: what overflows a buffer or the stack ends the program.
///
/// Only with optimization can the compiler see sizes.
let hardened: [CSetting] = [
    .define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release)),
    .unsafeFlags(["-fstack-protector-strong"], .when(configuration: .release)),
]

/// A library of Debian, found through pkg-config.
func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func library(_ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: rules + settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: rules)
}

func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: rules + settings)
}

/// The socket interfaces, files of the folder `interfaces`.
let interfaces = ["calibration", "captcha", "device", "manage", "monitor", "result", "scene", "token", "unlock"]

let package = Package(
    name: "touchd",
    products: [
        .executable(name: "touchd", targets: ["touchd"]),
        .executable(name: "touchctl", targets: ["touchctl"]),
        .executable(name: "touchd-dump", targets: ["touchd-dump"]),
        .executable(name: "touchd-tools", targets: ["touchd-tools"]),
        .executable(name: "touchd-web", targets: ["touchd-web"]),
        .executable(name: "touchd-fleet", targets: ["touchd-fleet"]),
        .executable(name: "touchd-operator", targets: ["touchd-operator"]),
        .executable(name: "touchctl-fleet", targets: ["touchctl-fleet"]),
        .executable(name: "touchsim", targets: ["touchsim"]),
        .library(name: "touchsim-preload", type: .dynamic, targets: ["TouchsimPreload"]),
    ],
    targets: [
        system("CLibinput", "libinput", apt: "libinput-dev"),
        system("CUdev", "libudev", apt: "libudev-dev"),
        system("CLibevdev", "libevdev", apt: "libevdev-dev"),
        system("CMtdev", "mtdev", apt: "libmtdev-dev"),
        system("CSystemd", "libsystemd", apt: "libsystemd-dev"),
        system("CSodium", "libsodium", apt: "libsodium-dev"),
        system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
        system("CJansson", "jansson", apt: "libjansson-dev"),
        system("CInih", "inih", apt: "libinih-dev"),
        system("CCairo", "cairo", apt: "libcairo2-dev"),
        system("CDeflate", "libdeflate", apt: "libdeflate-dev"),
        system("CTurboJPEG", "libturbojpeg", apt: "libturbojpeg0-dev"),
        system("CPNG", "libpng", apt: "libpng-dev"),
        system("CYaml", "yaml-0.1", apt: "libyaml-dev"),
        system("CWebsockets", "libwebsockets", apt: "libwebsockets-dev"),
        system("CNats", "libnats", apt: "libnats-dev"),
        system("CCrypto", "libcrypto", apt: "libssl-dev"),
        system("CUmockdev", "umockdev-1.0", apt: "libumockdev-dev"),
        .target(name: "CShims", cSettings: hardened),
        // The read() of programs that follow what libinput reads.
        .target(name: "CReadTap", cSettings: hardened),
        .target(name: "CLibinputLog", dependencies: ["CLibinput"], cSettings: hardened),
        .target(name: "CTouchWeb", dependencies: ["CWebsockets"], cSettings: hardened),
        // Loaded into programs that are not ours, so it must not bring the Swift runtime along.
        .target(
            name: "TouchsimPreload", cSettings: hardened,
            linkerSettings: [.unsafeFlags(["-nostartfiles", "-static-stdlib"])]),

        // pure: the words; models with their scenes, and the judge of what a finger can do
        .target(name: "TouchCore", swiftSettings: rules + optimized, linkerSettings: [.linkedLibrary("m")]),
        library("TouchModels", ["System", "TouchCore"], optimized),
        // what a panel is, and what it did: live or in a recording
        library("TouchDevice", ["TouchCore"], optimized),

        // the public contract, compiled in as it is
        .target(
            name: "InterfaceFiles", path: "interfaces", exclude: ["fleet"],
            resources: interfaces.map { .embedInCode("io.touchd.\($0).varlink") } + [.embedInCode("prompts.json")],
            swiftSettings: rules),

        // the random numbers of benchmarks and tests
        .target(name: "SeededNumbers", path: "Benchmarks/SeededNumbers", swiftSettings: rules + optimized),

        // what benchmarks and tests feed the models with
        .target(
            name: "SyntheticStrokes", dependencies: ["SeededNumbers", "TouchCore", "TouchModels"],
            path: "Benchmarks/SyntheticStrokes",
            swiftSettings: rules + optimized),
        .executableTarget(
            name: "touchstrokes", dependencies: ["SeededNumbers", "SyntheticStrokes"], path: "Benchmarks/touchstrokes",
            swiftSettings: rules),

        // puzzles with their answers, for the attacks of Benchmarks/attack
        .executableTarget(
            name: "touchpuzzles", dependencies: ["TouchPicture"], path: "Benchmarks/touchpuzzles",
            swiftSettings: rules),

        // how often gestures are guessed
        .executableTarget(
            name: "touchgestures",
            dependencies: ["SeededNumbers", "SyntheticStrokes", "TouchCore", "TouchModels"],
            path: "Benchmarks/touchgestures", swiftSettings: rules),

        // how long a verdict takes
        .executableTarget(
            name: "touchverdicts",
            dependencies: ["SeededNumbers", "SyntheticTracks", "TouchCore", "TouchModels", "TouchVault"],
            path: "Benchmarks/touchverdicts", swiftSettings: rules),

        // what a start and the audit cost with a full vault
        .executableTarget(
            name: "touchvault", dependencies: ["TouchConfiguration", "TouchCore", "TouchModels", "TouchVault"],
            path: "Benchmarks/touchvault",
            swiftSettings: rules),

        // what the judge of tracks is measured with
        .target(
            name: "SyntheticTracks", dependencies: ["SeededNumbers", "TouchCore", "TouchModels"],
            path: "Benchmarks/SyntheticTracks", swiftSettings: rules + optimized),
        .executableTarget(
            name: "touchtracks", dependencies: ["SyntheticTracks", "TouchCore", "TouchModels"],
            path: "Benchmarks/touchtracks", swiftSettings: rules),

        // edge
        // What every program asks of the machine: files, descriptors, threads, clocks, children, bytes as text.
        library("System", ["TouchCore", "CShims", "CSodium"]),
        library("EventLoop", ["System", "TouchCore", "CSystemd", "CShims"]),
        // JSON, read strictly, and what is signed as JSON: tokens, heads, commands, and the public keys that check them.
        library("StrictJSON", ["System", "CJansson", "CSodium"], optimized),
        library("Varlink", ["System", "TouchCore", "StrictJSON", "EventLoop", "CShims"], optimized),
        // event nodes as udev, sysfs and the kernel describe them: no libinput
        library("EventNodes", ["System", "TouchCore", "TouchDevice", "CUdev", "CLibevdev", "CShims"]),
        library(
            "TouchInput",
            [
                "System", "TouchCore", "TouchDevice", "EventNodes", "StrictJSON", "CLibinput", "CLibinputLog", "CUdev",
                "CLibevdev", "CMtdev", "CReadTap", "CShims",
            ], optimized),
        library(
            "TouchVault",
            ["System", "TouchCore", "TouchConfiguration", "StrictJSON", "CSodium", "CSQLite", "CShims"], optimized),
        library("TouchConfiguration", ["System", "TouchCore", "TouchModels", "TouchDevice", "CInih"], optimized),
        library("TouchPicture", ["System", "TouchCore", "CSodium", "CDeflate"], optimized),

        // recordings of panels in all their forms, written and read, and of scenes: text alone, so no libinput
        library("RecordingWriters", ["TouchCore", "TouchDevice", "StrictJSON", "CLibevdev"]),
        library(
            "TouchRecording", ["RecordingWriters", "TouchCore", "TouchModels", "TouchDevice", "StrictJSON", "CYaml"]),
        // what looks at live panels for people: dumps and figures
        library(
            "TouchDump",
            [
                "System", "Arguments", "TouchCore", "TouchDevice", "TouchConfiguration", "EventNodes", "TouchInput",
                "RecordingWriters", "EventLoop", "StrictJSON", "CShims",
            ]),
        // what draws, reads and converts recordings, and makes pictures: for a desk, not for a kiosk
        library(
            "DeskTools",
            [
                "System", "Arguments", "EventLoop", "CShims", "TouchCore", "TouchDevice", "TouchModels", "TouchInput",
                "TouchRecording", "TouchDump", "TouchPicture", "RecordingWriters", "CCairo", "CPNG", "CTurboJPEG",
            ], optimized),

        library("Arguments", ["System", "TouchCore", "CShims"]),

        // assembly
        // What is on the screen: panels, scenes, requests for widgets, contacts that count and those that do not.
        library(
            "TouchScreen",
            [
                "System", "TouchCore", "TouchModels", "TouchDevice", "EventNodes", "TouchInput", "TouchVault",
                "TouchConfiguration", "TouchPicture", "Varlink", "StrictJSON", "EventLoop",
            ], optimized),
        // What is judged: secrets and challenges, with their results and tokens.
        library(
            "TouchSessions",
            [
                "System", "TouchScreen", "TouchCore", "TouchModels", "TouchInput", "TouchVault", "TouchConfiguration",
                "TouchPicture", "Varlink", "StrictJSON", "EventLoop", "CShims",
            ]),
        // The daemon: wiring, interfaces, reloads, metrics.
        library(
            "TouchService",
            [
                "System", "TouchScreen", "TouchSessions", "TouchCore", "TouchModels", "TouchInput", "TouchVault",
                "EventNodes", "TouchConfiguration", "InterfaceFiles", "Varlink", "StrictJSON", "EventLoop", "Arguments",
                "CShims",
            ]),
        library(
            "TouchClient",
            [
                "System", "Arguments", "EventLoop", "Varlink", "StrictJSON", "CShims", "TouchCore",
                "TouchModels",
                "TouchDevice", "EventNodes",
            ]),
        library(
            "TouchSimulator",
            ["System", "Arguments", "TouchCore", "TouchDevice", "TouchRecording", "CLibevdev", "CUmockdev", "CShims"]),
        // The bridge of pages, whose libwebsockets the daemon does without.
        library(
            "TouchWeb",
            [
                "System", "Arguments", "EventLoop", "Varlink", "StrictJSON", "TouchConfiguration", "TouchCore",
                "CShims",
                "CTouchWeb",
                "CWebsockets",
            ]),
        // Commands to kiosks: what was signed and is carried out once, without anything that speaks to a network.
        library(
            "TouchOperator",
            [
                "System", "Arguments", "EventLoop", "Varlink", "StrictJSON", "TouchConfiguration", "TouchCore",
                "CShims", "CSodium",
            ]),
        // Results and health of many kiosks, on NATS JetStream, whose libnats the daemon does without.
        library(
            "TouchFleet",
            [
                "System", "Arguments", "EventLoop", "Varlink", "StrictJSON", "TouchConfiguration", "TouchCore",
                "TouchOperator",
                "CShims", "CSodium", "CNats", "CCrypto",
            ]),
        program("touchd", ["TouchService", "TouchInput"]),
        program("touchd-web", ["TouchWeb"]),
        program("touchd-fleet", ["TouchFleet"]),
        program("touchd-operator", ["TouchOperator"]),
        program("touchctl-fleet", ["TouchFleet", "Arguments"]),
        program("touchctl", ["TouchClient", "Arguments"]),
        program("touchd-dump", ["TouchDump", "Arguments"]),
        program("touchd-tools", ["DeskTools", "Arguments"]),
        program("touchsim", ["TouchSimulator"]),
        // a test server, never installed
        .executableTarget(
            name: "varlink-certification", dependencies: ["System", "Varlink", "StrictJSON", "EventLoop"],
            path: "Tests/varlink-certification", swiftSettings: rules),
        // the benchmark of the pure parts, never installed
        .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
        .executableTarget(
            name: "touchbench", dependencies: ["AllocationCount", "TouchCore", "TouchModels"],
            path: "Benchmarks/touchbench", swiftSettings: rules),
        // how long puzzles take
        .executableTarget(
            name: "touchdrawing", dependencies: ["AllocationCount", "TouchCore", "TouchPicture"],
            path: "Benchmarks/touchdrawing", swiftSettings: rules),

        // what tests of several targets share
        .target(
            name: "TestSupport",
            dependencies: [
                "Arguments", "System", "SeededNumbers", "StrictJSON", "TouchCore", "TouchModels", "TouchRecording",
                "Varlink",
            ],
            path: "Tests/TestSupport",
            swiftSettings: rules + optimized),
        // a clock that tests advance, and chance from a seed
        .target(
            name: "Simulation",
            dependencies: [
                "System", "CRecordingStorage", "CSeededChance", "CShims", "EventLoop", "SeededNumbers",
                "StrictJSON",
                "SyntheticStrokes",
                "SyntheticTracks", "TestSupport", "TouchConfiguration", "TouchCore", "TouchDevice", "TouchInput",
                "TouchDump", "TouchPicture", "TouchRecording", "TouchScreen", "TouchService", "TouchSessions",
                "TouchSimulator",
                "TouchVault",
                "Varlink",
            ],
            path: "Tests/Simulation", swiftSettings: rules + optimized),
        .executableTarget(
            name: "simulate",
            dependencies: ["Arguments", "CAllocations", "Simulation", "StrictJSON", "TestSupport", "TouchRecording"],
            path: "Tests/simulate", swiftSettings: rules),
        .target(name: "CSeededChance", dependencies: ["CSodium"], path: "Tests/CSeededChance"),
        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .target(name: "CRecordingStorage", dependencies: ["CSQLite"], path: "Tests/CRecordingStorage"),
        tests(of: "Arguments"),
        tests(of: "System", ["TouchCore", "CShims", "TestSupport"]),
        tests(of: "TouchCore", ["SeededNumbers", "TestSupport"]),
        tests(
            of: "TouchModels",
            [
                "SeededNumbers", "TouchCore", "StrictJSON", "CAllocations", "SyntheticStrokes", "SyntheticTracks",
                "TestSupport",
            ], optimized),
        tests(
            of: "TouchClient",
            [
                "System", "SeededNumbers",
                "TouchDevice", "EventNodes", "Arguments", "InterfaceFiles", "Varlink", "StrictJSON",
                "EventLoop", "CShims", "TestSupport", "TouchCore",
            ]),
        tests(
            of: "DeskTools",
            ["System", "Arguments", "TouchPicture", "TouchRecording", "TouchCore", "TouchModels", "TestSupport"]),
        tests(of: "EventNodes", ["TestSupport"]),
        tests(of: "StrictJSON", ["SeededNumbers", "TestSupport"]),
        tests(of: "EventLoop", ["System", "TouchCore", "CShims", "Simulation"]),
        tests(of: "Varlink", ["System", "TouchCore", "StrictJSON", "EventLoop", "CShims", "TestSupport"]),
        tests(
            of: "TouchInput",
            ["SeededNumbers", "TouchCore", "TouchDevice", "EventLoop", "CAllocations", "CReadTap", "TestSupport"]),
        tests(of: "TouchDevice", ["TouchCore"]),
        tests(
            of: "TouchDump",
            ["TouchCore", "TouchDevice", "TouchInput", "StrictJSON", "TouchRecording", "TestSupport"]),
        tests(
            of: "TouchRecording",
            ["RecordingWriters", "TouchDevice", "TouchModels", "TestSupport"]),
        tests(
            of: "TouchVault",
            [
                "TouchConfiguration", "System",
                "SeededNumbers", "TouchCore", "TouchModels", "StrictJSON", "CShims", "Simulation",
                "TestSupport",
            ]),
        tests(of: "TouchConfiguration", ["TouchCore", "TouchDevice", "TestSupport"]),
        tests(
            of: "TouchWeb",
            ["System", "EventLoop", "CShims", "CTouchWeb", "TouchConfiguration", "TestSupport", "Varlink"]),
        tests(
            of: "TouchFleet",
            [
                "System", "Arguments", "SeededNumbers", "StrictJSON", "EventLoop", "TouchCore", "TouchOperator",
                "TestSupport",
            ]),
        tests(of: "TouchOperator", ["System", "TouchCore", "StrictJSON", "TestSupport"]),
        tests(of: "TouchPicture", ["System", "TouchCore", "TouchModels", "TestSupport"], optimized),
        // Optimized: tests draw and look through many pictures.
        tests(
            of: "TouchService",
            [
                "SeededNumbers", "TouchScreen", "TouchSessions", "InterfaceFiles", "TouchCore", "TouchModels",
                "TouchRecording", "TouchInput", "TouchPicture", "TouchVault", "TouchConfiguration", "StrictJSON",
                "EventLoop", "Varlink", "CAllocations", "Simulation", "TestSupport",
            ], optimized),
        tests(
            of: "TouchSimulator",
            [
                "System", "Arguments", "RecordingWriters", "TestSupport", "TouchCore", "TouchDevice", "TouchRecording",
                "CShims",
            ]),
        tests(
            of: "Simulation",
            [
                "System", "TouchDevice",
                "CAllocations", "EventLoop", "SeededNumbers", "StrictJSON", "TestSupport",
                "TouchConfiguration", "TouchCore",
                "TouchInput", "TouchScreen", "TouchService", "TouchSessions", "TouchSimulator", "TouchVault", "Varlink",
            ]),
        // the daemon, the simulator and the client as programs, together
        .target(name: "CLineShims", path: "Tests/CLineShims"),
        .testTarget(
            name: "LineTests",
            dependencies: [
                "Arguments", "SeededNumbers", "System",
                "Varlink", "StrictJSON", "TouchDevice", "TouchInput", "RecordingWriters", "TouchRecording", "TouchCore",
                "EventLoop", "CShims", "CLineShims", "touchd", "touchctl", "touchd-dump", "touchd-tools", "touchsim",
                "TestSupport",
            ],
            swiftSettings: rules),
    ]
)

// make deb: without tests and benchmarks.
if Context.environment["TOUCHD_PACKAGES"] != nil {
    package.targets.removeAll { target in
        target.type == .test || ["Benchmarks/", "Tests/"].contains { (target.path ?? "").hasPrefix($0) }
    }
}

// Readers of outside bytes under libFuzzer: scripts/fuzz. A program without main, so only built when asked for.
if Context.environment["TOUCHD_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "touchfuzz",
            dependencies: [
                "CShims", "DeskTools", "EventLoop", "RecordingWriters", "StrictJSON", "System", "TouchConfiguration",
                "TouchCore", "TouchInput", "TouchDevice", "TouchPicture", "TouchRecording", "TouchWeb", "Varlink",
            ],
            path: "Tests/Fuzz", exclude: ["seeds.py"], swiftSettings: rules + [.unsafeFlags(["-parse-as-library"])]))
}
