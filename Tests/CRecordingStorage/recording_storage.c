#include "recording_storage.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct recording {
    sqlite3_vfs layer;
    sqlite3_vfs *below;
    recorded *tell;
    void *owner;
    int fault;
    char name[];
};

/* Lies behind the structure of a file of the usual layer, whose other methods stay. */
struct recorded_file {
    struct recording *recording;
    const char *path;
    const sqlite3_io_methods *usual;
    sqlite3_io_methods methods;
};

static struct recorded_file *behind(sqlite3_file *file) {
    return (struct recorded_file *)((char *)file + sqlite3_vfs_find(NULL)->szOsFile);
}

static int tell(sqlite3_file *file, enum recorded_kind kind, long long place, const void *bytes, int count) {
    struct recorded_file *self = behind(file);
    if (self->recording->fault) return self->recording->fault;
    self->recording->tell(self->recording->owner, kind, self->path, place, bytes, count);
    return SQLITE_OK;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 place) {
    int code = tell(file, RECORDED_WRITE, place, bytes, count);
    return code ? code : behind(file)->usual->xWrite(file, bytes, count, place);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    int code = tell(file, RECORDED_TRUNCATE, size, NULL, 0);
    return code ? code : behind(file)->usual->xTruncate(file, size);
}

/* Only told of: the file is deleted after the test, so nothing needs to be synced. */
static int sync_file(sqlite3_file *file, int flags) {
    (void)flags;
    return tell(file, RECORDED_SYNC, 0, NULL, 0);
}

static int open_file(sqlite3_vfs *layer, const char *path, sqlite3_file *file, int flags, int *answered) {
    struct recording *recording = layer->pAppData;
    int code = recording->below->xOpen(recording->below, path, file, flags, answered);
    if (code != SQLITE_OK) return code;
    struct recorded_file *self = behind(file);
    /* SQLite keeps the path until the file is closed. */
    *self = (struct recorded_file){recording, path ? path : "", file->pMethods, *file->pMethods};
    /* Version 1 has no shared memory and no mapping; a database in exclusive mode needs neither. */
    self->methods.iVersion = 1;
    self->methods.xWrite = write_file;
    self->methods.xTruncate = truncate_file;
    self->methods.xSync = sync_file;
    file->pMethods = &self->methods;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *layer, const char *path, int syncs_folder) {
    struct recording *recording = layer->pAppData;
    (void)syncs_folder;
    recording->tell(recording->owner, RECORDED_DELETE, path, 0, NULL, 0);
    return recording->below->xDelete(recording->below, path, 0);
}

struct recording *recording_begin(const char *name, recorded *tell, void *owner) {
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    struct recording *recording = calloc(1, sizeof *recording + strlen(name) + 1);
    if (!usual || !recording) return NULL;
    recording->below = usual;
    recording->tell = tell;
    recording->owner = owner;
    strcpy(recording->name, name);
    recording->layer = *usual;
    recording->layer.zName = recording->name;
    recording->layer.pNext = NULL;
    recording->layer.pAppData = recording;
    recording->layer.szOsFile += (int)sizeof(struct recorded_file);
    recording->layer.xOpen = open_file;
    recording->layer.xDelete = delete_file;
    if (sqlite3_vfs_register(&recording->layer, 0) != SQLITE_OK) return NULL;
    return recording;
}

void recording_end(struct recording *recording) {
    sqlite3_vfs_unregister(&recording->layer);
    free(recording);
}

void recording_fail(struct recording *recording, int code) { recording->fault = code; }
