/// Allowed sizes of patterns and PINs.
public enum SecretSize {
    /// Rows and columns of a pattern's grid.
    public static let sides = 2...6
    /// Allowed values for the required number of dots: four, up to all dots of the largest grid.
    public static let minDots = 4...sides.upperBound * sides.upperBound
    /// Digits of a PIN.
    public static let digits = 4...12
}
