import Arguments
import Glibc
import Simulation
import StrictJSON
import TestSupport
import TouchRecording

/// Works through a shift of 500 steps; a rule that it breaks is printed with what happened last.
func work(_ seed: UInt64, _ variation: Variation = .none) throws -> Shift {
    let shift = try Shift(seed: seed, variation: variation)
    do { try shift.work(steps: 500) } catch {
        print("seed \(seed), \(variation): \(error)\n  " + shift.story.suffix(30).joined(separator: "\n  "))
        throw error
    }
    return shift
}

/// The first thing that some heard in one of two shifts alone; nil: they heard the same.
func difference(_ one: [String], _ other: [String]) -> String? {
    let index =
        zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(one.count, other.count)
    guard index < max(one.count, other.count) else { return nil }
    return [one, other].map { $0.dropFirst(index).first ?? "nothing more" }.joined(separator: "\n  or: ")
}

/// CPU time of the process, in seconds.
func cpuTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The seed of the shift under way, for a trap.
nonisolated(unsafe) private var present: UInt64 = 0

/// Says at which seed the program traps, before it ends as it would.
private func sayTraps() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGABRT] {
        signal(number) { number in
            var digits: [UInt8] = unsafe Array("\nseed \(present): the program traps\n".utf8)
            _ = unsafe write(STDERR_FILENO, &digits, digits.count)
            signal(number, SIG_DFL)
            raise(number)
        }
    }
}

/// Works through shifts, each a second time with a variation that some may not notice; 1 if one breaks a rule.
func work(seeds: Range<UInt64>) -> Int32 {
    var (counts, shifts): ([String: Int], Int) = ([:], 0)
    for seed in seeds {
        unsafe present = seed
        do {
            let shift = try work(seed)
            counts.merge(shift.counts) { $0 + $1 }
            shifts += 2
            let varied = try work(seed, seed % 2 == 0 ? .digits : .duress)
            let heard = [shift, varied].map { $0.heard(despite: varied.variation) }
            if let found = difference(heard[0], heard[1]) {
                print("seed \(seed): who may not see it hears of \(varied.variation):\n  \(found)")
                return 1
            }
            counts["compared: \(varied.variation)", default: 0] += 1
        } catch {
            print("seed \(seed): \(error)")
            return 1
        }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(name)") }
    print("\(shifts) shifts of 500 steps, \(Int(Double(shifts * 500) / cpuTime())) steps per second of CPU time")
    return 0
}

/// Prints what a recording and a configuration give.
func pass(recording: String, configuration: String, calls: String?, secrets: [String]) throws {
    let file = RecordingFile(reading: try TemporaryFolder.bytes(of: recording))
    if let problem = file.problem { print("\(recording): \(problem)") }
    let lines = String(decoding: try calls.map(TemporaryFolder.bytes) ?? [], as: UTF8.self).split(separator: "\n")
    let calls = try lines.compactMap { Day.Call(try JSONObject(parsing: String($0))) }
    let pairs = secrets.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    try Day(
        of: file.devices, configuration: configuration, secrets: pairs.map { ($0[0], $0[$0.count - 1]) }, calls: calls
    ) { print($0) }.pass()
}

let usage = """
    simulate [SEEDS] [FIRST]                    shifts drawn from seeds
    simulate --rounds ROUNDS [SEEDS] [FIRST]    the same shifts, and the same minute, again and again: memory may not grow
    simulate --recording FILE --configuration FILE [--calls FILE] [--secret USER=DOTS]...
                                                a day from its recording (CONTRIBUTING.md)
    """

func run() throws -> Int32 {
    let known = ["rounds", "recording", "configuration", "calls", "secret"].map { Option($0, value: .required) }
    let words = try Arguments(CommandLine.arguments, known: known)
    let numbers = words.operands.compactMap { UInt64($0) }
    let first = numbers.dropFirst().first ?? 1
    if let recording = words["recording"], let configuration = words["configuration"] {
        let secrets = words.options.filter { $0.name == "secret" }.compactMap(\.value)
        try pass(recording: recording, configuration: configuration, calls: words["calls"], secrets: secrets)
        return 0
    }
    if let rounds = words["rounds"].flatMap({ Int($0) }) {
        let seeds = first..<first + (numbers.first ?? 3)
        return try areShiftsFlat(seeds: seeds, rounds: rounds) && isDaemonFlat(times: 60 * rounds) ? 0 : 1
    }
    guard words.options.isEmpty, numbers.count == words.operands.count else {
        print(usage)
        return 2
    }
    return work(seeds: first..<first + (numbers.first ?? 30))
}

sayTraps()
do { exit(try run()) } catch {
    print("simulate: \(error)")
    exit(1)
}
