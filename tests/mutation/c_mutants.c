// c_mutants -- a sample of mutants of C sources, all in one copy of them.
//
//   c_mutants ROOT SEED COUNT OUT FILE...
//
// Prints one line a mutant: number, file:line, function, and text -> text, with "#2" for the second
// of that name in the function; tabs between. Writes OUT/FILE for every file with mutants, in which
// C_MUTANT(number) or C_MUTANT_IF(number, ..) says whether the mutant is picked. The functions that
// these are made of are not written: tests/mutation/c_mutant.h.
//
// A mutant is in the sample if the hash of its text and the seed is among the COUNT lowest, so that
// an edit of some function leaves the sample of others as it is.

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutation/c_sites.h"

enum { SHOWN = 100, SHORT = 12, NAME = 400 };

typedef struct {
  const char *path;
  char *text;
  c_sites_t sites;
} source_t;

typedef struct {
  uint64_t hash;
  uint32_t source, site, number;
  char name[NAME];
} mutant_t;

static _Noreturn void fail(const char *what, const char *which) {
  (void)fprintf(stderr, "c_mutants: %s: %s\n", which, what);
  exit(1);
}

static void *need(void *p) {
  if (p == NULL) {
    fail("out of memory", "sample");
  }
  return p;
}

static char *read_all(FILE *file, const char *name) {
  size_t size = 0;
  size_t room = 1 << 16;
  char *text = need(malloc(room));
  for (size_t n = 1; n > 0; size += n) {
    if (room - size < 2) {
      room *= 2;
      text = need(realloc(text, room));
    }
    n = fread(text + size, 1, room - size - 1, file);
  }
  text[size] = '\0';
  if (ferror(file)) {
    fail("cannot be read", name);
  }
  return text;
}

static void read_source(source_t *s, const char *root) {
  char command[2048];
  (void)snprintf(command, sizeof command, "%s/%s", root, s->path);
  FILE *file = fopen(command, "r");
  if (file == NULL) {
    fail("cannot be opened", command);
  }
  s->text = read_all(file, command);
  (void)fclose(file);
  (void)snprintf(
      command, sizeof command,
      "cd '%s' && clang -std=c17 -D_GNU_SOURCE -Icsim -Itb $C_MUTANT_FLAGS -w -fsyntax-only "
      "-Xclang -ast-dump=json '%s'",
      root, s->path);
  FILE *pipe = popen(command, "r");
  if (pipe == NULL) {
    fail("cannot start clang", s->path);
  }
  json_error_t error;
  json_t *tree = json_loadf(pipe, 0, &error);
  if (pclose(pipe) != 0 || tree == NULL) {
    fail("clang cannot read it", s->path);
  }
  s->sites.text = s->text;
  c_sites_find(&s->sites, tree);
  json_decref(tree);
}

// Text without line breaks, a blank for many, as long as can be shown.
static void print_text(FILE *out, const char *text, size_t length) {
  bool blank = false;
  for (size_t i = 0; i < length && i < SHOWN; i++) {
    const bool space = text[i] == ' ' || text[i] == '\n' || text[i] == '\t';
    if (!space && blank) {
      (void)fputc(' ', out);
    }
    blank = space;
    if (!space) {
      (void)fputc(text[i], out);
    }
  }
  (void)fputs(length > SHOWN ? ".." : "", out);
}

static void name_mutant(const source_t *s, mutant_t *m) {
  const c_site_t *site = &s->sites.site[m->site];
  const char *text = s->text;
  FILE *out = fmemopen(m->name, sizeof m->name, "w");
  if (out == NULL) {
    fail("out of memory", s->path);
  }
  (void)fprintf(out, "%s\t", site->function);
  print_text(out, text + site->start, site->end - site->start);
  (void)fputs(" -> ", out);
  if (site->deleted) {
    (void)fputs("nothing", out);
  } else {
    (void)fputs(site->before, out);
    print_text(out, text + site->start, site->cut - site->start);
    (void)fputs(site->between, out);
    print_text(out, text + site->resume, site->end - site->resume);
    (void)fputs(site->after, out);
  }
  if (site->end - site->start <= SHORT) {  // says nothing alone
    size_t from = site->start;
    size_t to = site->end;
    while (from > 0 && text[from - 1] != '\n') {
      from--;
    }
    while (text[to] != '\0' && text[to] != '\n') {
      to++;
    }
    from += strspn(text + from, " ");
    (void)fputs(" in: ", out);
    print_text(out, text + from, to - from);
  }
  (void)fclose(out);
  m->name[sizeof m->name - 8] = '\0';
}

