import Glibc

/// A parser of outside bytes that libFuzzer feeds: it must return for any bytes.
struct FuzzTarget {
    /// Its name in `--target=`.
    let name: String
    /// Reads the bytes; a trap or a failed precondition is a finding.
    let read: ([UInt8]) -> Void

    init(_ name: String, _ read: @escaping ([UInt8]) -> Void) {
        (self.name, self.read) = (name, read)
    }

    /// All parsers; `scripts/fuzz` asks for their names.
    nonisolated(unsafe) static let all: [FuzzTarget] =
        recordings + [.configuration, .importedPicture, .rawPicture, .strictJSON, .varlink, .trace, .outline, .web]

    /// The one chosen on the command line.
    nonisolated(unsafe) fileprivate static var chosen: FuzzTarget?
}

/// Ends the program with a sentence, in release builds too, if a condition fails.
func require(_ holds: Bool, _ finding: @autoclosure () -> String) {
    if !holds { fatalError(finding()) }
}

/// Reads `--target=NAME` from the command line, which libFuzzer ignores; `--targets` prints the names.
@_cdecl("LLVMFuzzerInitialize")
package func initialize(
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

/// Passes one input to the chosen parser.
@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    unsafe FuzzTarget.chosen?.read(bytes)
    return 0
}
