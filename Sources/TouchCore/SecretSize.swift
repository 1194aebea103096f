/// How large patterns and PINs may be, for whoever reads, draws or stores them.
public enum SecretSize {
    /// The rows and the columns of a pattern's grid.
    public static let sides = 2...6
    /// The fewest dots of a pattern that may be asked for: four, to all of the largest grid.
    public static let minDots = 4...sides.upperBound * sides.upperBound
    /// The digits of a PIN.
    public static let digits = 4...12
}
