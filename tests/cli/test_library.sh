#!/usr/bin/env bash
# The library as a program outside the tree sees it: the example of docs/embedding.md, built against an
# installed tree by pkg-config; the names that it shows; threads; the same result as `nocstep run`.
# NOCSTEP is the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
prefix=$work/prefix
# Not in the user's cache, where an installed library keeps them. All that runs has plug-ins of one shape.
export NOCSTEP_PLUGINS=$work/plugins
borrow_runtime plugins

# The modules of SystemC are installed when they are made, not beside that.
waits() { make -C "$source_tree" -pn install systemc 2>/dev/null | grep -q '^install:.*| systemc'; }
holds 'make systemc install' waits
mpi=$("$nocstep" --version | grep '^MPI ')
holds 'installs' make_quietly install PREFIX="$prefix"
holds 'a blank in PREFIX is refused' eval '! make_quietly install PREFIX="$work/a b" && [ ! -e "$work/a" ] && [ ! -e "$work/a b" ]'
holds "the program stays with or without MPI: $mpi" test "$("$nocstep" --version | grep '^MPI ')" = "$mpi"
# An object that a make by another path has compiled is compiled again all the same when a header is edited.
holds 'objects have both their names' test -z "$(cd "$(dirname "$nocstep")/obj" && grep -L -E '^[^:]* /' csim/base/*.d)"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
read -ra flags < <(pkg-config --cflags nocstep)
read -ra libs < <(pkg-config --libs nocstep)
read -ra static < <(pkg-config --static --libs-only-l nocstep | sed 's/-lnocstep//')
warn=(-std=c17 -Wall -Wextra -Wpedantic -Werror)

# ---- The example of the page.
page=$source_tree/docs/embedding.md
sed -n '/^```c$/,/^```$/p' "$page" | sed '/^```/d' >example.c
sed -n '/^```yaml$/,/^```$/p' "$page" | sed '/^```/d' >mesh.yaml
holds 'the example has 40 lines or so' test "$(wc -l <example.c)" -le 50
holds 'the example builds' gcc "${warn[@]}" "${flags[@]}" -o example example.c "${libs[@]}"
expect_example() { # NAME COMMAND...
  local name=$1
  shift
  "$@" >out 2>err
  if [ $? -eq 0 ] && [ ! -s err ] && grep -q '^node 63 has its block in cycle [0-9]*$' out &&
    grep -q '^126 packets in [0-9]* cycles, mean latency ' out; then
    verdict "$name" yes
  else
    verdict "$name" no "$(cat err) $(head -c 300 out)"
  fi
}
expect_example 'the example runs' ./example
cp out golden.out
expect_example 'it runs in lockstep, silently' ./example run.router=lockstep
holds 'in lockstep the same cycles' cmp -s out golden.out
./example router.vcs=0 >out 2>err
rc=$?
refused 'a bad key has its line' 2 '^--set router.vcs=0: router.vcs is .0.; it must be 1 to 16$'

# ---- The static library.
holds 'the static library links' gcc "${warn[@]}" "${flags[@]}" -o static example.c \
  "$prefix/lib/libnocstep.a" "${static[@]}"
expect_example 'the static library runs' ./static
holds 'with the same cycles' cmp -s out golden.out
./static run.router=lockstep >out 2>err
rc=$?
refused 'it has golden models only' 2 'run.router is lockstep; it must be ref, as the static library has'

# ---- Names.
others() { ! nm "$@" | awk '$2 ~ /^[TDBRVWu]$/ {print $3}' | grep -v '^nocstep_'; }
holds 'the shared library shows its own names only' others -D --defined-only "$prefix/lib/libnocstep.so"
holds 'so does the static one' others --defined-only "$prefix/lib/libnocstep.a"
holds 'names have a version' sh -c "nm -D $prefix/lib/libnocstep.so | grep -q ' nocstep_open@@NOCSTEP_0$'"
holds 'the library has a soname' sh -c "readelf -d $prefix/lib/libnocstep.so | grep -q 'SONAME.*libnocstep.so.0\\]'"
holds 'pkg-config has the version' test "$(pkg-config --modversion nocstep)" = \
  "$("$nocstep" --version | sed -n '1s/nocstep //p')"
