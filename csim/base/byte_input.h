// byte_input -- the bytes of a file, as they are or unpacked from gzip; read once, from beginning
// to end, so it may be a pipe.
//
// Several gzip data one behind the other are one text, as gunzip has it; other bytes behind them
// are refused. Data that expand to more than BYTES_FREE and BYTES_RATIO times their size are
// refused too:
// 3 MB could else be 3 GB. Text of measured or generated traffic shrinks to a fifth to a tenth.

#ifndef NOC_BYTE_INPUT_H
#define NOC_BYTE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BYTES_FREE = 16 << 20, BYTES_RATIO = 32 };

typedef struct byte_input byte_input_t;

// NULL with errno.
byte_input_t *bytes_open(const char *path);
void bytes_close(byte_input_t *b);

// Reads up to `size` bytes; 0 at the end; -1 after an error. Then *why is what was found, or NULL
// with errno.
ptrdiff_t bytes_read(byte_input_t *b, unsigned char *out, size_t size, const char **why);

#ifdef __cplusplus
}
#endif

#endif
