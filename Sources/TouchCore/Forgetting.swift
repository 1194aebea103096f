extension Array {
    /// Removes all elements and keeps the capacity; ten times as fast as `removeAll(keepingCapacity: true)` for a few
    /// elements.
    @inlinable
    public mutating func forgetElements() {
        if count > 16 { return removeAll(keepingCapacity: true) }
        while !isEmpty { removeLast() }
    }
}
