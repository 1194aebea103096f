import Glibc

/// A reader of outside bytes that libFuzzer feeds: whatever the bytes are, it must come back.
struct FuzzTarget {
    /// As `--target=` names it.
    let name: String
    /// Reads the bytes; a trap or a failed precondition is a finding.
    let read: ([UInt8]) -> Void

    init(_ name: String, _ read: @escaping ([UInt8]) -> Void) {
        (self.name, self.read) = (name, read)
    }

    /// Every reader; `scripts/fuzz` asks for their names.
    nonisolated(unsafe) static let all: [FuzzTarget] =
        recordings + [.configuration, .importedPicture, .rawPicture, .strictJSON, .varlink, .trace, .outline, .web]

    /// The one that the command line asks for.
    nonisolated(unsafe) fileprivate static var chosen: FuzzTarget?
}

/// Ends the program with a sentence, in release builds too, if something does not hold.
func require(_ holds: Bool, _ finding: @autoclosure () -> String) {
    if !holds { fatalError(finding()) }
}

/// Takes `--target=NAME` from the command line, which libFuzzer leaves alone; `--targets` prints the names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    let flag = "--target="
    for index in unsafe 0..<Int(count.pointee) {
        let word = unsafe String(cString: words.pointee[index])
        if word == "--targets" {
            for target in unsafe FuzzTarget.all { print(target.name) }
            exit(0)
        }
        guard word.hasPrefix(flag) else { continue }
        let name = word.dropFirst(flag.count)
        unsafe FuzzTarget.chosen = FuzzTarget.all.first { $0.name == name }
    }
    guard unsafe FuzzTarget.chosen != nil else {
        print("touchfuzz: give --target=NAME, one of those that --targets prints")
        exit(2)
    }
    return 0
}

/// Gives one input to the chosen reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    unsafe FuzzTarget.chosen?.read(bytes)
    return 0
}
