// ranks_courier -- the process of a rank that speaks MPI: it carries pieces of bytes between the
// commands of the ranks, and ends them. See ranks.h.

#ifndef NOCSTEP_RANKS_COURIER_H
#define NOCSTEP_RANKS_COURIER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// On the socket between a courier and its command: a head, and `length` bytes of a stream of
// messages. `rank` is the one to which they go or from which they come.
typedef enum {
  PIECE_HELLO,  // to the command, first: courier_hello_t
  PIECE_BYTES,
  PIECE_ENDED,  // to the command of rank 0: that of `rank` has ended; the words why
  PIECE_STOP,   // to the command: the courier was told to end
} piece_kind_t;

typedef struct {
  uint32_t rank, kind;
  uint64_t length;  // up to PIECE_MOST
} piece_t;

enum { PIECE_MOST = 1 << 18 };

typedef struct {
  uint32_t index, count;
  uint32_t sharing;    // ranks on this machine that may use the same processors, with this one
  uint32_t different;  // the first rank with another program or other arguments; count: none
} courier_hello_t;

// False where nocstep was built without MPI: the rest of this header does nothing there.
bool courier_exists(void);
const char *courier_library(void);

// Starts MPI in this process, and learns of the others. `same`: equal on ranks that were started
// alike.
void courier_begin(uint64_t same, courier_hello_t *hello);

// The process that mpirun started becomes the courier of the command `child`, at the other end of
// socket `fd`. `said`: a file with what the command has printed as errors. `same`: equal on ranks
// that were started alike. Exits with the status of the command on rank 0, and with 0 on others.
_Noreturn void courier_run(int fd, pid_t child, int said, uint64_t same);

#endif
