import InterfaceFiles
import Testing
import Varlink

@testable import TouchService

/// The methods of the interface files against those that the daemon serves.
struct WiringTests {
    @Test func `every method that is declared is wired, and every one that is wired is declared`() throws {
        let rig = try DaemonRig()
        let served = rig.daemon.interfaces
        #expect(Set(served.map(\.name)) == Set(InterfaceFiles.all.map(\.name)))
        for interface in served {
            let declared = try InterfaceDescription(parsing: interface.description).methods
            #expect(interface.methodNames == Set(declared.keys), "\(interface.name)")
        }
    }
}
