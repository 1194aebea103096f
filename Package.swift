// swift-tools-version: 6.2
// touchd reads touch panels below every toolkit; README.md says what for, docs/architecture.md how.
import PackageDescription

/// Settings of every Swift target: language mode 6, warnings are errors, every touch of unsafe memory is marked.
let rules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

/// A library of Debian, found through pkg-config.
func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: rules)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: rules)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(name: name + "Tests", dependencies: [.target(name: name)] + dependencies, swiftSettings: rules)
}

let package = Package(
    name: "touchd",
    products: [
        .executable(name: "touchd", targets: ["touchd"]),
        .executable(name: "touchctl", targets: ["touchctl"]),
        .executable(name: "touchsim", targets: ["touchsim"]),
    ],
    targets: [
        system("CLibinput", "libinput libudev", apt: "libinput-dev"),
        system("CLibevdev", "libevdev", apt: "libevdev-dev"),
        system("CSystemd", "libsystemd", apt: "libsystemd-dev"),
        system("CSodium", "libsodium", apt: "libsodium-dev"),
        system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
        system("CJansson", "jansson", apt: "libjansson-dev"),
        system("CInih", "inih", apt: "libinih-dev"),
        system("CUmockdev", "umockdev-1.0", apt: "libumockdev-dev"),
        .target(name: "CShims"),

        // pure
        .target(name: "TouchCore", swiftSettings: rules, linkerSettings: [.linkedLibrary("m")]),
        library("TouchModels", ["TouchCore"]),
        library("TouchScene", ["TouchCore", "TouchModels"]),

        // edge
        library("EventLoop", ["CSystemd", "CShims"]),
        library("StrictJSON", ["CJansson"]),
        library("Varlink", ["StrictJSON", "EventLoop", "CShims"]),
        library("TouchInput", ["TouchCore", "EventLoop", "StrictJSON", "CLibinput", "CLibevdev", "CShims"]),
        library("TouchVault", ["CSodium", "CSQLite"]),

        // assembly
        library(
            "TouchService",
            [
                "TouchCore", "TouchModels", "TouchScene", "TouchInput", "TouchVault", "Varlink", "StrictJSON",
                "EventLoop",
                "CInih", "CSystemd", "CShims",
            ]),
        library("TouchClient", ["Varlink", "StrictJSON", "CShims"]),
        library("TouchPanel", ["TouchInput", "CLibevdev", "CUmockdev", "CShims"]),
        program("touchd", ["TouchService", "TouchInput"]),
        program("touchctl", ["TouchClient"]),
        program("touchsim", ["TouchPanel"]),

        tests(of: "TouchCore"),
        tests(of: "TouchModels", ["TouchCore", "TouchScene", "StrictJSON"]),
        tests(of: "StrictJSON"),
        tests(of: "EventLoop", ["CShims"]),
        tests(of: "Varlink", ["StrictJSON", "EventLoop", "CShims"]),
        tests(of: "TouchInput", ["TouchCore", "StrictJSON"]),
        tests(of: "TouchVault"),
        tests(of: "TouchService", ["TouchCore", "TouchScene", "StrictJSON", "Varlink"]),
        tests(of: "TouchPanel", ["TouchInput"]),
    ]
)
