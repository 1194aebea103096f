internal import CShims
internal import Glibc
package import TouchConfiguration
internal import TouchCore
package import TouchScreen
package import TouchVault

/// The vault and the parts that use it.
package struct Store {
    /// The name of the file with patterns and results, in the state directory.
    package static let vaultName = "vault.db"

    let vault: Vault
    let tokens: TokenIssuer
    let misses: MissLimiter?
    /// Why it cannot be used; nil if it can.
    let fault: VaultError?

    /// Opens the vault on the disk, or creates it.
    package static func open(_ configuration: Configuration, in surroundings: Surroundings) throws(VaultError) -> Store
    {
        let directory = configuration.daemon.stateDirectory
        try Vault.makeFolder(directory)
        let path = directory + "/" + vaultName
        func variable(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
        let credentials = variable("CREDENTIALS_DIRECTORY")
        let pepper = try Pepper.load(
            credentials: credentials, directory: directory, mayMake: !Vault.wasMade(at: path))
        // Only there does the service that makes the credential leave its mark.
        let isEmptied =
            variable("STATE_DIRECTORY") == directory && Pepper.isUsed(credentials: credentials, directory: directory)
        let tpm = configuration.store.tpm
        let counter = tpm.isEmpty ? nil : TPMCounter(tcti: tpm, pepper: pepper)
        return try Vault.open(
            path: path, pepper: pepper,
            parameters: surroundings.stretch
                ?? StretchParameters(
                    passes: configuration.store.hashPasses ?? StretchParameters.floor.passes,
                    memoryBytes: configuration.store.hashMemoryBytes)
                ?? .standard, isCalibrated: surroundings.stretch == nil && configuration.store.hashPasses == nil,
            resultLimit: configuration.store.results,
            schedule: configuration.unlock.schedule.forgetting(after: configuration.unlock.forgetFailures),
            counter: counter, isExpected: isEmptied || LoadedConfiguration.isKept(in: directory),
            storage: surroundings.storage
        ) { vault throws(VaultError) in try Store(vault, configuration, surroundings.moment, fault: nil) }
    }

    /// Stands in for the vault until the one on the disk can be opened: every operation fails.
    package static func standIn(
        for fault: VaultError, _ configuration: Configuration, in surroundings: Surroundings
    ) throws(VaultError) -> Store {
        let store = try Store(Vault.standIn(), configuration, surroundings.moment, fault: fault)
        store.vault.close(because: fault)
        return store
    }

    private init(
        _ vault: Vault, _ configuration: Configuration, _ moment: Moment, fault: VaultError?
    ) throws(VaultError) {
        self.vault = vault
        self.fault = fault
        tokens = try TokenIssuer(vault: vault, policy: .init(configuration), at: moment)
        misses = configuration.captcha.lockout.map { MissLimiter(vault: vault, rule: $0) }
    }
}