echo '#include <nocstep.h>' >header.cpp
holds 'the header is C++ too' g++ -Wall -Wextra -Wpedantic -Werror "${flags[@]}" -fsyntax-only header.cpp
holds 'and C99' gcc -std=c99 -Wall -Wextra -Wpedantic -Werror "${flags[@]}" -fsyntax-only -x c header.cpp

# ---- The example of docs/systemc.md, where SystemC is installed.
if pkg-config --exists systemc && [ -e "$prefix/lib/libnocstep-systemc.a" ]; then
  mkdir -p systemc
  page=$source_tree/docs/systemc.md
  sed -n '/^```cpp$/,/^```$/p' "$page" | sed '/^```$/,$d; /^```/d' >systemc/example.cpp
  sed -n '/^```yaml$/,/^```$/p' "$page" | sed '/^```/d' >systemc/mesh.yaml
  read -ra modules < <(pkg-config --cflags --libs nocstep-systemc)
  holds 'the example in SystemC builds' g++ -std=c++17 -o systemc/example systemc/example.cpp "${modules[@]}"
  in_systemc() { (cd systemc && SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 ./example "$@"); }
  holds 'it runs' test "$(in_systemc)" = '32 ns: 8 flits'
  holds 'and in lockstep with the same times' test "$(in_systemc run.router=lockstep)" = '32 ns: 8 flits'
fi

# ---- The installed command finds its RTL from anywhere.
shape='router: {vcs: 2, depth: 8, flit_bits: 64}'
printf 'topology: mesh:5x5\n%s\nworkload: {traffic: uniform, load: 0.2, packet_flits: 8}\nrun: {router: lockstep, cycles: 200, warmup: 50}\n' "$shape" >t.yaml
installed() { (unset NOCSTEP_HOME && cd / && "$prefix/bin/nocstep" "$@"); }
holds 'an installed command runs the RTL' installed run "$work/t.yaml" -q
finds() { installed paper | grep -qx rahman2012; }
holds 'and finds its papers' finds
holds 'and its man page is there' test -s "$prefix/share/man/man1/nocstep.1"

# ---- The same as `nocstep run`, errors, several at once.
cat >program.c <<'EOF'
#include <nocstep.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check(bool ok, const char *what) {
  if (!ok) {
    fprintf(stderr, "%s\n", what);
  }
  return ok ? 0 : 1;
}

static uint64_t answered;
static void answer(void *network, const nocstep_delivery_t *d) {
  answered = d->delivered;
  if (d->source == 1) {
    nocstep_send(network, &(nocstep_message_t){.source = d->destination, .destination = d->source, .flits = 1});
  }
}

static void *one(void *seed) {
  char set[40], error[NOCSTEP_ERROR];
  const char *const sets[] = {set};
  uint64_t *sum = calloc(1, sizeof *sum);
  snprintf(set, sizeof set, "run.seed=%d", *(int *)seed);
  nocstep_t *n = nocstep_open("mesh.yaml", sets, 1, error);
  for (uint32_t i = 0; n != NULL && i < 2000; i++) {
    const uint32_t from = (i * 7 + (uint32_t) * (int *)seed) % 64;
    nocstep_send(n, &(nocstep_message_t){.source = from, .destination = (from + 1 + i % 63) % 64,
                                         .flits = 1 + i % 20, .tag = i, .cycle = i});
  }
  nocstep_delivery_t d;
  while (n != NULL && nocstep_next(n, NOCSTEP_NEVER, &d)) {
    *sum = *sum * 31 + d.tag * d.delivered + d.entered;
  }
  nocstep_close(n);
  return sum;
}

