extension Schema {
    /// The tables that this program works with.
    ///
    /// The lines that begin with a comma are as `ALTER TABLE` wrote them: a vault is compared with these texts.
    package static let present = Schema(steps: [
        Step(
            version: formerVersion,
            """
            PRAGMA application_id = \(Database.application);

            CREATE TABLE key (
                name TEXT PRIMARY KEY,
                value BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE credential (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                user TEXT NOT NULL UNIQUE,
                scheme INTEGER NOT NULL,
                passes INTEGER NOT NULL,
                memory INTEGER NOT NULL,
                salt BLOB NOT NULL,
                verifier BLOB NOT NULL,
                rows INTEGER NOT NULL,
                columns INTEGER NOT NULL,
                created INTEGER NOT NULL
            , expires INTEGER, disabled INTEGER NOT NULL DEFAULT 0, recovering INTEGER NOT NULL DEFAULT 0\
            , duress_passes INTEGER NOT NULL DEFAULT 0, duress_memory INTEGER NOT NULL DEFAULT 0\
            , duress_salt BLOB, duress_verifier BLOB, seal BLOB) STRICT;

            -- user NULL counts the attempts on names that have no pattern.
            CREATE TABLE attempt (
                user TEXT UNIQUE REFERENCES credential (user) ON DELETE CASCADE,
                failed INTEGER NOT NULL DEFAULT 0,
                boot BLOB,
                boottime INTEGER
            , sequence INTEGER NOT NULL DEFAULT 0, seal BLOB) STRICT;
            INSERT INTO attempt (user) VALUES (NULL);

            -- Outlives a change of the pattern, so it hangs on the name and not on the credential.
            CREATE TABLE recovery (
                user TEXT PRIMARY KEY,
                hash BLOB NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE result (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                id BLOB NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                outcome TEXT NOT NULL,
                reason TEXT NOT NULL,
                user TEXT,
                owner INTEGER NOT NULL,
                provenance TEXT NOT NULL,
                device TEXT,
                input TEXT NOT NULL,
                demo INTEGER NOT NULL,
                attempt INTEGER,
                boot BLOB NOT NULL,
                monotonic INTEGER NOT NULL,
                wall INTEGER NOT NULL,
                scene TEXT,
                widget TEXT
            , seal BLOB, link BLOB, wait INTEGER, attempts_left INTEGER, until_locked INTEGER, locked INTEGER\
            , form TEXT, profile TEXT, width INTEGER, height INTEGER, refreshes INTEGER) STRICT;
            CREATE INDEX result_of_owner ON result (owner, sequence);

            -- The place behind which the kept results begin, and what vouches for it.
            CREATE TABLE checkpoint (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                sequence INTEGER NOT NULL,
                link BLOB NOT NULL,
                mark BLOB NOT NULL
            , token TEXT) STRICT;

            -- seed is NULL and boot and boottime are set once the key signs no more.
            CREATE TABLE signing_key (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                public BLOB NOT NULL,
                seed BLOB,
                boot BLOB,
                boottime INTEGER
            ) STRICT;

            -- redeemed, owner and claim are set once it was redeemed; claim stays NULL if that cannot be repeated.
            CREATE TABLE token (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                result BLOB NOT NULL UNIQUE,
                boot BLOB NOT NULL,
                expires INTEGER NOT NULL,
                redeemed INTEGER,
                owner INTEGER,
                claim BLOB
            ) STRICT;

            -- times holds the moments of the misses, eight bytes each, -1 where there is none; panel is a keyed hash of where it is plugged in.
            CREATE TABLE miss (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                panel BLOB NOT NULL UNIQUE,
                times BLOB NOT NULL,
                waits INTEGER NOT NULL,
                began INTEGER,
                boot BLOB NOT NULL,
                seal BLOB NOT NULL
            ) STRICT;

            -- One row: which vault this is, how often it was changed, and a seal over the records of all users.
            CREATE TABLE guard (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                vault BLOB NOT NULL,
                counter INTEGER NOT NULL,
                alarm TEXT,
                start INTEGER,
                seal BLOB NOT NULL
            ) STRICT;
            """),
        // Secrets of all kinds; the vault moves patterns there, and authenticates the checkpoint without a signature.
        Step(
            version: movingVersion,
            """
            CREATE TABLE secret (
                user TEXT NOT NULL REFERENCES credential (user) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                passes INTEGER NOT NULL,
                memory INTEGER NOT NULL,
                salt BLOB NOT NULL,
                verifiers BLOB NOT NULL,
                rows INTEGER NOT NULL,
                columns INTEGER NOT NULL,
                PRIMARY KEY (user, kind)
            ) STRICT, WITHOUT ROWID;
            ALTER TABLE result ADD COLUMN secret TEXT;
            """),
        Step(
            version: 17,
            "ALTER TABLE checkpoint DROP COLUMN token;"
                + [
                    "passes", "memory", "salt", "verifier", "rows", "columns", "duress_passes", "duress_memory",
                    "duress_salt", "duress_verifier",
                ].map { "ALTER TABLE credential DROP COLUMN \($0);" }.joined()),
    ])
}
