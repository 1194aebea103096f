/* A layer of SQLite over the file system that writes down what is written, cut, synced and deleted. */
#ifndef RECORDING_STORAGE_H
#define RECORDING_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

enum recorded_kind { RECORDED_WRITE, RECORDED_TRUNCATE, RECORDED_SYNC, RECORDED_DELETE, RECORDED_MARK };

struct recorded_step {
    enum recorded_kind kind;
    /* Which file, for recording_path. */
    int file;
    /* Where a write begins, how long a file becomes, or what a mark says. */
    long long place;
    const unsigned char *bytes;
    int count;
};

struct recording;

/* Registers a layer of that name; NULL if SQLite refuses. Without syncs it passes none on and writes none down. */
struct recording *recording_begin(const char *name, bool has_syncs);
/* Takes the layer away; every database that uses it must be closed. */
void recording_end(struct recording *recording);

/* Writes a step down that somebody else made. */
void recording_add(
    struct recording *recording, enum recorded_kind kind, const char *path, long long place, const unsigned char *bytes,
    int count);

size_t recording_count(const struct recording *recording);
struct recorded_step recording_at(const struct recording *recording, size_t index);
const char *recording_path(const struct recording *recording, int file);

#endif
