internal import Arguments

/// `touchctl fleet setup`: makes or changes the streams and the bucket.
enum SetupCommand {
    static func run(_ bus: Bus, _ plans: [StreamPlan], replicas: Int) throws(CommandError) -> ExitStatus {
        var present: Set<String> = []
        for plan in plans {
            let found: StreamSpace?
            do throws(FleetError) { found = try bus.space(of: plan.name) } catch { throw .bus(error) }
            guard let found else { continue }
            present.insert(plan.name)
            // A limit below what a stream has would delete its oldest messages.
            if plan.overflow == .refuse, found.used > plan.maxBytes {
                throw .refused(
                    "\(plan.name) has \(StoreSize.text(found.used)), more than its share of --store, "
                        + "\(StoreSize.text(plan.maxBytes)); nothing was changed")
            }
        }
        for plan in plans {
            do throws(FleetError) {
                try bus.make(plan, replicas: replicas, exists: present.contains(plan.name))
            } catch { throw .bus(error) }
            try Listing.print("\(plan.name): at most \(StoreSize.text(plan.maxBytes))")
        }
        return .passed
    }
}
