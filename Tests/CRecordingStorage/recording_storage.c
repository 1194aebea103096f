#include "recording_storage.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 16 };

struct recording {
    sqlite3_vfs layer;
    sqlite3_vfs *below;
    bool has_syncs;
    int fault;
    char *name;
    char *paths[MOST_FILES];
    int files;
    struct recorded_step *steps;
    size_t count, room;
};

struct recorded_file {
    sqlite3_file base;
    struct recording *recording;
    const char *path;
    /* The underlying file's structure follows this one. */
};

static sqlite3_file *below(sqlite3_file *file) { return (sqlite3_file *)((struct recorded_file *)file + 1); }

static int file_number(struct recording *recording, const char *path) {
    for (int file = 0; file < recording->files; file++)
        if (strcmp(recording->paths[file], path) == 0) return file;
    if (recording->files == MOST_FILES) abort();
    recording->paths[recording->files] = strdup(path);
    return recording->files++;
}

void recording_add(
    struct recording *recording, enum recorded_kind kind, const char *path, long long place, const unsigned char *bytes,
    int count) {
    if (kind == RECORDED_SYNC && !recording->has_syncs) return;
    if (recording->count == recording->room) {
        recording->room = recording->room ? recording->room * 2 : 256;
        recording->steps = realloc(recording->steps, recording->room * sizeof *recording->steps);
        if (!recording->steps) abort();
    }
    unsigned char *copy = NULL;
    if (count > 0) {
        copy = malloc((size_t)count);
        if (!copy) abort();
        memcpy(copy, bytes, (size_t)count);
    }
    recording->steps[recording->count++] =
        (struct recorded_step){kind, path ? file_number(recording, path) : -1, place, copy, count};
}

static void note(sqlite3_file *file, enum recorded_kind kind, long long place, const void *bytes, int count) {
    struct recorded_file *recorded = (struct recorded_file *)file;
    recording_add(recorded->recording, kind, recorded->path, place, bytes, count);
}

static int fault(sqlite3_file *file) { return ((struct recorded_file *)file)->recording->fault; }

static int close_file(sqlite3_file *file) { return below(file)->pMethods->xClose(below(file)); }
static int read_file(sqlite3_file *file, void *into, int count, sqlite3_int64 place) {
    return below(file)->pMethods->xRead(below(file), into, count, place);
}
static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 place) {
    if (fault(file)) return fault(file);
    note(file, RECORDED_WRITE, place, bytes, count);
    return below(file)->pMethods->xWrite(below(file), bytes, count, place);
}
static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    if (fault(file)) return fault(file);
    note(file, RECORDED_TRUNCATE, size, NULL, 0);
    return below(file)->pMethods->xTruncate(below(file), size);
}
static int sync_file(sqlite3_file *file, int flags) {
    (void)flags;
    if (fault(file)) return fault(file);
    /* Only recorded: the file is deleted after the test, so nothing needs to be synced. */
    note(file, RECORDED_SYNC, 0, NULL, 0);
    return SQLITE_OK;
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return below(file)->pMethods->xFileSize(below(file), size);
}
static int lock_file(sqlite3_file *file, int level) { return below(file)->pMethods->xLock(below(file), level); }
static int unlock_file(sqlite3_file *file, int level) { return below(file)->pMethods->xUnlock(below(file), level); }
static int check_lock(sqlite3_file *file, int *answer) {
    return below(file)->pMethods->xCheckReservedLock(below(file), answer);
}
static int control_file(sqlite3_file *file, int code, void *argument) {
    return below(file)->pMethods->xFileControl(below(file), code, argument);
}
static int sector_size(sqlite3_file *file) { return below(file)->pMethods->xSectorSize(below(file)); }
static int characteristics(sqlite3_file *file) {
    return below(file)->pMethods->xDeviceCharacteristics(below(file));
}

/* Version 1 of the methods has no shared memory and no mapping; a database in exclusive mode needs neither. */
static const sqlite3_io_methods methods = {
    1, close_file, read_file, write_file, truncate_file, sync_file, file_size, lock_file, unlock_file, check_lock,
    control_file, sector_size, characteristics, NULL, NULL, NULL, NULL, NULL, NULL,
};

static int open_file(sqlite3_vfs *layer, const char *path, sqlite3_file *file, int flags, int *answered) {
    struct recording *recording = layer->pAppData;
    struct recorded_file *recorded = (struct recorded_file *)file;
    recorded->base.pMethods = NULL;
    recorded->recording = recording;
    int code = recording->below->xOpen(recording->below, path, below(file), flags, answered);
    if (code != SQLITE_OK) return code;
    recorded->path = recording->paths[file_number(recording, path ? path : "")];
    recorded->base.pMethods = &methods;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *layer, const char *path, int syncs_folder) {
    struct recording *recording = layer->pAppData;
    recording_add(recording, RECORDED_DELETE, path, syncs_folder, NULL, 0);
    return recording->below->xDelete(recording->below, path, 0);
}

struct recording *recording_begin(const char *name, bool has_syncs) {
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    struct recording *recording = calloc(1, sizeof *recording);
    if (!usual || !recording) return NULL;
    recording->below = usual;
    recording->has_syncs = has_syncs;
    recording->name = strdup(name);
    recording->layer = *usual;
    recording->layer.zName = recording->name;
    recording->layer.pNext = NULL;
    recording->layer.pAppData = recording;
    recording->layer.szOsFile = (int)sizeof(struct recorded_file) + usual->szOsFile;
    recording->layer.xOpen = open_file;
    recording->layer.xDelete = delete_file;
    if (sqlite3_vfs_register(&recording->layer, 0) != SQLITE_OK) return NULL;
    return recording;
}

void recording_forget(struct recording *recording) {
    for (size_t index = 0; index < recording->count; index++) free((void *)recording->steps[index].bytes);
    recording->count = 0;
}

void recording_end(struct recording *recording) {
    sqlite3_vfs_unregister(&recording->layer);
    recording_forget(recording);
    for (int file = 0; file < recording->files; file++) free(recording->paths[file]);
    free(recording->steps);
    free(recording->name);
    free(recording);
}

void recording_fail(struct recording *recording, int code) { recording->fault = code; }

size_t recording_count(const struct recording *recording) { return recording->count; }
struct recorded_step recording_at(const struct recording *recording, size_t index) { return recording->steps[index]; }
const char *recording_path(const struct recording *recording, int file) { return recording->paths[file]; }
