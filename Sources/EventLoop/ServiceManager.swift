public import System
internal import CSystemd

/// Notifications to the service manager.
public enum ServiceManager {
    /// Reports a state, such as `READY=1` or `STOPPING=1`; several are separated by line feeds.
    ///
    /// - Returns: whether a service manager is listening (`NOTIFY_SOCKET` of the environment).
    @discardableResult
    public static func notify(_ state: String) throws(SystemError) -> Bool {
        try unsafe SystemError.check("sd_notify", sd_notify(0, state)) > 0
    }
}