static uint64_t hash_text(uint64_t hash, const char *text) {
  for (; *text != '\0'; text++) {
    hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  }
  return hash;
}

// Close values are spread: the last step of splitmix64.
static uint64_t spread(uint64_t x) {
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

static int by_hash(const void *a, const void *b) {
  const mutant_t *x = a;
  const mutant_t *y = b;
  return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static int by_place(const void *a, const void *b) {
  const mutant_t *x = a;
  const mutant_t *y = b;
  return x->source != y->source ? (x->source < y->source ? -1 : 1)
                                : (x->site < y->site ? -1 : x->site > y->site);
}

// All mutants of a source; those of one name in a function are told apart by a number.
static size_t name_all(const source_t *s, uint32_t source, const char *seed, mutant_t *m) {
  for (uint32_t i = 0; i < s->sites.count; i++) {
    unsigned same = 1;
    m[i] = (mutant_t){.source = source, .site = i};
    name_mutant(s, &m[i]);
    const size_t length = strlen(m[i].name);
    for (uint32_t k = 0; k < i; k++) {
      same += strncmp(m[k].name, m[i].name, length) == 0 &&
              (m[k].name[length] == '\0' || m[k].name[length] == '#');
    }
    if (same > 1) {
      (void)snprintf(m[i].name + length, sizeof m[i].name - length, "#%u", same);
    }
    m[i].hash = spread(
        hash_text(hash_text(hash_text(UINT64_C(0xcbf29ce484222325), seed), s->path), m[i].name));
  }
  return s->sites.count;
}

typedef struct {
  FILE *out;
  const source_t *s;
  const mutant_t *mutant;  // of this source
  size_t count;
} render_t;

static const c_site_t *site_of(const render_t *r, size_t i) {
  return &r->s->sites.site[r->mutant[i].site];
}

static void render(const render_t *r, size_t from, size_t to, const c_site_t *within);

static void print_part(const render_t *r, size_t from, size_t to) {
  (void)fwrite(r->s->text + from, 1, to - from, r->out);
}

// The text from `from` to `to` with a mutant in it, and no other sites.
static void print_mutated(const render_t *r, const c_site_t *site, size_t from, size_t to) {
  // Each side of an operator is an operand of its own.
  const bool binary = site->cut > site->start && site->resume < site->end && site->before[0] == '(';
  print_part(r, from, site->start);
  (void)fputs(site->before, r->out);
  print_part(r, site->start, site->cut);
  (void)fprintf(r->out, "%s%s%s", binary ? ")" : "", site->between, binary ? "(" : "");
  print_part(r, site->resume, site->end);
  (void)fputs(site->after, r->out);
  print_part(r, site->end, to);
}

// C_MUTANT(7), or with it how to tell that the mutant differs: C_MUTANT_IF(7, (a+b) != (a-b))
static void print_picked(const render_t *r, size_t i) {
  const c_site_t *site = site_of(r, i);
  (void)fprintf(r->out, "C_MUTANT%s(%u", site->differs != C_DIFFERS_UNKNOWN ? "_IF" : "",
                r->mutant[i].number);
  switch (site->differs) {
    case C_DIFFERS_UNKNOWN:
      break;
    case C_DIFFERS_VALUE:
      (void)fputs(", (", r->out);
      print_mutated(r, site, site->wide_start, site->wide_end);
      (void)fputs(") != (", r->out);
      print_part(r, site->wide_start, site->wide_end);
      (void)fputs(")", r->out);
      break;
    case C_DIFFERS_AND:
    case C_DIFFERS_OR:
      (void)fputs(site->differs == C_DIFFERS_AND ? ", !(" : ", (", r->out);
      print_part(r, site->start, site->end);
      (void)fputs(")", r->out);
      break;
    case C_DIFFERS_ASSIGNED:
      (void)fputs(", (", r->out);
      print_part(r, site->start, site->cut);
      (void)fputs(") != (", r->out);
      print_part(r, site->resume, site->end);
      (void)fputs(")", r->out);
  }
  (void)fputs(")", r->out);
}

// The sites with the same text as `whole`, one behind
// the other: (C_MUTANT(7) ? .. : C_MUTANT(9) ? .. : ..)
static void render_site(const render_t *r, const c_site_t *whole) {
  bool open = false;
  for (size_t i = 0; i < r->count; i++) {
    const c_site_t *site = site_of(r, i);
    if (site->start == whole->start && site->end == whole->end && site->deleted) {
      (void)fputs("if (!", r->out);
      print_picked(r, i);
      (void)fputs(") ", r->out);
    }
  }
  for (size_t i = 0; i < r->count; i++) {
    const c_site_t *site = site_of(r, i);
    if (site->start != whole->start || site->end != whole->end || site->deleted) {
      continue;
    }
    (void)fputs(open ? "" : "(", r->out);
    print_picked(r, i);
    (void)fprintf(r->out, " ? %s", site->before);
    // Each side of an operator is an operand of its own.
    const bool binary =
        site->cut > site->start && site->resume < site->end && site->before[0] == '(';
    render(r, site->start, site->cut, whole);
    (void)fprintf(r->out, "%s%s%s", binary ? ")" : "", site->between, binary ? "(" : "");
    render(r, site->resume, site->end, whole);
    (void)fprintf(r->out, "%s : ", site->after);
    open = true;
  }
  (void)fputs(open ? "(" : "", r->out);
  render(r, whole->start, whole->end, whole);
  (void)fputs(open ? "))" : "", r->out);
}

// The text with all sites in it but `within` itself.
static void render(const render_t *r, size_t from, size_t to, const c_site_t *within) {
  while (from < to) {
    const c_site_t *next = NULL;  // the first; of those the longest
    for (size_t i = 0; i < r->count; i++) {
      const c_site_t *site = site_of(r, i);
      const bool same = within != NULL && site->start == within->start && site->end == within->end;
      if (!same && site->start >= from && site->end <= to &&
          (next == NULL || site->start < next->start ||
           (site->start == next->start && site->end > next->end))) {
        next = site;
      }
    }
    const size_t plain = next != NULL ? next->start : to;
    (void)fwrite(r->s->text + from, 1, plain - from, r->out);
    from = plain;
    if (next != NULL) {
      render_site(r, next);
      from = next->end;
    }
  }
}

static void write_source(const source_t *s, const mutant_t *mutant, size_t count,
                         const char *folder) {
  char path[2048];
  (void)snprintf(path, sizeof path, "%s/%s", folder, s->path);
  const render_t r = {fopen(path, "w"), s, mutant, count};
  if (r.out == NULL) {
    fail("cannot be written", path);
  }
  render(&r, 0, strlen(s->text), NULL);
  if (fclose(r.out) != 0) {
    fail("cannot be written", path);
  }
}

static void print_mutants(const source_t *source, const mutant_t *m, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const source_t *s = &source[m[i].source];
    unsigned line = 1;
    for (size_t at = 0; at < s->sites.site[m[i].site].start; at++) {
      line += s->text[at] == '\n';
    }
    (void)printf("%u\t%s:%u\t%s\n", m[i].number, s->path, line, m[i].name);
  }
}

int main(int argc, char **argv) {
  if (argc < 6) {
    fail("ROOT SEED COUNT OUT FILE...", "usage");
  }
  const size_t files = (size_t)argc - 5;
  source_t *source = need(calloc(files, sizeof *source));
  size_t all = 0;
  for (size_t i = 0; i < files; i++) {
    source[i].path = argv[5 + i];
    read_source(&source[i], argv[1]);
    all += source[i].sites.count;
  }
  mutant_t *mutant = need(malloc((all + 1) * sizeof *mutant));
  size_t filled = 0;
  for (uint32_t i = 0; i < files; i++) {
    filled += name_all(&source[i], i, argv[2], mutant + filled);
  }
  const size_t wanted = strtoul(argv[3], NULL, 10);
  const size_t count = wanted < all ? wanted : all;
  qsort(mutant, all, sizeof *mutant, by_hash);
  qsort(mutant, count, sizeof *mutant, by_place);
  for (uint32_t i = 0; i < count; i++) {
    mutant[i].number = i + 1;
  }
  for (size_t i = 0, n = 0; i < count; i += n) {
    for (n = 1; i + n < count && mutant[i + n].source == mutant[i].source;) {
      n++;
    }
    write_source(&source[mutant[i].source], &mutant[i], n, argv[4]);
  }
  print_mutants(source, mutant, count);
  (void)fprintf(stderr, "%zu of %zu mutants of %zu files\n", count, all, files);
  for (size_t i = 0; i < files; i++) {
    free(source[i].text);
    c_sites_free(&source[i].sites);
  }
  free(source);
  free(mutant);
  return 0;
}
