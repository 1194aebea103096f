import Glibc

/// How often a test does what it does: as a variable of the environment says, which `make nightly` sets.
///
/// - Parameter usual: without the variable.
package func effort(_ variable: String, usual: Int) -> Int {
    unsafe getenv(variable).flatMap { unsafe Int(String(cString: $0)) } ?? usual
}
