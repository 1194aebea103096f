/// The configuration of a kiosk in tests, from lines of its sections.
package func configurationText(
    daemon: String, view: String, trustsVirtual: Bool, input: String, access: String, store: String,
    in folder: TemporaryFolder
) -> String {
    """
    [touchd]
    state-directory=\(folder.path(of: "state"))
    \(daemon)
    [view]
    size=\(view)
    rotate=0
    [input]
    allow-provenance=\(trustsVirtual ? "physical,virtual" : "physical")
    \(input)
    [access]
    \(access)
    [store]
    \(store)

    """
}
