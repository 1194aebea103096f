import TouchConfiguration
import TouchCore
package import TouchDevice
package import TouchInput

/// What the configuration of this machine has for each panel, as touchd applies it.
package struct ConfiguredPanels: PanelViews {
    private let configuration: Configuration
    /// Why the defaults are used; nil: a configuration was read.
    private let lack: String?
    /// What is wrong with the files, and what counts instead; nil: nothing.
    let problem: String?

    /// Reads the configuration: if the files are invalid, the last one that worked, as touchd does.
    init(path: String = LoadedConfiguration.standardPath) {
        do throws(ConfigurationError) {
            let start = try StartConfiguration(path: path, isRequired: false)
            configuration = start.loaded.configuration
            lack = start.loaded.files.isEmpty ? "\(path) does not exist" : nil
            problem = start.problems.first.map { "\($0); the last configuration that worked counts" }
        } catch {
            configuration = Configuration()
            lack = error.problems.first?.description
            problem = error.problems.first.map { "\($0); no earlier configuration can be read, so the defaults count" }
        }
    }

    /// The view of a panel: in percent, with its size and its maximum speed, without filters.
    package func view(for device: Device) -> PanelView {
        var view = PanelView.percent
        if let section = configuration.section(for: device.facts)?.section {
            (view.size, view.maximumSpeed) = (section.size, section.maximumSpeed)
        }
        return view
    }

    /// Why touchd does not read a panel; nil: it does.
    func refusal(of device: Device) -> String? { configuration.refusal(of: device) }

    /// The filters of a panel, and where they are from: its section, or why there are none.
    func trial(of device: Device) -> (source: String, trial: FilterTrial?) {
        if let lack { return ("defaults, which filter nothing: \(lack)", nil) }
        let origin = problem.map { "\($0): " } ?? ""
        guard let section = configuration.section(for: device.facts)?.section else {
            return (origin + "none: no [panel] section matches", nil)
        }
        var view = view(for: device)
        view.filters = section.filters
        guard let trial = FilterTrial(view, of: device) else {
            return (origin + "none in [panel \(section.name)]", nil)
        }
        return (origin + "[panel \(section.name)]", trial)
    }
}
