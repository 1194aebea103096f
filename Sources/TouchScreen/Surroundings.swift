package import TouchConfiguration
package import EventLoop
internal import TouchCore
package import TouchInput
package import TouchPicture
package import TouchVault

/// What a daemon has from outside.
package struct Surroundings {
    /// Its loop, which has the clock.
    package let loop: EventLoop
    /// The machine's boot.
    let boot: BootID
    /// Where panels come from.
    package let seat: any PanelSource
    /// Where sysfs is.
    package let sysfs: String
    /// What it costs to stretch a secret; nil: as configured.
    package let stretch: StretchParameters?
    /// How the vault's bytes are written.
    package let storage: Storage
    /// The source of the puzzles' secrets.
    package let seed: @Sendable () -> PictureSeed
    /// Who knows the units of processes, if anybody does.
    package let units: (any UnitSource)?

    /// Each as in the property of its name.
    package init(
        loop: EventLoop, boot: BootID, seat: any PanelSource, sysfs: String = "/sys", stretch: StretchParameters? = nil,
        storage: Storage = Storage(), seed: @escaping @Sendable () -> PictureSeed = { .random() },
        units: (any UnitSource)? = nil
    ) {
        (self.loop, self.boot, self.seat, self.sysfs, self.stretch) = (loop, boot, seat, sysfs, stretch)
        (self.storage, self.seed, self.units) = (storage, seed, units)
    }

    /// Now, on every clock that a stored row needs.
    package var moment: Moment {
        Moment(boot: boot, monotonic: loop.now, boottime: loop.boottime, wall: loop.wallTime)
    }
}
