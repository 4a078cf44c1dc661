// ranks_courier -- see ranks_courier.h. Nothing but this file and ranks_peers.c calls MPI.

#include "runs/ranks_courier.h"

#ifdef NOCSTEP_MPI

#include <errno.h>
#include <mpi.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "runs/process.h"

// MPI has nothing to wait on together with a socket: it is looked at again and again, the more
// seldom the longer nothing has moved.
enum { WAIT_FIRST_NS = 20000, WAIT_MOST_NS = 2000000 };

enum { GRACE_S = 3 };  // from SIGTERM to SIGKILL of a command whose rank 0 has ended

// Tags: what a message of MPI is.
enum {
  TAG_BYTES = PIECE_BYTES,
  TAG_ENDED = PIECE_ENDED,
  TAG_END = PIECE_STOP + 1,  // from rank 0: its command has ended
  TAG_GONE,                  // to rank 0: nothing comes any more
};

typedef struct {
  char *bytes;
  size_t taken, length, room;
} bytes_t;

typedef struct {
  MPI_Request request;
  char *bytes;
} sending_t;

typedef struct {
  int rank, count;
  int fd, said;
  pid_t child;
  int status;       // of waitpid(), when the command has ended
  bool ended;       // the command
  bool stopped;     // the command has been told to end
  bool ending;      // that of rank 0, and this rank has been told
  int gone;         // ranks from which nothing comes any more
  bool moved;       // something was carried
  bytes_t in, out;  // from the command, to it
  sending_t *sending;
  size_t sendings, room;
} courier_t;

static volatile sig_atomic_t signalled;

static void on_signal(int number) {
  signalled = number;
}

bool courier_exists(void) {
  return true;
}

const char *courier_library(void) {
  static char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  (void)MPI_Get_library_version(text, &length);
  text[strcspn(text, ",\n")] = '\0';
  return text;
}

static _Noreturn void abandon(const char *why) {
  (void)fprintf(stderr, "mpirun: %s\n", why);
  MPI_Abort(MPI_COMM_WORLD, NOC_ENVIRONMENT);
  _exit(NOC_ENVIRONMENT);
}

static char *room_for(bytes_t *b, size_t more) {
  if (b->taken > 0) {
    memmove(b->bytes, b->bytes + b->taken, b->length - b->taken);
    b->length -= b->taken;
    b->taken = 0;
  }
  if (b->length + more > b->room) {
    b->room = 2 * b->room + more;
    b->bytes = realloc(b->bytes, b->room);
    if (b->bytes == NULL) {
      abandon("out of memory for what is carried between ranks");
    }
  }
  return b->bytes + b->length;
}

static void append(bytes_t *b, const void *bytes, size_t length) {
  if (length > 0) {
    memcpy(room_for(b, length), bytes, length);
    b->length += length;
  }
}

// ---- MPI

static void begin_send(courier_t *c, int to, int tag, const void *bytes, size_t length) {
  if (c->sendings == c->room) {
    c->room = 2 * c->room + 16;
    c->sending = realloc(c->sending, c->room * sizeof *c->sending);
  }
  char *copy = malloc(length + 1);
  if (c->sending == NULL || copy == NULL) {
    abandon("out of memory for what is carried between ranks");
  }
  if (length > 0) {
    memcpy(copy, bytes, length);
  }
  sending_t *s = &c->sending[c->sendings++];
  s->bytes = copy;
  (void)MPI_Isend(copy, (int)length, MPI_BYTE, to, tag, MPI_COMM_WORLD, &s->request);
  c->moved = true;
}

static void forget_sent(courier_t *c) {
  size_t kept = 0;
  for (size_t i = 0; i < c->sendings; i++) {
    int sent = 0;
    (void)MPI_Test(&c->sending[i].request, &sent, MPI_STATUS_IGNORE);
    if (sent != 0) {
      free(c->sending[i].bytes);
    } else {
      c->sending[kept++] = c->sending[i];
    }
  }
  c->sendings = kept;
}

