// ranks -- see ranks.h.

#include "runs/ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dut/files.h"
#include "runs/ranks_courier.h"
#include "runs/ranks_peers.h"
#include "sim/nocstep.h"

// Bytes that have come: those before `taken` are done with.
typedef struct {
  char *bytes;
  size_t taken, length, room;
} bytes_t;

typedef struct {
  uint64_t kind, number, index, length;
} head_t;

static struct {
  unsigned index, count, sharing;
  int fd;         // to the courier
  int errors;     // standard error of mpirun; -1: it is ours
  bytes_t in;     // pieces
  bytes_t *from;  // [count] messages
  size_t whole;   // bytes of the message that was given out last, of rank `given`
  unsigned given;
  char kept;  // behind that message, where its NUL is
  bool stop, lost;
  peers_t *peers;  // of a command that splits a network
} us = {.count = 1, .sharing = 1, .fd = -1, .errors = -1};

unsigned ranks_count(void) {
  return us.count;
}

unsigned ranks_index(void) {
  return us.index;
}

bool ranks_writes(void) {
  return us.index == 0;
}

unsigned ranks_share(unsigned processors) {
  return processors > us.sharing ? processors / us.sharing : 1;
}

int ranks_fd(void) {
  return us.fd;
}

const char *ranks_library(void) {
  return courier_library();
}

// ---- Bytes

// Room for so many more bytes and a NUL. Without memory a rank cannot go on.
static char *room_for(bytes_t *b, size_t more) {
  if (b->taken > 0) {
    memmove(b->bytes, b->bytes + b->taken, b->length - b->taken);
    b->length -= b->taken;
    b->taken = 0;
  }
  if (b->length + more + 1 > b->room) {
    const size_t room = 2 * b->room + more + 1;
    char *bytes = realloc(b->bytes, room);
    if (bytes == NULL) {
      (void)fprintf(stderr, "out of memory for what other ranks have sent\n");
      _exit(NOC_ENVIRONMENT);
    }
    b->bytes = bytes;
    b->room = room;
  }
  return b->bytes + b->length;
}

// ---- Sending

// A courier that has died is seen when the next message is waited for.
static void send_all(const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0 && us.fd >= 0) {
    const ssize_t sent = send(us.fd, at, length, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) {
      return;
    }
    at += sent > 0 ? sent : 0;
    length -= sent > 0 ? (size_t)sent : 0;
  }
}

static void send_pieces(unsigned to, const void *bytes, size_t length) {
  for (size_t at = 0; at < length;) {
    const size_t some = length - at < PIECE_MOST ? length - at : PIECE_MOST;
    const piece_t piece = {.rank = to, .kind = PIECE_BYTES, .length = some};
    send_all(&piece, sizeof piece);
    send_all((const char *)bytes + at, some);
    at += some;
  }
}

void ranks_send(unsigned to, const ranks_message_t *m) {
  const head_t head = {m->kind, m->number, m->index, m->length};
  send_pieces(to, &head, sizeof head);
  send_pieces(to, m->bytes, m->length);
}

// ---- Receiving

// Reads what the courier has written by now.
static void read_courier(void) {
  ssize_t got = 1;
  while (got > 0 && !us.lost) {
    char *to = room_for(&us.in, PIECE_MOST);
    got = recv(us.fd, to, PIECE_MOST, MSG_DONTWAIT);
    us.in.length += got > 0 ? (size_t)got : 0;
    us.lost = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR);
  }
}

// The next piece that is there whole; its bytes stay until the next call.
static bool next_piece(piece_t *piece, const char **bytes) {
  const bytes_t *in = &us.in;
  if (in->length - in->taken < sizeof *piece) {
    return false;
  }
  memcpy(piece, in->bytes + in->taken, sizeof *piece);
  if (in->length - in->taken < sizeof *piece + piece->length) {
    return false;
  }
  *bytes = in->bytes + in->taken + sizeof *piece;
  us.in.taken += sizeof *piece + piece->length;
  return true;
}

