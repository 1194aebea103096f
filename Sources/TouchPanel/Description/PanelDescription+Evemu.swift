import TouchInput

extension PanelDescription {
    /// The panel an evemu description tells of.
    init(_ device: EvemuDescription) {
        self.init(
            name: device.name,
            identity: Identity(
                bus: device.numbers.bus, vendor: device.numbers.vendor, product: device.numbers.product,
                version: device.numbers.version),
            properties: Self.bits(device.properties), codes: device.codes.mapValues(Self.bits),
            axes: device.axes.mapValues { axis in
                AxisDescription(
                    axis.axis.minimum, axis.axis.maximum, fuzz: axis.axis.fuzz, flat: axis.flat,
                    resolution: axis.axis.resolution)
            })
    }

    /// Reads the description from an evemu file; what the file has of events is left alone.
    ///
    /// - Throws: when the file cannot be read, is none of evemu's, or has no description.
    public init(path: String) throws(PanelError) {
        let file = Evemu(reading: try contents(of: path))
        if let problem = file.problem, file.events.isEmpty { throw .unreadable(path: path, reason: "\(problem)") }
        guard let device = file.device else {
            throw .unreadable(path: path, reason: "the file describes no device")
        }
        self.init(device)
    }

    private static func bits(_ bitmap: [UInt8]) -> Set<UInt16> {
        var bits: Set<UInt16> = []
        for (index, byte) in bitmap.enumerated() {
            for bit in 0..<8 where byte & 1 << bit != 0 { bits.insert(UInt16(truncatingIfNeeded: index * 8 + bit)) }
        }
        return bits
    }
}
