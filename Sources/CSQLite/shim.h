#pragma once
// Debian builds SQLite with it; the header declares what there is only on demand.
#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>
