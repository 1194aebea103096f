extension Array {
    /// Forgets the elements and keeps their room, as `removeAll(keepingCapacity: true)`, which for a few elements takes ten times as
    /// long.
    @inlinable
    public mutating func forgetElements() {
        if count > 16 { return removeAll(keepingCapacity: true) }
        while !isEmpty { removeLast() }
    }
}
