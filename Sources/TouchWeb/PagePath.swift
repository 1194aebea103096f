/// The path of a request as a file below a folder.
///
/// The kernel keeps the path inside the folder (``PageFiles``); this rejects unusual paths, so that nothing depends on
/// how a file system treats them.
package struct PagePath: Hashable, Sendable {
    /// The path below the folder, with `index.html` added for a folder.
    package let relative: String

    static let maxLength = 1_024

    /// Reads a decoded path, which begins with a slash; nil if it is malformed, or leads to a file whose name begins
    /// with a dot.
    package init?(_ path: String) {
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= Self.maxLength else { return nil }
        guard path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else { return nil }
        // `.`, `..` and hidden files.
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.hasPrefix(".") }), !parts.dropLast().contains("") else { return nil }
        relative = parts.last == "" ? path.dropFirst() + "index.html" : String(path.dropFirst())
    }

    /// The media type; `application/octet-stream`, which browsers never execute, for unknown suffixes.
    package var contentType: StaticString {
        let name = relative.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
        return Self.types[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    private static let types: [String: StaticString] = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
        "map": "application/json", "webmanifest": "application/manifest+json", "txt": "text/plain; charset=utf-8",
        "ts": "text/plain; charset=utf-8", "md": "text/plain; charset=utf-8", "xml": "application/xml",
        "wasm": "application/wasm", "pdf": "application/pdf",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "opus": "audio/ogg", "wav": "audio/wav", "m4a": "audio/mp4",
        "mp4": "video/mp4", "webm": "video/webm",
    ]
}