// Puts the message together that a command's end has left out.
static void add_ended(unsigned from, const char *words, size_t length) {
  const head_t head = {.kind = RANKS_ENDED, .length = length};
  bytes_t *b = &us.from[from];
  b->length = b->taken = 0;  // no rest of a message comes any more
  memcpy(room_for(b, sizeof head), &head, sizeof head);
  b->length += sizeof head;
  memcpy(room_for(b, length), words, length);
  b->length += length;
}

static bool message_of(unsigned from, ranks_message_t *m) {
  bytes_t *b = &us.from[from];
  head_t head;
  if (b->length - b->taken < sizeof head) {
    return false;
  }
  memcpy(&head, b->bytes + b->taken, sizeof head);
  if (b->length - b->taken < sizeof head + head.length) {
    return false;
  }
  char *bytes = b->bytes + b->taken + sizeof head;
  *m = (ranks_message_t){(ranks_kind_t)head.kind, from, head.number, head.index, bytes,
                         (size_t)head.length};
  us.given = from;
  us.whole = sizeof head + (size_t)head.length;
  us.kept = bytes[head.length];
  bytes[head.length] = '\0';
  return true;
}

// Takes the message away that was given out last.
static void forget_given(void) {
  if (us.whole > 0) {
    bytes_t *b = &us.from[us.given];
    b->bytes[b->taken + us.whole] = us.kept;
    b->taken += us.whole;
    us.whole = 0;
  }
}

bool ranks_receive(ranks_message_t *m) {
  if (us.count == 1) {
    return false;
  }
  forget_given();
  read_courier();
  piece_t piece;
  const char *bytes = NULL;
  while (next_piece(&piece, &bytes)) {
    if (piece.kind == PIECE_STOP) {
      us.stop = true;
    } else if (piece.kind == PIECE_ENDED) {
      add_ended(piece.rank, bytes, piece.length);
    } else {
      bytes_t *b = &us.from[piece.rank];
      memcpy(room_for(b, piece.length), bytes, piece.length);
      b->length += piece.length;
    }
  }
  if (us.stop) {
    *m = (ranks_message_t){.kind = RANKS_STOP, .bytes = ""};
    return true;
  }
  for (unsigned i = 0; i < us.count; i++) {
    const unsigned from = (us.given + 1 + i) % us.count;
    if (message_of(from, m)) {
      return true;
    }
  }
  *m = (ranks_message_t){.kind = RANKS_LOST, .bytes = ""};
  return us.lost;
}

// ---- Beginning

static unsigned number_in(const char *name) {
  const char *text = getenv(name);
  return text != NULL ? (unsigned)strtoul(text, NULL, 10) : 0;
}

// Those that mpirun or srun have started, as far as they say it; 1: alone.
static bool has_others(void) {
  const bool says = getenv("OMPI_COMM_WORLD_SIZE") != NULL || getenv("PMI_SIZE") != NULL;
  return says ? number_in("OMPI_COMM_WORLD_SIZE") > 1 || number_in("PMI_SIZE") > 1
              : courier_exists() && getenv("PMIX_RANK") != NULL;
}

static void print_nothing(void) {
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null >= 0) {
    (void)dup2(null, STDOUT_FILENO);
    (void)dup2(null, STDERR_FILENO);
    (void)close(null);
  }
}

static bool fail_without(noc_error_t *error) {
  if (number_in("OMPI_COMM_WORLD_RANK") > 0 || number_in("PMI_RANK") > 0) {
    print_nothing();
  }
  return noc_fail(error, NOC_ENVIRONMENT,
                  "nocstep" SAY_IS("started by mpirun with other ranks, but built without MPI",
                                   "built by make MPI=1, or started without mpirun"));
}

// Equal on all ranks that have the same program, by its version, and the same arguments.
static uint64_t same_of(char *const *argv) {
  uint64_t hash = hash_text(HASH_START, NOCSTEP_VERSION);
  for (size_t i = 1; argv[0] != NULL && argv[i] != NULL; i++) {
    hash = hash_text(hash_bytes(hash, &i, sizeof i), argv[i]);
  }
  return hash;
}

