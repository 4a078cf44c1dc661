// memory_stream -- a stream whose text is kept in memory, as open_memstream() has it, but one that
// tells when memory was short: glibc's fclose() does not, and leaves no text or a part of it.

#ifndef NOC_MEMORY_STREAM_H
#define NOC_MEMORY_STREAM_H

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// A stream to write to, or NULL. fclose() sets *text to all that was written, with a NUL behind it,
// which free() releases, and *length to its bytes without the NUL; or it fails, with *text NULL and
// *length 0, as both are until then. ftell() says how much was written; nothing is written anew.
//
//   FILE *out = memory_stream(&text, &length);
//   if (out != NULL) fprintf(out, ...);
//   if (out == NULL || fclose(out) != 0) return memory_fail(error, "the text");
FILE *memory_stream(char **text, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
