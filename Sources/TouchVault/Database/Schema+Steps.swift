extension Schema {
    /// The tables that this program works with.
    package static let present = Schema(steps: [
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
        ) STRICT;

        -- user NULL counts the attempts on names that have no pattern.
        CREATE TABLE attempt (
            user TEXT UNIQUE REFERENCES credential (user) ON DELETE CASCADE,
            failed INTEGER NOT NULL DEFAULT 0,
            boot BLOB,
            boottime INTEGER
        ) STRICT;
        INSERT INTO attempt (user) VALUES (NULL);

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
        ) STRICT;
        CREATE INDEX result_of_owner ON result (owner, sequence);
        """,
        // Records of attempts are numbered and sealed; the vault seals those that are there.
        """
        ALTER TABLE attempt ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE attempt ADD COLUMN seal BLOB;

        -- Outlives a change of the pattern, so it hangs on the name and not on the credential.
        CREATE TABLE recovery (
            user TEXT PRIMARY KEY,
            hash BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        """,
        // Tokens, and the keys that sign them.
        """
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
        """,
        // The chain of results.
        """
        ALTER TABLE result ADD COLUMN seal BLOB;
        ALTER TABLE result ADD COLUMN link BLOB;

        -- The place behind which the kept results begin, and what vouches for it.
        CREATE TABLE checkpoint (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            sequence INTEGER NOT NULL,
            link BLOB NOT NULL,
            mark BLOB NOT NULL
        ) STRICT;
        """,
        // Misses of panels.
        """
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
        """,
        // Credentials get states, a second secret and a seal, of which the vault fills in the last two; results get their
        // user's standing, checkpoints a signature.
        """
        ALTER TABLE credential ADD COLUMN expires INTEGER;
        ALTER TABLE credential ADD COLUMN disabled INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE credential ADD COLUMN recovering INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE credential ADD COLUMN duress_passes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE credential ADD COLUMN duress_memory INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE credential ADD COLUMN duress_salt BLOB;
        ALTER TABLE credential ADD COLUMN duress_verifier BLOB;
        ALTER TABLE credential ADD COLUMN seal BLOB;

        ALTER TABLE result ADD COLUMN wait INTEGER;
        ALTER TABLE result ADD COLUMN attempts_left INTEGER;
        ALTER TABLE result ADD COLUMN until_locked INTEGER;
        ALTER TABLE result ADD COLUMN locked INTEGER;

        ALTER TABLE checkpoint ADD COLUMN token TEXT;

        -- One row: which vault this is, how often it was changed, and a seal over the records of all users.
        CREATE TABLE guard (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            vault BLOB NOT NULL,
            counter INTEGER NOT NULL,
            alarm TEXT,
            start INTEGER,
            seal BLOB NOT NULL
        ) STRICT;
        """,
        // From here on the vault seals more rows, and keys that sign tokens are hidden with the pepper.
        "DELETE FROM token; DELETE FROM signing_key;",
        "-- The vault puts the key that signs heads of the results under the pepper, too.",
        // The challenge of a result.
        """
        ALTER TABLE result ADD COLUMN form TEXT;
        ALTER TABLE result ADD COLUMN profile TEXT;
        ALTER TABLE result ADD COLUMN width INTEGER;
        ALTER TABLE result ADD COLUMN height INTEGER;
        ALTER TABLE result ADD COLUMN refreshes INTEGER;
        """,
        // Secrets of kinds other than the pattern.
        """
        CREATE TABLE secret (
            user TEXT NOT NULL REFERENCES credential (user) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            passes INTEGER NOT NULL,
            memory INTEGER NOT NULL,
            salt BLOB NOT NULL,
            verifier BLOB NOT NULL,
            duress_passes INTEGER NOT NULL,
            duress_memory INTEGER NOT NULL,
            duress_salt BLOB NOT NULL,
            duress_verifier BLOB NOT NULL,
            PRIMARY KEY (user, kind)
        ) STRICT, WITHOUT ROWID;
        """,
        "ALTER TABLE result ADD COLUMN secret TEXT;",
        // Deeper duress secrets; rows get them when they are next written.
        """
        ALTER TABLE credential ADD COLUMN second_duress BLOB;
        ALTER TABLE secret ADD COLUMN second_duress BLOB;
        """,
        "-- The vault seals a sum over the records of users.",
        "-- The vault authenticates the checkpoint with its own key and the pepper.",
        // Checkpoints are signed when somebody asks.
        "ALTER TABLE checkpoint DROP COLUMN token;",
        // The vault moves patterns to where other kinds of secrets are.
        """
        ALTER TABLE secret ADD COLUMN rows INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE secret ADD COLUMN columns INTEGER NOT NULL DEFAULT 0;
        """,
        [
            "passes", "memory", "salt", "verifier", "rows", "columns", "duress_passes", "duress_memory", "duress_salt",
            "duress_verifier", "second_duress",
        ].map { "ALTER TABLE credential DROP COLUMN \($0);" }.joined(separator: "\n"),
    ])
}
