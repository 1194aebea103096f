import TouchConfiguration
import TouchCore
import TouchDevice
import TouchInput

/// The filters that the configuration of this machine has for each panel.
package struct ConfiguredFilters {
    private let configuration: Configuration
    /// Why the defaults are used; nil: a file was read.
    private let lack: String?

    /// Reads the configuration; lines that are invalid do not count.
    init(path: String = LoadedConfiguration.standardPath) {
        do throws(ConfigurationError) {
            let loaded = try LoadedConfiguration(
                path: path, isRequired: false, lookUp: { _ in nil }, lookUpUser: { _ in nil },
                tolerating: { !$0.isOfAWholeFile })
            configuration = loaded.configuration
            lack = loaded.files.isEmpty ? "\(path) does not exist" : nil
        } catch {
            configuration = Configuration()
            lack = error.problems.first { $0.reason.isOfAWholeFile }?.description ?? error.description
        }
    }

    /// The filters of a panel, and where they are from: its section, or why there are none.
    func trial(of device: Device) -> (source: String, trial: FilterTrial?) {
        if let lack { return ("defaults, which filter nothing: \(lack)", nil) }
        guard let section = configuration.section(for: device.facts)?.section else {
            return ("none: no [panel] section matches", nil)
        }
        var view = PanelView(view: Size(width: 100, height: 100), size: section.size)
        view.filters = section.filters
        guard let trial = FilterTrial(view, of: device) else { return ("none in [panel \(section.name)]", nil) }
        return ("[panel \(section.name)]", trial)
    }
}