static void take(courier_t *c, const MPI_Status *from) {
  int length = 0;
  (void)MPI_Get_count(from, MPI_BYTE, &length);
  const piece_t piece = {(uint32_t)from->MPI_SOURCE, (uint32_t)from->MPI_TAG, (uint64_t)length};
  bytes_t *out = &c->out;
  append(out, &piece, sizeof piece);
  char *to = room_for(out, (size_t)length);
  (void)MPI_Recv(to, length, MPI_BYTE, from->MPI_SOURCE, from->MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  out->length += (size_t)length;
  c->moved = true;
  if (from->MPI_TAG == TAG_END || from->MPI_TAG == TAG_GONE) {  // between couriers
    out->length -= sizeof piece;
    c->ending = c->ending || from->MPI_TAG == TAG_END;
    c->gone += from->MPI_TAG == TAG_GONE;
  }
}

static void receive(courier_t *c) {
  int is_there = 1;
  MPI_Status from;
  while (is_there != 0) {
    (void)MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &from);
    if (is_there != 0) {
      take(c, &from);
    }
  }
  forget_sent(c);
}

// ---- The command

static void write_command(courier_t *c) {
  bytes_t *out = &c->out;
  while (c->fd >= 0 && out->taken < out->length) {
    const ssize_t sent =
        send(c->fd, out->bytes + out->taken, out->length - out->taken, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent <= 0) {
      break;
    }
    out->taken += (size_t)sent;
    c->moved = true;
  }
}

static void read_command(courier_t *c) {
  bytes_t *in = &c->in;
  ssize_t got = 1;
  while (c->fd >= 0 && got > 0) {
    char *to = room_for(in, PIECE_MOST);
    got = recv(c->fd, to, PIECE_MOST, MSG_DONTWAIT);
    in->length += got > 0 ? (size_t)got : 0;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
      (void)close(c->fd);
      c->fd = -1;
    }
    piece_t piece;
    while (in->length - in->taken >= sizeof piece) {
      memcpy(&piece, in->bytes + in->taken, sizeof piece);
      if (in->length - in->taken < sizeof piece + piece.length) {
        break;
      }
      begin_send(c, (int)piece.rank, TAG_BYTES, in->bytes + in->taken + sizeof piece,
                 (size_t)piece.length);
      in->taken += sizeof piece + (size_t)piece.length;
    }
  }
}

// The words in which a command has ended: the last line that it said, or how it died.
static void end_words(const courier_t *c, char *words, size_t size) {
  char said[1024] = "";
  const off_t length = lseek(c->said, 0, SEEK_END);
  const off_t start = length > (off_t)sizeof said - 1 ? length - (off_t)sizeof said + 1 : 0;
  const ssize_t got = length > 0 ? pread(c->said, said, sizeof said - 1, start) : 0;
  size_t end = got > 0 ? (size_t)got : 0;
  while (end > 0 && said[end - 1] == '\n') {
    said[--end] = '\0';
  }
  const char *line = strrchr(said, '\n');
  line = line != NULL ? line + 1 : said;
  if (WIFSIGNALED(c->status)) {
    (void)snprintf(words, size, "was killed by signal %d (%s)", WTERMSIG(c->status),
                   strsignal(WTERMSIG(c->status)));
  } else {
    (void)snprintf(words, size, "has ended with status %d%s%s", WEXITSTATUS(c->status),
                   line[0] != '\0' ? ": " : "", line);
  }
}

static void note_end(courier_t *c) {
  char words[1200];
  c->ended = true;
  c->moved = true;
  read_command(c);
  if (c->rank == 0) {
    for (int i = 1; i < c->count; i++) {
      begin_send(c, i, TAG_END, "", 0);
    }
  } else if (!c->ending) {
    end_words(c, words, sizeof words);
    begin_send(c, 0, TAG_ENDED, words, strlen(words));
  }
}

static void look_at_command(courier_t *c) {
  if (signalled != 0 && !c->stopped) {
    const piece_t stop = {.kind = PIECE_STOP};
    append(&c->out, &stop, sizeof stop);
    c->stopped = true;
  }
  read_command(c);
  if (!c->ended && waitpid(c->child, &c->status, WNOHANG) == c->child) {
    note_end(c);
  }
  write_command(c);
}

static void wait_a_while(const courier_t *c, long wait_ns) {
  struct pollfd poll = {.fd = c->fd, .events = POLLIN};
  if (c->out.taken < c->out.length) {
    poll.events |= POLLOUT;
  }
  const struct timespec wait = {0, wait_ns};
  (void)ppoll(&poll, 1, &wait, NULL);
}