int main(int count, char **argument) {
  int bad = 0;
  char error[NOCSTEP_ERROR];
  if (count > 1) {  // a scenario of its own, as JSON
    nocstep_t *n = nocstep_open(argument[1], NULL, 0, error);
    bad = check(n != NULL, error);
    bad += check(nocstep_drain(n), nocstep_error(n));
    char *text = nocstep_json(n);
    puts(text);
    free(text);
    nocstep_close(n);
    return bad;
  }
  bad += check(nocstep_open("none.yaml", NULL, 0, error) == NULL, "a missing file");
  bad += check(strstr(error, "none.yaml") != NULL, error);
  // The window of measurement is not the end.
  static const char text[] = "topology: mesh:2x2\nworkload: {traffic: external}\nrun: {cycles: 1000}\n";
  nocstep_t *n = nocstep_open_text(text, sizeof text - 1, NULL, 0, error);
  bad += check(n != NULL && nocstep_nodes(n) == 4 && nocstep_cycle(n) == 0, "a text");
  bad += check(strcmp(nocstep_version(), NOCSTEP_VERSION) == 0, "another version");
  bad += check(nocstep_flit_bits(n) == 64 && nocstep_networks(n) == 1, "flits of another width");
  bad += check(!nocstep_send(n, &(nocstep_message_t){.source = 4, .flits = 1}), "no such node");
  bad += check(strlen(nocstep_error(n)) > 0, "no sentence");
  bad += check(nocstep_step(n, 0) && nocstep_error(n)[0] == '\0', "no cycle, and no sentence");
  bad += check(!nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 1, .flits = 1}), "itself");
  bad += check(!nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2}), "no length");
  bad += check(!nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2, .flits = 1, .bytes = 1}),
               "two lengths");
  bad += check(!nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2, .flits = 1, .network = 2}) &&
                   strcmp(nocstep_error(n), "network is 2; it must be 0 (any) to 1") == 0, "no such network");
  bad += check(nocstep_step(n, 1000000) && nocstep_cycle(n) == 1000000, "nothing to do");
  bad += check(!nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2, .flits = 1, .cycle = 5}),
               "the past");
  bad += check(nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2, .bytes = 9, .tag = 7,
                                                    .cycle = 1000500, .network = 1}), "a later cycle");
  nocstep_delivery_t d;
  bad += check(!nocstep_next(n, 1000400, &d) && nocstep_cycle(n) == 1000400, "nothing until then");
  bad += check(nocstep_next(n, NOCSTEP_NEVER, &d) && d.tag == 7 && d.created == 1000500 && d.flits == 2 &&
                   d.network == 1 &&
                   d.entered >= d.created && d.delivered > d.entered, "the message");
  bad += check(!nocstep_next(n, NOCSTEP_NEVER, &d), "nothing more");
  bad += check(nocstep_drain(n) && nocstep_error(n)[0] == '\0', "the end");
  char *json = nocstep_json(n);
  bad += check(json != NULL && strstr(json, "\"messages\": 1,") != NULL, "its JSON");
  free(json);
  nocstep_close(n);

  // Its host has received it long after all has come to rest; the answer is not late all the same.
  static const char slow[] = "topology: mesh:2x2\nworkload: {traffic: external}\nhost: {t_hr: 500}\n";
  n = nocstep_open_text(slow, sizeof slow - 1, NULL, 0, error);
  bad += check(nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2, .flits = 1}) &&
                   nocstep_next(n, 10000, &d) && nocstep_cycle(n) == d.delivered + 1, "behind a delivery");
  const uint64_t way = d.delivered - d.created;
  nocstep_on_delivery(n, answer, n);
  bad += check(nocstep_send(n, &(nocstep_message_t){.source = 1, .destination = 2, .flits = 1}) &&
                   nocstep_step(n, 10000), "a step of 10000 cycles");
  bad += check(answered == d.delivered + 1 + way + 1 + way, "the cycle of an answer");
  nocstep_close(n);

  // Hosts work for long, and nobody else: a step is as long as it is asked to be.
  static const char hosts[] = "topology: mesh:2x2\nworkload: {collective: allgather, scheme: binomial}\n"
                              "host: {t_hs: 5000}\n";
  n = nocstep_open_text(hosts, sizeof hosts - 1, NULL, 0, error);
  bad += check(n != NULL && nocstep_step(n, 100) && nocstep_cycle(n) == 100, "100 cycles");
  bad += check(nocstep_step(n, 7) && nocstep_cycle(n) == 107, "7 more");
  bad += check(nocstep_drain(n) && nocstep_cycle(n) > 10000, "the end of a collective");
  bad += check(!nocstep_step(n, 1) && nocstep_error(n)[0] == '\0', "nothing behind it");
  nocstep_close(n);

  // In threads as one after another.
  enum { THREADS = 4 };
  int seed[THREADS];
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    seed[i] = i + 1;
    pthread_create(&thread[i], NULL, one, &seed[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    void *together = NULL;
    pthread_join(thread[i], &together);
    uint64_t *alone = one(&seed[i]);
    bad += check(*alone == *(uint64_t *)together && *alone != 0, "threads");
    free(alone);
    free(together);
  }
  return bad;
}
EOF
holds 'a program of several networks builds' gcc -std=c17 -D_GNU_SOURCE "${flags[@]}" -o program program.c "${libs[@]}" -lpthread
holds 'errors, times and threads' ./program

