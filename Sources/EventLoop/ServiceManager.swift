public import System
internal import CSystemd

/// Notifications to the service manager.
public enum ServiceManager {
    /// Reports lines such as `READY=1`; returns whether a service manager is listening (`NOTIFY_SOCKET`).
    @discardableResult
    public static func notify(_ state: String) throws(SystemError) -> Bool {
        try unsafe SystemError.check("sd_notify", sd_notify(0, state)) > 0
    }
}
