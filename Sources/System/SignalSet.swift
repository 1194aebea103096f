package import Glibc

extension sigset_t {
    /// A set of signals.
    package init(_ numbers: [Int32]) {
        self.init()
        unsafe sigemptyset(&self)
        for number in numbers { unsafe sigaddset(&self, number) }
    }
}
