// Measures a captcha's verdict after the lift: judging, signing and storing it durably. Also measures a change of one user
// on the event loop, without and with the wait for the disk, in a vault of one user and of a hundred.
//
//     touchverdicts FILE [TIMES]
//
// FILE is a new vault on the disk to measure. Prints one line each: what, p50 and p99 in microseconds.
private import Glibc
import SeededNumbers
private import SyntheticTracks
private import TouchCore
import TouchModels
private import TouchVault

private let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, let times = arguments.count > 1 ? Int(arguments[2]) : 1_000, times > 0 else {
    fatalError("usage: touchverdicts FILE [TIMES]")
}

private func microseconds(_ body: () throws -> Void) rethrows -> Double {
    var (start, end) = (timespec(), timespec())
    unsafe clock_gettime(CLOCK_MONOTONIC, &start)
    try body()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    return Double(end.tv_sec - start.tv_sec) * 1e6 + Double(end.tv_nsec - start.tv_nsec) / 1e3
}

private func row(_ what: String, _ taken: [Double]) {
    let sorted = taken.sorted()
    print("\(what): \(sorted[sorted.count / 2]) \(sorted[sorted.count * 99 / 100])")
}

private let moment = Moment(
    boot: try .current(), monotonic: Instant(microseconds: 1), boottime: Instant(microseconds: 1),
    wall: WallTime(microseconds: 1_700_000_000_000_000))
private let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
private let vault = try Vault.open(path: path, pepper: try Pepper.load(credentials: nil, directory: folder))
private let issuer = try TokenIssuer(vault: vault, policy: .init(), at: moment)
private var random = SplitMix64(seed: 1)
private var rows: [String: [Double]] = [:]
for number in 0..<times {
    let kind = SyntheticPanel.kinds[number % SyntheticPanel.kinds.count]
    let (track, lifted) = Hand.submovements.track(on: kind, using: &random).fingerTrack
    let shown = SyntheticTrack.landing.advanced(by: .seconds(-1))
    let judged = microseconds { _ = TrackJudge.judge(track, lifted: lifted, shown: shown) }
    var token: String?
    let stored = try microseconds {
        let result = InteractionResult(
            kind: .captcha, outcome: .passed, reason: "none", owner: 0, provenance: "physical", input: "drag",
            moment: ResultMoment(moment))
        token = try issuer.issue(for: vault.insert(result), challenge: "challenge", at: moment)?.text
    }
    // Signs the same claims again, to measure the signature alone.
    guard let token,
        case .passed(let claims, _) = try issuer.redeem(RedemptionRequest(token: token, owner: 0), at: moment)
    else { fatalError("a fresh token is accepted") }
    let signed = microseconds { precondition(issuer.signed(claims) == token, "a signature is the same again") }
    rows["verdict of a captcha: judge a track", default: []].append(judged)
    rows["verdict of a captcha: judge and sign", default: []].append(judged + signed)
    rows["verdict of a captcha: store and sign a verdict", default: []].append(stored)
    rows["verdict of a captcha: judge, store and sign", default: []].append(judged + stored)
}
private var users: [UserName] = []
for count in [1, 100] {
    while users.count < count {
        var dots = [0, 3, 6, 7, 8]
        let user = try UserName("user-\(users.count)")
        let pattern = try Secret(PatternLock.secret, in: PatternLock.secret.form(), wiping: &dots)
        try vault.store(try vault.beginEnrollment(user, of: "pattern").run(pattern), at: moment)
        users.append(user)
    }
    for number in 0..<times {
        var write: DurableWrite?
        let changed = try microseconds {
            write = try vault.later(of: users[0]) { () throws(VaultError) in
                try vault.restrict(users[0], isDisabled: !number.isMultiple(of: 2), expiry: nil)
            }.write
        }
        rows["vault: change a user of \(count)", default: []].append(changed)
        rows["vault: wait for log and guard", default: []].append(try microseconds { try write?.finish() })
    }
}
for (what, taken) in rows.sorted(by: { $0.key < $1.key }) { row(what, taken) }
