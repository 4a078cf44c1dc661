// socket_peers -- see socket_peers.h.

#include "socket_peers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// How much has been sent of out[i], behind a head that is its length, and how much has come.
typedef struct {
  int fd;
  uint64_t sends, comes;  // lengths
  size_t sent, come;      // bytes, with the head
} line_t;

typedef struct {
  line_t line[SOCKET_PEERS_MAX];
  pid_t child[SOCKET_PEERS_MAX];
} sockets_t;

static void begin(peers_t *p) {
  sockets_t *s = p->context;
  for (unsigned i = 0; i < p->count; i++) {
    s->line[i].sends = p->out[i].length;
    s->line[i].comes = s->line[i].sent = s->line[i].come = 0;
  }
}

static void give_up(peers_t *p, const char *why) {
  (void)fprintf(stderr, "rank %u: %s\n", p->rank, why);
  _exit(3);
}

static bool all_sent(const line_t *l) {
  return l->sent == sizeof l->sends + l->sends;
}
static bool all_come(const line_t *l) {
  return l->come >= sizeof l->comes && l->come == sizeof l->comes + l->comes;
}

static void send_some(peers_t *p, line_t *l, const peer_bytes_t *out) {
  const bool head = l->sent < sizeof l->sends;
  const size_t at = head ? l->sent : l->sent - sizeof l->sends;
  const unsigned char *from = head ? (const unsigned char *)&l->sends : out->bytes;
  const ssize_t sent =
      send(l->fd, from + at, (head ? sizeof l->sends : l->sends) - at, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent > 0) {
    l->sent += (size_t)sent;
  } else if (sent == 0) {
    give_up(p, "another is gone");
  }
}

static void receive_some(peers_t *p, line_t *l, peer_bytes_t *in) {
  const bool head = l->come < sizeof l->comes;
  const size_t at = head ? l->come : l->come - sizeof l->comes;
  const size_t left = (head ? sizeof l->comes : l->comes) - at;
  unsigned char *to = head ? (unsigned char *)&l->comes + at : peers_room(p, in, left);
  const ssize_t got = recv(l->fd, to, left, MSG_DONTWAIT);
  if (got > 0) {
    l->come += (size_t)got;
    in->length += head ? 0 : (size_t)got;
  } else if (got == 0) {
    give_up(p, "another is gone");
  }
}

static void end(peers_t *p) {
  sockets_t *s = p->context;
  for (bool some = true; some;) {
    struct pollfd wait[SOCKET_PEERS_MAX] = {0};
    some = false;
    for (unsigned i = 0; i < p->count; i++) {
      line_t *l = &s->line[i];
      wait[i].fd = -1;
      if (!peers_meets(p, i)) {
        continue;
      }
      const int events = (all_sent(l) ? 0 : POLLOUT) | (all_come(l) ? 0 : POLLIN);
      wait[i] = (struct pollfd){.fd = events != 0 ? l->fd : -1, .events = (short)events};
      some = some || events != 0;
    }
    (void)poll(wait, p->count, some ? -1 : 0);
    for (unsigned i = 0; i < p->count; i++) {
      if (wait[i].fd >= 0 && (wait[i].revents & POLLOUT) != 0) {
        send_some(p, &s->line[i], &p->out[i]);
      }
      if (wait[i].fd >= 0 && (wait[i].revents & (POLLIN | POLLHUP)) != 0) {
        receive_some(p, &s->line[i], &p->in[i]);
      }
    }
  }
}

static void become(peers_t *p, unsigned rank, unsigned count,
                   int fd[SOCKET_PEERS_MAX][SOCKET_PEERS_MAX]) {
  sockets_t *s = calloc(1, sizeof *s);
  if (s == NULL || !peers_create(p, rank, count)) {
    abort();
  }
  p->context = s;
  p->begin = begin;
  p->end = end;
  p->give_up = give_up;
  for (unsigned i = 0; i < count; i++) {
    for (unsigned k = 0; k < count; k++) {
      if (i == rank && k != rank) {
        s->line[k].fd = fd[i][k];
      } else if (i != k) {
        (void)close(fd[i][k]);
      }
    }
  }
}

void socket_peers_begin(peers_t *p, unsigned count, socket_peers_work_t work, void *context) {
  int fd[SOCKET_PEERS_MAX][SOCKET_PEERS_MAX];
  pid_t child[SOCKET_PEERS_MAX] = {0};
  for (unsigned i = 0; i < count; i++) {
    for (unsigned k = 0; k < i; k++) {
      int pair[2];
      if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
        abort();
      }
      fd[i][k] = pair[0];
      fd[k][i] = pair[1];
    }
  }
  (void)fflush(NULL);
  for (unsigned i = 1; i < count; i++) {
    child[i] = fork();
    if (child[i] == 0) {
      (void)prctl(PR_SET_PDEATHSIG, SIGKILL);  // it would wait for ever for what has died
      become(p, i, count, fd);
      _exit(work(p, context));
    }
  }
  become(p, 0, count, fd);
  sockets_t *s = p->context;
  memcpy(s->child, child, sizeof child);
}

unsigned socket_peers_end(peers_t *p) {
  sockets_t *s = p->context;
  unsigned failed = 0;
  for (unsigned i = 1; i < p->count; i++) {
    int status = 0;
    (void)close(s->line[i].fd);
    failed += waitpid(s->child[i], &status, 0) != s->child[i] || status != 0;
  }
  peers_free(p);
  free(s);
  return failed;
}