# ---- Programs with a comma in their numbers, and those that ignore the ends of their children.
printf 'LC_NUMERIC\ndecimal_point "<U002C>"\nthousands_sep ""\ngrouping -1\nEND LC_NUMERIC\n' >comma.src
localedef --force -i comma.src ./comma 2>/dev/null
cat >apart.c <<'EOF'
#include <locale.h>
#include <nocstep.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char error[NOCSTEP_ERROR], number[8];
  setlocale(LC_ALL, "comma");
  signal(SIGCHLD, SIG_IGN);
  static const char text[] = "topology: mesh:2x2\nrouter: {vcs: 1, depth: 2}\n"
                             "workload: {traffic: uniform, load: 0.25, packet_flits: '1:0.5,5:1.5'}\n"
                             "host: {accept: 0.75}\nrun: {router: lockstep, cycles: 100, warmup: 0}\n";
  nocstep_t *n = nocstep_open_text(text, sizeof text - 1, NULL, 0, error);
  if (n == NULL || !nocstep_drain(n)) {
    fprintf(stderr, "%s\n", n == NULL ? error : nocstep_error(n));
    return 1;
  }
  char *json = nocstep_json(n);
  const int bad = strstr(json, "\"load\": 0.25") == NULL;
  free(json);
  nocstep_close(n);
  snprintf(number, sizeof number, "%.1f", 0.5);
  return bad + (strcmp(number, "0,5") != 0 || signal(SIGCHLD, SIG_DFL) != SIG_IGN);
}
EOF
holds 'a program with commas builds' gcc -std=c17 -D_GNU_SOURCE "${flags[@]}" -o apart apart.c "${libs[@]}"
holds 'scenarios have points in it, and RTL is built' env LOCPATH="$work" NOCSTEP_PLUGINS="$work/apart_plugins" ./apart
holds 'so is that of a command' eval 'env --ignore-signal=CHLD NOCSTEP_PLUGINS="$work/ignored" "$nocstep" run t.yaml -q --set run.cycles=20'
for scenario in 'topology: torus:4x4
workload: {traffic: uniform, load: 0.2}
run: {cycles: 1000, warmup: 100}' 'topology: mesh:4x4
workload: {collective: allgather, scheme: binomial, message_flits: 20}' "topology: mesh:5x5
$shape
workload: {traffic: uniform, load: 0.1, packet_flits: 8}
run: {router: lockstep, cycles: 300, warmup: 50}"; do
  echo "$scenario" >own.yaml
  run run own.yaml --json run.json -q
  ./program own.yaml >library.json 2>err
  holds "the result of nocstep run: ${scenario%%$'\n'*}" diff \
    <(jq 'del(.links, .coverage, .host)' run.json) <(jq . library.json)
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
