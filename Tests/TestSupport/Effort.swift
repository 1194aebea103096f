import Glibc

/// How often a test does what it does, unless a variable of the environment says otherwise, as in `make nightly`.
package func effort(_ variable: String, usual: Int) -> Int {
    unsafe getenv(variable).flatMap { unsafe Int(String(cString: $0)) } ?? usual
}
