// How synthetic tracks are judged, as a table for Benchmarks/tracks.md.
//
//     swift run -c release touchtracks [TRACKS]
//
// TRACKS is the number of tracks of each kind, 10000 by default.
let arguments = CommandLine.arguments.dropFirst()
guard let tracks = arguments.first.map({ Int($0) }) ?? 10_000, tracks > 0 else {
    fatalError("usage: touchtracks [TRACKS]")
}
TrackTable(tracks: tracks).print()
