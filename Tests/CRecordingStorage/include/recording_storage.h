/* A SQLite VFS that tells of writes, truncations, syncs and deletions. */
#ifndef RECORDING_STORAGE_H
#define RECORDING_STORAGE_H

enum recorded_kind { RECORDED_WRITE, RECORDED_TRUNCATE, RECORDED_SYNC, RECORDED_DELETE };

/* Told of each step: the file, the offset of a write or the new size of a truncated file, and what is written. */
typedef void recorded(
    void *owner, enum recorded_kind kind, const char *path, long long place, const unsigned char *bytes, int count);

struct recording;

/* Registers a VFS of that name; NULL if SQLite refuses. */
struct recording *recording_begin(const char *name, recorded *tell, void *owner);
/* Unregisters the VFS; every database that uses it must be closed. */
void recording_end(struct recording *recording);
/* From now on SQLite's writes fail with this code, and are not told of; 0: they do not. */
void recording_fail(struct recording *recording, int code);

#endif
