#!/usr/bin/env bash
# Plug-ins: damaged ones are built anew, an edit of the RTL builds only what it concerns, nothing
# outlives a killed run, other compilers, wrong tools, and folders that others may write. NOCSTEP is
# the program. Ends with "N passed, N failed".
set -u
. "$(dirname "$0")/common.sh"
export NOCSTEP_PLUGINS=$work/plugins NOCSTEP_QUICK_PLUGINS=1
unset NOCSTEP_HOME CXX
borrow_runtime plugins

cat >u.yaml <<'END'
topology: mesh:1x2
router:   {vcs: 1, depth: 2}
workload: {traffic: uniform, load: 0.3, packet_flits: 4}
run:      {cycles: 200, router: lockstep}
END

# run: status in rc, output in out and err.
run() {
  within 300 "$nocstep" run u.yaml >out 2>err </dev/null
  rc=$?
}

# built NAME UNITS [PATTERN]: the run passes, and builds these plug-ins, after one line that matches.
built() {
  local found
  run
  found=$(sed -n 's/^building plug-in \([a-z_]*\):.*/\1/p' err | xargs)
  if [ "$rc" -eq 0 ] && [ "$found" = "$2" ] &&
    [ "$(grep -Evc '^(building|built in)' err)" -eq $(($# - 2)) ] &&
    { [ $# -eq 2 ] || grep -Eq -- "$3" err; }; then
    verdict "$1" yes
  else
    verdict "$1" no "status $rc, built '$found'; stderr: $(head -c 600 err)"
  fi
}

# refuse NAME PATTERN: status 3 and one line that matches.
refuse() {
  run
  sed -i '/^building/d' err
  refused "$1" 3 "$2"
}

umask 0
built "the first run" "router network_interface"
umask 022
holds "whatever the umask, nobody else may write what is built" test -z "$(find plugins -perm /022)"
built "the second" ""

# ---- Damage, of the smaller one.
one=$(echo plugins/network_interface*.so)
router=$(echo plugins/router*.so)
damaged() { # NAME PATTERN: after the damage
  built "$1" network_interface "^plug-in network_interface $2: built anew \(.*network_interface.*so\)$"
  built "$1, once" ""
}
cp "$one" sound.so
truncate -s 100000 "$one"
damaged truncated "is not what was built"
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then # each takes a build
  cp "$router" "$one"
  cp "$router.sum" "$one.sum"
  damaged "another plug-in" "is not what was built"
  truncate -s 0 "$one"
  damaged empty "is empty"
  head -c "$(stat -c %s sound.so)" /dev/zero >"$one"
  damaged zeroed "is not what was built"
  cp "$(find /lib /usr/lib -name 'libz.so.*' | head -n 1)" "$one"
  damaged "another library" "is not what was built"
  rm "$one.sum"
  damaged "without a checksum" "has no checksum"
  rm "$one"
  ln -s "$work/sound.so" "$one"
  damaged "a link" "is not a file"
fi
rm "$one"
built "removed" network_interface

# ---- An edit of the RTL.
mkdir copy copy/tb
cp -r "$source_tree/rtl" "$source_tree/csim" copy/
cp -r "$source_tree/tb/dut" copy/tb/
export NOCSTEP_HOME=$work/copy
built "the same RTL elsewhere" ""
echo '// edited' >>copy/rtl/router/switch_allocator.sv
built "an edit of a part of the router" router
# The folders of killed builds of other plug-ins go, unless somebody builds there.
for name in killed lives; do
  mkdir "plugins/$name.tmp"
  echo '#' | tee "plugins/$name.tmp/Vdut.cpp" >"plugins/$name.log"
  : >"plugins/$name.lock"
done
exec 9>plugins/lives.lock
flock 9
echo '// edited' >>copy/rtl/ni/ejection.sv
built "an edit of a part of the interface" network_interface
exec 9>&-
holds "what is left of killed runs is gone" test ! -e plugins/killed.tmp -a ! -e plugins/killed.log
holds "what is being built is not" test -e plugins/lives.tmp/Vdut.cpp -a -e plugins/lives.log
echo '// edited' >>copy/csim/shape/injection_state.def
built "an edit of a part of the interface's list" network_interface
# A list in another order has as many words, but the program has the old one; so has the next version
# of the calls between the two.
cp copy/csim/shape/injection_state.def saved.def
sed -i '/^REG(inj_vc,/{h;d}; /^REG(inj_ptr,/G' copy/csim/shape/injection_state.def
run
sed -i '/^building/d; /^built in/d' err
refused "a list in another order" 3 \
  "^plug-in network_interface: csim/shape/network_interface_state.def is of another version; it must be the one that nocstep was built with: build nocstep again, or set NOCSTEP_HOME to its own sources \(it takes those in $work/copy\)$"
cp saved.def copy/csim/shape/injection_state.def
built "the list as it was" ""
sed -i 's/DUT_ABI = [0-9]*/DUT_ABI = 3/' copy/tb/dut/dut.h
run
sed -i '/^building/d; /^built in/d' err
refused "other calls" 3 "^plug-in router: tb/dut/dut.h is of another version; it must be the one that nocstep"
cp "$source_tree/tb/dut/dut.h" copy/tb/dut/dut.h
# A header that the shim includes, and one that it includes by way of that; the runtime has neither.
echo '// included' >copy/tb/dut/included.hpp
sed -i 's/^#include "verilated.h"/&\n#include "dut\/included.hpp"/' copy/tb/dut/instance.hpp
built "an edit of a header of the shim" "router network_interface"
echo '// edited' >>copy/tb/dut/included.hpp
built "an edit of a header by way of others" "router network_interface"
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then # each is the runtime's too, or makes both again
  echo '// edited' >>copy/csim/shape/bundle.h
  built "an edit of a header of the runtime too" "router network_interface"
  echo '// edited' >>copy/rtl/router/noc_pkg.sv
  built "an edit of the package of both" "router network_interface"
fi
echo '// edited' >>copy/rtl/top/torus.sv
echo 'module nobody_has_this; endmodule' >copy/rtl/router/nobody_has_this.sv
built "an edit of what neither has" ""
# A part is compiled again with Verilator's runtime kept; if that is damaged, it is made again.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  for file in plugins/runtime-*.gch plugins/runtime-*.o; do truncate -s 5000 "$file"; done
  echo '// edited again' >>copy/rtl/ni/ejection.sv
  built "a damaged runtime" network_interface
fi
# A name that is put together escapes who reads words, but not Verilator.
cp copy/rtl/ni/ejection.sv saved.sv
{ echo '`define JOIN(a, b) a``b'; sed 's/^endmodule/`JOIN(nobody_, has_this) u_joined ();\nendmodule/' saved.sv; } >copy/rtl/ni/ejection.sv
run
sed -i '/^building/d' err
refused "a module that the key does not know" 4 \
  '^plug-in network_interface: made from .*/rtl/router/nobody_has_this.sv, which its name does not depend on$'
cp saved.sv copy/rtl/ni/ejection.sv
# A parameter that no shape has a value for is never left at its default.
cp copy/rtl/router/router.sv saved.sv
sed -i '0,/^ *parameter  *int unsigned Ports /s//  parameter int unsigned Fresh = 1,\n&/' copy/rtl/router/router.sv
run
refused "a parameter of no known name" 3 'rtl/router/router.sv: parameter Fresh is of no known name; it must be one'
cp saved.sv copy/rtl/router/router.sv
# The header that is compiled once does not need the sources that were the first to want it.
rm plugins/runtime-*.h plugins/runtime-*.gch
echo '// once more' >>copy/rtl/ni/ejection.sv
built "a header that is gone" network_interface
mv copy moved
export NOCSTEP_HOME=$work/moved
echo '// and again' >>moved/rtl/ni/ejection.sv
built "and its sources are elsewhere" network_interface
unset NOCSTEP_HOME

# ---- A run that is killed takes its compilers along, with all that these have started.
mkdir killed temporary
# GCC runs a process of its own for what compiles.
TMPDIR=$work/temporary CXX=g++ NOCSTEP_PLUGINS=$work/killed "$nocstep" run u.yaml -q >out 2>err </dev/null &
child=$!
compiles() { pgrep -f "cc1plus.*$work/killed" >compilers; }
await $child compiles
kill -KILL "$child"
wait "$child" 2>>check.log
child=
none_left() { ! pgrep -f "$work/killed" >left; }
looks=0
until none_left || [ $((looks += 1)) -gt 600 ]; do sleep 0.1; done
holds "there was a compiler" test -s compilers
holds "a killed run leaves no process" test ! -s left
holds "nor temporary files of compilers" test -z "$(ls temporary)"

# ---- Tools.
mkdir whole
mv plugins/*.so whole/
CXX=$work/none refuse "a CXX that is not there" \
  "^plug-in router: CXX is '$work/none', which is no program; it must be a C\+\+ compiler"
CXX=true refuse "a CXX that is none" "^plug-in router: CXX is 'true', which does not compile C\+\+17; it must be"
CXX=/tmp refuse "a CXX that is a folder" "^plug-in router: CXX is '/tmp', which does not compile"
VERILATOR=$work/none refuse "a VERILATOR that is not there" \
  "^plug-in router: VERILATOR is '$work/none', which is no program"
VERILATOR=true refuse "a VERILATOR that is none" "^plug-in router: VERILATOR is 'true', which names no folder"
if [ "${NOCSTEP_LONG:-0}" = 1 ] && command -v clang++ >check.log; then # which is the usual one here
  export CXX=g++
  built "the other compiler" "router network_interface"
  built "the other compiler, once" ""
  unset CXX
fi

# ---- Places.
mkdir far
cp "$nocstep" far/
away() { # NAME ENVIRONMENT...: an executable outside build/, without NOCSTEP_PLUGINS
  local name=$1
  shift
  within 100 env -u NOCSTEP_PLUGINS -u XDG_CACHE_HOME -u HOME "$@" NOCSTEP_HOME="$source_tree" \
    far/nocstep run u.yaml -q >out 2>err </dev/null
  rc=$?
  refused "$name" 3 '^no place for plug-ins: neither HOME nor XDG_CACHE_HOME is set; set NOCSTEP_PLUGINS'
}
away "no HOME" A=
away "an empty HOME" HOME=
away "a HOME that is no place" HOME=home
holds "nothing is written to the root" test ! -e /.cache/nocstep

# ---- Trust.
if [ "${NOCSTEP_LONG:-0}" = 1 ]; then
  rm -f plugins/*.so
  unset VERILATOR # as users have it
  built "whole again" "router network_interface"
  router=$(echo plugins/router*.so)
else
  mv whole/*.so plugins/
  built "whole again" ""
fi
folder=$work/plugins
one=$work/$router
for mode in g+w o+w; do
  chmod "$mode" plugins
  refuse "a folder with $mode" "^folder of plug-ins $folder: others may write to it \(mode 07..\); .*: chmod go-w it, or set NOCSTEP_PLUGINS to another folder$"
  chmod go-w plugins
  chmod "$mode" "$one"
  refuse "a plug-in with $mode" "^plug-in $one: others may write to it .*: chmod go-w it, or remove it"
  chmod go-w "$one"
done
if [ "$(id -u)" = 0 ]; then
  chown 12345 plugins
  refuse "another's folder" "^folder of plug-ins $folder: belongs to user 12345; it must be your own or of root: set NOCSTEP_PLUGINS"
  chown 0 plugins
  chown 12345 "$one"
  refuse "another's plug-in" "^plug-in $one: belongs to user 12345; .*: remove it, and it is built anew$"
  chown 0 "$one"
fi
built "trusted again" ""
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
