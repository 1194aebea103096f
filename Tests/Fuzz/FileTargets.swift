import Glibc
import TouchConfiguration
import TouchCore
import TouchModels
import TouchPicture
import TouchRecording

@testable import DeskTools

extension FuzzTarget {
    /// `touchd.conf`: read, or rejected with the line of every error.
    static var configuration: FuzzTarget {
        let file = unnamedFile()
        return FuzzTarget("configuration") { bytes in
            let isWritten = unsafe ftruncate(file, 0) == 0 && pwrite(file, bytes, bytes.count, 0) == bytes.count
            require(isWritten, "the disk is full")
            do throws(ConfigurationError) {
                _ = try LoadedConfiguration(path: "/proc/self/fd/\(file)", isRequired: true) { $0.isEmpty ? nil : 1 }
            } catch {
                require(!error.problems.isEmpty, "refused without a reason")
                for problem in error.problems { require(!problem.description.isEmpty, "a reason without words") }
            }
        }
    }

    /// `touchctl image import`: JPEG by libjpeg-turbo, PNG by libpng.
    static var importedPicture: FuzzTarget {
        FuzzTarget("import") { bytes in
            let size = PictureSize(width: 120, height: 120)
            do throws(ImageError) {
                let picture = try PictureImport.picture(of: bytes, atLeast: size)
                require(picture.pixels.count == picture.width * picture.height, "pixels are missing")
                if picture.pixels.count <= 1 << 16 { _ = picture.covering(size) }
            } catch { require(!error.description.isEmpty, "a reason without words") }
        }
    }

    /// The daemon's own pictures: reading back gives what was written.
    static var rawPicture: FuzzTarget {
        FuzzTarget("raw-picture") { bytes in
            guard let picture = try? RawPicture.decode(bytes) else { return }
            require((try? RawPicture.encode(picture)) == bytes, "another file comes out")
        }
    }

    /// Traces: read and played in simulated time.
    static var trace: FuzzTarget {
        FuzzTarget("trace") { bytes in
            guard let trace = try? Trace(parsing: String(decoding: bytes, as: UTF8.self)),
                var player = try? TracePlayer(trace)
            else { return }
            var events = Events()
            for input in trace.inputs { player.play(input, &events) }
        }
    }

    /// The path of a captcha's piece.
    static var outline: FuzzTarget {
        FuzzTarget("outline") { bytes in
            guard let outline = try? Outline(path: String(decoding: bytes, as: UTF8.self)) else { return }
            require(outline.polygon().allSatisfy(\.isFinite), "a corner is no number")
            for turn in 0..<8 { _ = outline.fitted(into: Size(width: 64, height: 48), turn: turn).polygon() }
        }
    }

    /// A private file in memory.
    private static func unnamedFile() -> Int32 {
        var path = Array("/dev/shm/touchfuzz.XXXXXX".utf8CString)
        let file = unsafe mkstemp(&path)
        require(file >= 0, "mkstemp failed")
        unsafe unlink(path)
        return file
    }
}
