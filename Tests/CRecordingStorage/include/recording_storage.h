/* A SQLite VFS that records writes, truncations, syncs and deletions. */
#ifndef RECORDING_STORAGE_H
#define RECORDING_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

enum recorded_kind { RECORDED_WRITE, RECORDED_TRUNCATE, RECORDED_SYNC, RECORDED_DELETE, RECORDED_MARK };

struct recorded_step {
    enum recorded_kind kind;
    /* The number of the file, for recording_path. */
    int file;
    /* The offset of a write, the new size of a truncated file, or the value of a mark. */
    long long place;
    const unsigned char *bytes;
    int count;
};

struct recording;

/* Registers a VFS of that name; NULL if SQLite refuses. Without `has_syncs`, syncs are not recorded. */
struct recording *recording_begin(const char *name, bool has_syncs);
/* Unregisters the VFS; every database that uses it must be closed. */
void recording_end(struct recording *recording);
/* Forgets what was recorded so far. */
void recording_forget(struct recording *recording);

/* Records a step that happened outside SQLite. */
void recording_add(
    struct recording *recording, enum recorded_kind kind, const char *path, long long place, const unsigned char *bytes,
    int count);

/* From now on SQLite's writes fail with this code, and are not recorded; 0: they do not. */
void recording_fail(struct recording *recording, int code);

size_t recording_count(const struct recording *recording);
struct recorded_step recording_at(const struct recording *recording, size_t index);
const char *recording_path(const struct recording *recording, int file);

#endif
