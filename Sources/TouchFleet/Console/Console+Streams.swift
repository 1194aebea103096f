internal import Arguments

extension Console {
    /// `touchctl fleet setup`: makes or changes the streams and the bucket.
    func setUp(_ plans: [StreamPlan], replicas: Int) throws(CommandError) -> ExitStatus {
        var present: Set<String> = []
        for plan in plans {
            guard let found = try reply({ bus throws(FleetError) in try bus.space(of: plan.name) }) else { continue }
            present.insert(plan.name)
            // A limit below what a stream has would delete its oldest messages.
            if plan.overflow == .refuse, found.used > plan.maxBytes {
                throw .refused(
                    "\(plan.name) has \(StoreSize.text(found.used)), more than its share of --store, "
                        + "\(StoreSize.text(plan.maxBytes)); nothing was changed")
            }
        }
        for plan in plans {
            try reply { bus throws(FleetError) in
                try bus.make(plan, replicas: replicas, exists: present.contains(plan.name))
            }
            try Self.print("\(plan.name): at most \(StoreSize.text(plan.maxBytes))")
        }
        return .passed
    }

    /// `touchctl fleet space`: how much of their limits the streams use; exit status 1 if one is nearly full or has no limit.
    func space() throws(CommandError) -> ExitStatus {
        let found = try spaces()
        guard !found.isEmpty else { throw .refused("no streams (touchctl fleet setup makes them)") }
        for one in found { try show(one.json, one.text) }
        return found.contains(where: \.isTight) ? .refused : .passed
    }

    /// Of the streams that refuse what they have no room for.
    func spaces() throws(CommandError) -> [StreamSpace] {
        var found: [StreamSpace] = []
        for name in [FleetNames.results, FleetNames.duress, FleetNames.bucketStream] {
            if let one = try reply({ bus throws(FleetError) in try bus.space(of: name) }) { found.append(one) }
        }
        return found
    }
}
