// What the judge says of synthetic tracks, as a table for Benchmarks/tracks.md.
//
//     swift run -c release touchtracks [TRACKS]
//
// TRACKS is how many of each kind, 10000 if not given.
let arguments = CommandLine.arguments.dropFirst()
guard let tracks = arguments.first.map({ Int($0) }) ?? 10_000, tracks > 0 else {
    fatalError("usage: touchtracks [TRACKS]")
}
TrackTable(tracks: tracks).print()
