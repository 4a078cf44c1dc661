// files -- paths, directories and hashes for the builder of plug-ins.

#ifndef NOC_FILES_H
#define NOC_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FILES_PATH = 4096 };

// Prints a path; false if it does not fit (out is then empty).
bool path_print(char out[FILES_PATH], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

bool path_exists(const char *path);

// The directory of a program in $PATH, symbolic links resolved: "/usr/bin/verilator". A name with a
// slash is taken as it is. False if there is none.
bool path_program(const char *name, char out[FILES_PATH]);

// Makes a directory and its parents. False if that is not possible or it is not writable.
bool dir_make(const char *path);

// Removes a directory with all it holds; nothing happens if there is none.
void dir_remove(const char *path);

// The names in a directory that end in `suffix`, sorted. Free with dir_names_free().
typedef struct {
  char **name;
  size_t count;
  bool incomplete;  // there may be more: the directory, or memory, was not to be had
} dir_names_t;
dir_names_t dir_names(const char *path, const char *suffix);
void dir_names_free(dir_names_t *names);

// The whole file as a string to be freed, or NULL.
char *file_read(const char *path);

// Writes all of it, whatever signals come; false with errno.
bool write_all(int fd, const void *bytes, size_t length);

// FNV-1a, 64 bits. Start with HASH_START.
#define HASH_START 0xcbf29ce484222325u
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);
uint64_t hash_text(uint64_t hash, const char *text);
uint64_t hash_list(uint64_t hash, const char *const *list);  // ends with NULL
// The content; a missing file hashes like an empty one.
uint64_t hash_file(uint64_t hash, const char *path);
// Place, size and time of a program: changes when it is installed anew.
uint64_t hash_program(uint64_t hash, const char *name);

#endif
