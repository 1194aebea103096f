import Glibc

// Draws challenges with their answers for the attack bench, and times the drawing for `make bench`. Never installed.
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "speed" where words.count == 1: PuzzleSpeed().run()
case "draw" where words.count == 5 || words.count == 6:
    let decoys = words.count == 6 ? Int(words[5]) : nil
    guard let rules = PuzzleFolder.rules(words[1], decoys: decoys), let count = Int(words[2]),
        let first = UInt64(words[3])
    else { fallthrough }
    exit(PuzzleFolder(path: words[4]).fill(rules, count: count, first: first) ? 0 : 3)
default:
    print("Usage: touchpuzzles speed | draw simple|default|hard COUNT FIRST-SEED FOLDER [MORE-DECOYS]")
    exit(2)
}
