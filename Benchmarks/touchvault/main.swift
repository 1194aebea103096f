// Makes a vault of the given size, as touchd itself would, and measures what grows with it.
//
//     touchvault FOLDER RESULTS USERS
//
// Creates FOLDER, which touchd can use as its state directory. Prints one line each: what, p50 and p99 in microseconds.
import TouchConfiguration
private import Glibc
private import TouchCore
import TouchModels
private import TouchVault

private let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3, let results = Int(arguments[1]), let users = Int(arguments[2]), results >= 0, users >= 0
else {
    fatalError("usage: touchvault FOLDER RESULTS USERS")
}

private func microseconds(_ body: () throws -> Void) rethrows -> Double {
    var (start, end) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_MONOTONIC, &start)
    try body()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    return Double(end.tv_sec - start.tv_sec) * 1e6 + Double(end.tv_nsec - start.tv_nsec) / 1e3
}

private func row(_ what: String, times: Int, _ body: () throws -> Void) rethrows {
    let taken = try (0..<times).map { _ in try microseconds(body) }.sorted()
    print("\(what): \(taken[times / 2]) \(taken[times * 99 / 100])")
}

private let moment = Moment(
    boot: try .current(), monotonic: Instant(microseconds: 1), boottime: Instant(microseconds: 1),
    wall: WallTime(microseconds: 1_700_000_000_000_000))
private let folder = arguments[0]
try Vault.makeFolder(folder)
private let vault = try Vault.open(
    path: folder + "/vault.db", pepper: try Pepper.load(credentials: nil, directory: folder),
    parameters: StretchParameters(uncheckedPasses: 1, memoryBytes: 8 << 10),
    resultLimit: max(results, 1))
private var result: InteractionResult {
    InteractionResult(
        kind: .captcha, outcome: .passed, reason: "none", owner: 0, provenance: "physical", device: "Panel of a bench",
        input: "drag", moment: ResultMoment(moment), scene: "scene", widget: "captcha")
}
// A thousand results per transaction, or all users: syncing each change is not measured here.
for first in stride(from: 0, to: results, by: 1_000) {
    try vault.later { () throws(VaultError) in
        for _ in first..<min(first + 1_000, results) { _ = try vault.insert(result) }
    }.write.finish()
}
if users > 0 {
    try vault.later { () throws(VaultError) in
        for number in 0..<users {
            var dots = [0, 3, 6, 7, 8]
            do {
                let pattern = try Secret(PatternLock.secret, in: PatternLock.secret.form(), wiping: &dots)
                let user = try UserName("user-\(number)")
                try vault.store(try vault.beginEnrollment(user, of: "pattern").run(pattern), at: moment)
                guard number == 79, let scheme = ModelCatalog.secret("pin") else { continue }
                var digits = [1, 3, 5, 7, 9, 0]
                let pin = try Secret(scheme, in: scheme.form(), wiping: &digits)
                try vault.store(try vault.beginEnrollment(user, of: "pin").run(pin), at: moment)
            } catch let error as VaultError { throw error } catch { fatalError("\(error)") }
        }
    }.write.finish()
}
guard results > 0 else { exit(0) }
try row("store one result", times: 200) { _ = try vault.insert(result) }
private let newest = Int64(results)
try row("list the last 100", times: 200) {
    let listed = try vault.results(after: newest, limit: 100)
    precondition(listed.count == 100, "a hundred are there")
}
try row("verify the chain", times: 1) {
    var walk = AuditWalk()
    var end: AuditFinding?
    while end == nil { end = try walk.proceed(in: vault) }
    precondition(end?.broken == nil, "touchd's own chain is in order")
}