// Waits for the first piece.
static bool hear_hello(courier_hello_t *hello) {
  struct {
    piece_t piece;
    courier_hello_t hello;
  } first = {0};
  size_t length = 0;
  while (length < sizeof first) {
    const ssize_t got = read(us.fd, (char *)&first + length, sizeof first - length);
    if (got == 0 || (got < 0 && errno != EINTR)) {
      return false;
    }
    length += got > 0 ? (size_t)got : 0;
  }
  *hello = first.hello;
  return true;
}

static void know(const courier_hello_t *hello) {
  us.index = hello->index;
  us.count = hello->count;
  us.sharing = hello->sharing;
}

static bool check_same(const courier_hello_t *hello, noc_error_t *error) {
  return hello->different == us.count ||
         noc_fail(error, NOC_ENVIRONMENT,
                  "mpirun: rank %u" SAY_IS("another nocstep than rank 0, or has other arguments",
                                           "the same on all ranks"),
                  hello->different);
}

// A command that splits a network. No line that another rank prints is needed.
static bool begin_peers(uint64_t same, noc_error_t *error) {
  courier_hello_t hello;
  courier_begin(same, &hello);
  know(&hello);
  us.peers = ranks_peers_create(us.index, us.count);
  if (us.index > 0) {
    us.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    print_nothing();
  }
  return us.peers != NULL
             ? check_same(&hello, error)
             : noc_fail(error, NOC_ENVIRONMENT, "out of memory for %u ranks", us.count);
}

peers_t *ranks_peers(void) {
  return us.peers;
}

int ranks_end(int status) {
  if (us.peers == NULL) {
    return status;
  }
  ranks_peers_end(us.peers);
  us.peers = NULL;
  return ranks_writes() ? status : NOC_OK;
}

static bool greet(int said, noc_error_t *error) {
  courier_hello_t hello;
  if (!hear_hello(&hello)) {  // MPI has said why
    return noc_fail(error, NOC_ENVIRONMENT, "mpirun: this rank cannot reach the others");
  }
  know(&hello);
  us.from = calloc(us.count, sizeof *us.from);
  if (us.index > 0) {
    us.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    print_nothing();
    (void)dup2(said, STDERR_FILENO);
  }
  (void)close(said);
  if (us.from == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "out of memory for %u ranks", us.count);
  }
  return check_same(&hello, error);
}

bool ranks_begin(char *const *argv, bool splits, noc_error_t *error) {
  int fd[2];
  if (!has_others()) {
    return true;
  }
  if (!courier_exists()) {
    return fail_without(error);
  }
  if (splits) {
    return begin_peers(same_of(argv), error);
  }
  const int said = memfd_create("stderr", MFD_CLOEXEC);
  if (said < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd) != 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "mpirun: no socket: %s", strerror(errno));
  }
  const pid_t pid = fork();
  if (pid < 0) {
    return noc_fail(error, NOC_ENVIRONMENT, "mpirun: no process: %s", strerror(errno));
  }
  if (pid > 0) {
    (void)close(fd[0]);
    courier_run(fd[1], pid, said, same_of(argv));
  }
  (void)close(fd[1]);
  us.fd = fd[0];
  // mpirun kills all of a group soon after it has told it to end. The command is in one of its own,
  // is told by its courier, and writes what is done by then even if nobody listens any more.
  (void)setpgid(0, 0);
  (void)signal(SIGPIPE, SIG_IGN);
  return greet(said, error);
}

void ranks_in_worker(void) {
  if (us.fd >= 0) {
    (void)close(us.fd);
    us.fd = -1;
    (void)signal(SIGPIPE, SIG_DFL);
  }
  if (us.errors >= 0) {
    (void)dup2(us.errors, STDERR_FILENO);
  }
}