// Carries until the command of rank 0 has ended and nothing is on its way.
static void carry(courier_t *c) {
  long wait_ns = WAIT_FIRST_NS;
  bool told = false;
  for (;;) {
    c->moved = false;
    receive(c);
    look_at_command(c);
    // The other ranks wait to be killed: mpirun does so with all as soon as one has gone.
    if (signalled != 0 && c->ended && c->rank == 0) {
      return;
    }
    if (c->rank > 0 && c->ending && !told) {
      if (!c->ended) {
        (void)kill(c->child, SIGTERM);
        (void)process_wait(c->child, GRACE_S, &c->status);
        note_end(c);
      }
      begin_send(c, 0, TAG_GONE, "", 0);
      told = true;
    }
    if (c->sendings == 0 && (c->rank > 0 ? told : c->ended && c->gone == c->count - 1)) {
      return;
    }
    wait_ns = c->moved ? WAIT_FIRST_NS : wait_ns < WAIT_MOST_NS ? wait_ns * 2 : WAIT_MOST_NS;
    wait_a_while(c, wait_ns);
  }
}

// ---- Beginning and end

// How many ranks of this machine may use the processors of this one.
static uint32_t count_sharing(void) {
  MPI_Comm machine = MPI_COMM_NULL;
  int count = 0;
  uint32_t sharing = 0;
  cpu_set_t own;
  CPU_ZERO(&own);
  (void)sched_getaffinity(0, sizeof own, &own);
  (void)MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  (void)MPI_Comm_size(machine, &count);
  cpu_set_t *all = calloc((size_t)count, sizeof *all);
  if (all == NULL) {
    abandon("out of memory");
  }
  (void)MPI_Allgather(&own, (int)sizeof own, MPI_BYTE, all, (int)sizeof own, MPI_BYTE, machine);
  for (int i = 0; i < count; i++) {
    sharing += CPU_EQUAL(&own, &all[i]) != 0;
  }
  free(all);
  (void)MPI_Comm_free(&machine);
  return sharing;
}

static uint32_t find_different(int count, uint64_t same) {
  uint64_t *all = calloc((size_t)count, sizeof *all);
  if (all == NULL) {
    abandon("out of memory");
  }
  (void)MPI_Allgather(&same, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, MPI_COMM_WORLD);
  int i = 0;
  while (i < count && all[i] == all[0]) {
    i++;
  }
  free(all);
  return (uint32_t)i;
}

void courier_begin(uint64_t same, courier_hello_t *hello) {
  int rank = 0;
  int count = 0;
  (void)MPI_Init(NULL, NULL);
  (void)MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  (void)MPI_Comm_size(MPI_COMM_WORLD, &count);
  *hello = (courier_hello_t){(uint32_t)rank, (uint32_t)count, count_sharing(),
                             find_different(count, same)};
}

static void greet(courier_t *c, uint64_t same) {
  courier_hello_t hello;
  courier_begin(same, &hello);
  c->rank = (int)hello.index;
  c->count = (int)hello.count;
  const piece_t piece = {.kind = PIECE_HELLO, .length = sizeof hello};
  append(&c->out, &piece, sizeof piece);
  append(&c->out, &hello, sizeof hello);
}

static int exit_status(const courier_t *c) {
  if (c->rank > 0) {
    return NOC_OK;
  }
  if (WIFEXITED(c->status)) {
    return WEXITSTATUS(c->status);
  }
  (void)fprintf(stderr, "mpirun: rank 0 was killed by signal %d (%s)\n", WTERMSIG(c->status),
                strsignal(WTERMSIG(c->status)));
  return signalled != 0 ? NOC_INTERRUPTED : NOC_ENVIRONMENT;
}

_Noreturn void courier_run(int fd, pid_t child, int said, uint64_t same) {
  courier_t c = {.fd = fd, .child = child, .said = said};
  // The command decides when this rank ends.
  const struct sigaction action = {.sa_handler = on_signal};
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  greet(&c, same);
  carry(&c);
  const int status = exit_status(&c);
  if (signalled == 0) {
    (void)MPI_Finalize();
  }
  _exit(status);
}

#else

#include <stdlib.h>

bool courier_exists(void) {
  return false;
}

const char *courier_library(void) {
  return "none: built without MPI (make MPI=1)";
}

void courier_begin(uint64_t same, courier_hello_t *hello) {
  (void)same;
  *hello = (courier_hello_t){.count = 1};
}

_Noreturn void courier_run(int fd, pid_t child, int said, uint64_t same) {
  (void)fd;
  (void)child;
  (void)said;
  (void)same;
  abort();
}

#endif
