/// Matching colors.
enum MotifColors {
    /// Strong and light colors.
    static let cloth: [[UInt32]] = [
        [0xe07a5f, 0xf2cc8f, 0x81b29a, 0x3d405b, 0xf4f1de, 0xb56576, 0x6d97c4],
        [0x264653, 0x2a9d8f, 0xe9c46a, 0xf4a261, 0xe76f51, 0xf7ede2, 0x8ab17d],
        [0x5f0f40, 0x9a031e, 0xfb8b24, 0xe36414, 0x0f4c5c, 0xf6e7cb, 0x7b9e87],
        [0x355070, 0x6d597a, 0xb56576, 0xe56b6f, 0xeaac8b, 0xf8edeb, 0x88a2aa],
        [0x606c38, 0x283618, 0xfefae0, 0xdda15e, 0xbc6c25, 0xa3b18a, 0x9c6644],
    ]

    /// One of the lists, as pixels.
    static func pick(_ lists: [[UInt32]], _ generator: inout SeededGenerator) -> [Pixel] {
        generator.pick(lists).map { Pixel($0) }
    }
}
