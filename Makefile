# nocstep: see README.md; `make help` lists the targets.

# Needed to build, run and test; and for the other targets (lint, fuzz, waves).
PACKAGES      := gcc g++ libc6-dev verilator yosys libcmocka-dev libjansson-dev libyaml-dev \
                 zlib1g-dev libigraph-dev jq gnuplot-nox graphviz z3 groff-base libxml2-utils \
                 clang-format cppcheck pkg-config libsystemc-dev cadical coinor-libclp-dev \
                 libsqlite3-dev libcbor-dev
# And for tests, whose plug-ins are built in half the time with them.
TEST_PACKAGES := clang gojq libjemalloc2
TOOL_PACKAGES := $(TEST_PACKAGES) clang-tidy libclang-rt-14-dev valgrind gtkwave xvfb xauth imagemagick \
                 iverilog berkeley-abc opensta qflow-tech-osu018 chromium

# make MPI=1: runs are handed out to ranks of mpirun, or one network split (docs/cluster.md).
MPI           :=
ifeq ($(MPI),1)
PACKAGES      += libopenmpi-dev openmpi-bin
MPI_C          = -DNOCSTEP_MPI $(patsubst -I%,-isystem %,$(shell pkg-config --cflags ompi-c))
MPI_LIBS       = $(shell pkg-config --libs ompi-c)
endif

CC       ?= gcc
# Not CXX ?=, which make sets to the C++ compiler of the system by itself.
ifeq ($(origin CXX),default)
CXX      := g++
endif
BUILD    := build
# A make that is called by another shares its jobs.
MAKEFLAGS += --no-print-directory $(if $(filter 0,$(MAKELEVEL)),--jobs=$(shell nproc))
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion
# For a debugger: make CFLAGS='-O3 -g', which takes a quarter longer.
CFLAGS   ?= -O3
# What does not run in every cycle; and tests, which are compiled in half the time.
LIGHT_C  ?= -O1
TEST_C   ?= -O0
# Any object may go into the shared library, which shows only what nocstep.h marks.
ALL_C    := -std=c17 -D_GNU_SOURCE $(WARNINGS) $(CFLAGS) -fPIC -fvisibility=hidden -Icsim -Itb -Itests
# What an object is made from holds for both its names, as a make with the path of BUILD from the root uses the other.
DEPENDS   = -MMD -MP -MT $(patsubst $(CURDIR)/%,%,$@) -MT $(abspath $@)
# The gold linker takes half the time for a test, where it is installed. Objects of archives and shared
# libraries that a program does not use are left out: the loader takes longer for them than many a test.
FAST_LINK := $(if $(shell command -v ld.gold),-fuse-ld=gold) -no-pie
USED_ONLY  = -Wl,--as-needed -Wl,--start-group $^ -Wl,--end-group
LIBS     := -lyaml -ljansson -lz -lpthread -ldl -lm
# A worker of `-j` is forked: what it calls first is looked up once, in the parent, and not by each. At a fixed
# address nothing of the program is written to when it starts, a quarter of what the loader does.
PROGRAM_LINK := -Wl,-z,now -no-pie
# igraph, and Clp for linear programs, are loaded when they are first asked for (csim/base/late_library.h),
# by the names that programs linked with them would have.
soname    = $(shell objdump -p $$($(CC) -print-file-name=lib$(1).so) | sed -n 's/^ *SONAME *//p')
# The database of events and its transactions, which the library has not.
EVENT_LIBS := -lsqlite3 -lcbor
# The FST writer that Verilator ships; looked up when it is used, since `make deps` installs it.
FST_DIR   = $(shell verilator --getenv VERILATOR_ROOT)/include/gtkwave
FST_C    := -O2 -w -fPIC -fvisibility=hidden -DFST_CONFIG_INCLUDE='"fst_config.h"'

VERSION        = $(shell sed -n 's/^\#define NOCSTEP_VERSION "\(.*\)"/\1/p' csim/sim/nocstep.h)
VERSION_MAJOR  = $(firstword $(subst ., ,$(VERSION)))
PREFIX        ?= /usr/local
INSTALL_DIR    = $(abspath $(DESTDIR)$(PREFIX))

CSIM_SRC := $(wildcard csim/*/*.c)
TB_SRC   := $(wildcard tb/dut/*.c tb/lockstep/*.c tb/twins/*.c tb/foreign/*.c)
CLI_SRC  := $(wildcard tb/packets/*.c tb/page/*.c tb/runs/*.c tb/papers/*.c tb/cli/*.c)
CSIM_OBJ := $(CSIM_SRC:%.c=$(BUILD)/obj/%.o)
TB_OBJ   := $(TB_SRC:%.c=$(BUILD)/obj/%.o)
PAGE_OBJ := $(BUILD)/obj/tb/page/page_files.o
CLI_OBJ  := $(CLI_SRC:%.c=$(BUILD)/obj/%.o) $(PAGE_OBJ)
FST_OBJ  := $(addprefix $(BUILD)/obj/fst/,fstapi.o fastlz.o lz4.o)

TEST_SRC    := $(wildcard tests/unit/test_*.c tests/network/test_*.c)
TEST_COMMON := $(filter-out $(TEST_SRC),$(wildcard tests/unit/*.c tests/network/*.c))
TEST_BIN    := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SRC))
TEST_OBJ    := $(TEST_COMMON:%.c=$(BUILD)/obj/%.o)
# What tests, fuzz targets and generators take parts of.
OWN_PARTS   := $(BUILD)/libcli.a $(BUILD)/libtb.a $(BUILD)/libcsim.a $(FST_OBJ)
# Fuzz targets: with a driver of ours they read the committed inputs again, with libFuzzer's they seek
# new ones (tests/fuzz/test_fuzz.sh).
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_CXX    := $(BUILD)/tests/fuzz/fuzz_tlm_map
FUZZ_BIN    := $(FUZZ_SRC:tests/%.c=$(BUILD)/tests/%) $(FUZZ_CXX)
FUZZ_DRIVER := $(BUILD)/obj/tests/fuzz/replay.o
FUZZ_LINK   :=
# SystemC, where pkg-config finds it, which is looked at when it is used, since `make deps` installs it.
SYSTEMC_SRC  := $(wildcard tb/systemc/*.cpp)
# Two objects, those of TLM and the others: SystemC's headers take longer to compile than most of a module.
SYSTEMC_TLM  := $(filter tb/systemc/tlm_%,$(SYSTEMC_SRC))
SYSTEMC_OBJ  := $(addprefix $(BUILD)/obj/tb/systemc/,all_tlm.o all_modules.o)
SYSTEMC_TEST := $(wildcard tests/systemc/test_*.cpp)
SYSTEMC_BIN  := $(SYSTEMC_TEST:tests/%.cpp=$(BUILD)/tests/%)
SYSTEMC_HELP := $(filter-out $(SYSTEMC_TEST),$(wildcard tests/systemc/*.cpp))
SYSTEMC_HAVE  = $(shell pkg-config --exists systemc && echo yes)
SYSTEMC_INC   = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags systemc))
SYSTEMC_LIBS  = $(shell pkg-config --libs systemc)
# Those of `make test-long` alone, which need the packages of the other targets too.
LONG_SH     := tests/mutation/test_c_mutation.sh tests/sanitizers/test_sanitizers.sh tests/sanitizers/test_races.sh tests/fuzz/test_fuzz.sh tests/cli/test_page_browser.sh tests/cli/test_old_processor.sh
TEST_SH     := $(filter-out $(LONG_SH),$(wildcard $(addprefix tests/,$(addsuffix /test_*.sh,cli mutation formal fuzz))))
# Those whose names have one of the words of TESTS, or of PARTS; without either, all.
WORDS        = $(TESTS) $(PARTS)
named        = $(if $(strip $(WORDS)),$(foreach f,$(1),$(if $(strip $(foreach w,$(WORDS),$(findstring $(w),$(f)))),$(f))),$(1))
RUN_BIN      = $(foreach f,$(TEST_BIN),$(if $(call named,$(f:$(BUILD)/tests/%=%)),$(f)))
RUN_SH       = $(foreach f,$(TEST_SH),$(if $(call named,$(f:tests/%=%)),$(f)))
RUN_SYSTEMC  = $(foreach f,$(SYSTEMC_BIN),$(if $(call named,$(f:$(BUILD)/tests/%=%)),$(f)))
RUN_LONG     = $(foreach f,$(LONG_SH),$(if $(call named,$(f:tests/%=%)),$(f)))

# Programs that print the man page and the completion from the tables of the command.
GENERATORS := $(BUILD)/docs/man/generate $(BUILD)/docs/completion/generate $(BUILD)/docs/keys/generate

.DELETE_ON_ERROR:
.SECONDARY:  # keep the objects of the test programs
.PHONY: all library systemc systemc-programs install deps demo test test-long record coverage bench bench-long lint synth man format fuzz fuzzers waves clean help programs chosen always

all: $(BUILD)/nocstep ## build build/nocstep

$(BUILD)/nocstep: $(CLI_OBJ) $(TB_OBJ) $(BUILD)/libcsim.a $(FST_OBJ)
	@echo "  link  $@"
	@$(CC) $(CFLAGS) $(PROGRAM_LINK) -o $@ $^ $(LIBS) $(EVENT_LIBS) $(MPI_LIBS)

$(BUILD)/libcsim.a: $(CSIM_OBJ)
	@rm -f $@
	@ar rcs $@ $^

# The library: docs/embedding.md. The static one is one object of golden models, with no names but those
# of nocstep.h; the shared one has RTL and lockstep as well.
$(BUILD)/libnocstep.a: $(BUILD)/libcsim.a
	@echo "  ar    $@"
	@ld -r -o $(BUILD)/obj/libnocstep.o $(BUILD)/obj/csim/sim/nocstep.o $(BUILD)/libcsim.a
	@objcopy --localize-hidden $(BUILD)/obj/libnocstep.o
	@rm -f $@
	@ar rcs $@ $(BUILD)/obj/libnocstep.o

$(BUILD)/libnocstep.so: $(TB_OBJ) $(BUILD)/libcsim.a $(FST_OBJ) csim/sim/nocstep.map
	@echo "  link  $@"
	@$(CC) $(CFLAGS) -shared -Wl,-soname,libnocstep.so.$(VERSION_MAJOR) -Wl,--version-script=csim/sim/nocstep.map \
	  -Wl,-z,defs -o $@ $(BUILD)/obj/csim/sim/nocstep.o $(filter-out %.map,$^) $(LIBS)

library: $(BUILD)/libnocstep.a $(BUILD)/libnocstep.so ## build build/libnocstep.a and build/libnocstep.so

# SystemC modules around the library: docs/systemc.md. `make test` leaves them out where there is no SystemC.
systemc: $(BUILD)/.deps $(BUILD)/libnocstep.so ## build build/libnocstep-systemc.a and its tests, where SystemC is installed
	@if pkg-config --exists systemc; then $(MAKE) systemc-programs; \
	 else echo "  pkg-config finds no SystemC (libsystemc-dev): its modules and their tests are left out"; fi

systemc-programs: $(BUILD)/libnocstep-systemc.a $(SYSTEMC_BIN)

$(BUILD)/libnocstep-systemc.a: $(SYSTEMC_OBJ)
	@rm -f $@
	@ar rcs $@ $^

$(BUILD)/obj/tb/systemc/all_tlm.cpp: $(SYSTEMC_TLM)
$(BUILD)/obj/tb/systemc/all_modules.cpp: $(filter-out $(SYSTEMC_TLM),$(SYSTEMC_SRC))
$(SYSTEMC_OBJ:.o=.cpp): Makefile
	@mkdir -p $(@D)
	@printf '#include "systemc/%s"\n' $(filter %.cpp,$(^F)) >$@
$(BUILD)/obj/tb/systemc/%.o: $(BUILD)/obj/tb/systemc/%.cpp | $(BUILD)/.deps
	$(compile_systemc)
$(BUILD)/obj/tests/systemc/%.o: tests/systemc/%.cpp Makefile | $(BUILD)/.deps
	$(compile_systemc)

define compile_systemc
@mkdir -p $(@D)
@echo "  c++   $<"
@$(CXX) -std=c++17 -D_GNU_SOURCE $(WARNINGS) $(SYSTEMC_O) -fPIC -Icsim -Icsim/sim -Itb -Itb/systemc -Itests \
  $(SYSTEMC_INC) $(DEPENDS) -c -o $@ $< 2>$(@:.o=.warnings); status=$$?; cat $(@:.o=.warnings) >&2; exit $$status
endef
$(BUILD)/obj/tb/systemc/%.o: SYSTEMC_O = -O2
$(BUILD)/obj/tests/systemc/%.o: SYSTEMC_O = -O0

# As a program of a user is: by the shared library.
$(SYSTEMC_BIN): $(BUILD)/tests/systemc/%: $(BUILD)/obj/tests/systemc/%.o $(SYSTEMC_HELP:%.cpp=$(BUILD)/obj/%.o) \
  $(BUILD)/libnocstep-systemc.a $(BUILD)/libnocstep.so
	@mkdir -p $(@D)
	@echo "  link  $@"
	@ln -sf libnocstep.so $(BUILD)/libnocstep.so.$(VERSION_MAJOR)
	@$(CXX) -o $@ $^ -Wl,-rpath,'$$ORIGIN/../..' $(SYSTEMC_LIBS) -ljansson -lyaml

# RTL, what plug-ins are made of, and papers go to share/nocstep, where an installed command finds them.
# The SystemC modules too, if they are a goal, or there from before.
install: all library $(wildcard $(BUILD)/libnocstep-systemc.a) | $(filter systemc,$(MAKECMDGOALS)) ## install command, library, header, RTL, man page: PREFIX=/usr/local, DESTDIR=
	@[ -z '$(word 2,$(PREFIX))$(word 2,$(DESTDIR))' ] || \
	  { echo "make install: PREFIX is '$(PREFIX)', DESTDIR '$(DESTDIR)'; neither may have a blank" >&2; exit 2; }
	@install -d $(INSTALL_DIR)/bin $(INSTALL_DIR)/lib/pkgconfig $(INSTALL_DIR)/include $(INSTALL_DIR)/share/man/man1 \
	  $(INSTALL_DIR)/share/bash-completion/completions $(INSTALL_DIR)/share/nocstep
	@install $(BUILD)/nocstep $(INSTALL_DIR)/bin
	@install -m 644 $(BUILD)/libnocstep.a $(INSTALL_DIR)/lib
	@install $(BUILD)/libnocstep.so $(INSTALL_DIR)/lib/libnocstep.so.$(VERSION)
	@ln -sf libnocstep.so.$(VERSION) $(INSTALL_DIR)/lib/libnocstep.so.$(VERSION_MAJOR)
	@ln -sf libnocstep.so.$(VERSION_MAJOR) $(INSTALL_DIR)/lib/libnocstep.so
	@install -m 644 csim/sim/nocstep.h csim/sim/nocstep_parts.h $(INSTALL_DIR)/include
	@sed 's|@PREFIX@|$(abspath $(PREFIX))|; s|@VERSION@|$(VERSION)|' csim/sim/nocstep.pc >$(INSTALL_DIR)/lib/pkgconfig/nocstep.pc
	@if [ -e $(BUILD)/libnocstep-systemc.a ]; then \
	  install -d $(INSTALL_DIR)/include/nocstep && \
	  install -m 644 $(BUILD)/libnocstep-systemc.a $(INSTALL_DIR)/lib && \
	  install -m 644 tb/systemc/*.h $(INSTALL_DIR)/include/nocstep && \
	  sed 's|@PREFIX@|$(abspath $(PREFIX))|; s|@VERSION@|$(VERSION)|' tb/systemc/nocstep-systemc.pc \
	    >$(INSTALL_DIR)/lib/pkgconfig/nocstep-systemc.pc; fi
	@install -m 644 docs/man/nocstep.1 $(INSTALL_DIR)/share/man/man1
	@install -m 644 docs/completion/nocstep.bash $(INSTALL_DIR)/share/bash-completion/completions/nocstep
	@for file in rtl/*/*.sv tb/dut/shim.cpp tb/dut/dut.h tb/dut/*.hpp tb/dut/walk.cpp tb/dut/watched.vlt rtl/nocstep.f rtl/nocstep.core rtl/Bender.yml rtl/nocstep.sdc rtl/clock_crossing.sdc docs/integration/* \
	  tb/foreign/shim.cpp tb/foreign/model.h tb/foreign/formula.h csim/topology/topology.h csim/base/error.h csim/shape/*.h csim/shape/*.def docs/papers/*.yaml docs/papers/*/*; do \
	  install -D -m 644 $$file $(INSTALL_DIR)/share/nocstep/$$file || exit 1; done
	@echo "installed in $(INSTALL_DIR)"

# The files of the pages of --html are bytes of the command. npm, where it is, brings their charts,
# of the version and with the hash that the lockfile has; without it pages have tables instead.
CHARTS := $(BUILD)/page/uplot.js $(BUILD)/page/uplot.css
$(PAGE_OBJ): tb/page/page_files.S $(wildcard tb/page/*.html tb/page/*.css tb/page/*.js) $(CHARTS)
	@mkdir -p $(@D)
	@echo "  as    $<"
	@$(CC) -Wa,-Itb/page -Wa,-I$(BUILD)/page -c -o $@ $<

$(CHARTS) &: tb/page/package.json tb/page/package-lock.json tb/page/charts.sh
	@echo "  npm   $(BUILD)/page"
	@tb/page/charts.sh $(BUILD)/page

# The parts of the command for their unit tests.
$(BUILD)/tests/libtests.a: $(TEST_OBJ)
$(BUILD)/libtb.a: $(TB_OBJ)
$(BUILD)/libcli.a: $(filter-out %/main.o,$(CLI_OBJ))
$(BUILD)/tests/libtests.a $(BUILD)/libtb.a $(BUILD)/libcli.a:
	@mkdir -p $(@D)
	@rm -f $@
	@ar rcsP $@ $^  # whole paths: two files may have one name

$(BUILD)/obj/%.o: %.c Makefile | $(BUILD)/.deps
	@mkdir -p $(@D)
	@echo "  cc    $<"
	@$(CC) $(ALL_C) $(EXTRA_C) $(DEPENDS) -c -o $@ $< 2>$(@:.o=.warnings); status=$$?; \
	 cat $(@:.o=.warnings) >&2; exit $$status

$(BUILD)/obj/csim/base/igraph_library.o: EXTRA_C = -DIGRAPH_SONAME='"$(call soname,igraph)"'
$(BUILD)/obj/csim/schedule/clp_library.o: EXTRA_C = -DCLP_SONAME='"$(call soname,Clp)"'

# The tests themselves take no time, what they share (stimuli, drivers) little.
# What they put in the place of a function of the C library is seen by the libraries too.
$(BUILD)/obj/tests/%.o: EXTRA_C = $(LIGHT_C) -fvisibility=default
$(TEST_SRC:%.c=$(BUILD)/obj/%.o): EXTRA_C = $(TEST_C) -fvisibility=default
LIGHT_FOLDERS := csim/setup csim/scenario csim/algorithm tb/dut tb/foreign tb/page tb/runs tb/papers tb/cli
$(patsubst %,$(BUILD)/obj/%/%.o,$(LIGHT_FOLDERS)): EXTRA_C = $(LIGHT_C)
$(BUILD)/obj/tests/bench/%.o: EXTRA_C =
# The files that know MPI: compiled anew where the build folder was made with another MPI=.
MPI_OBJ     := $(addprefix $(BUILD)/obj/tb/runs/,ranks_courier.o ranks_peers.o)
$(MPI_OBJ): EXTRA_C = $(LIGHT_C) $(MPI_C)
$(MPI_OBJ): $(BUILD)/.mpi
$(BUILD)/.mpi: always
	@mkdir -p $(@D)
	@echo "MPI=$(MPI)" | cmp -s - $@ || echo "MPI=$(MPI)" >$@
$(BUILD)/obj/tb/lockstep/%.o: EXTRA_C = -isystem $(FST_DIR)
$(BUILD)/obj/tests/network/test_wave.o $(BUILD)/obj/tests/network/test_wave_diff.o: EXTRA_C = $(TEST_C) -isystem $(FST_DIR)
# The golden components, which take longest to compile; flags for builds in which they do not matter.
# Without what gcc computes ahead for paths that few flits take, fewer registers go to the stack: 6 of 490
# instructions a router visit (docs/performance.md). Clang does not know the option. And -O2 runs as fast as
# -O3 there (0.4 % more instructions), and is compiled in 9 s where that takes 17.
ROUTER_C  = $(shell $(CC) -fno-tree-pre -E -x c /dev/null >/dev/null 2>&1 && echo -fno-tree-pre) \
            $(if $(filter -O3,$(CFLAGS)),-O2)
$(BUILD)/obj/csim/router/router.o: EXTRA_C = $(ROUTER_C) $(COMPONENT_C)
$(BUILD)/obj/csim/multicast/multicast_router.o $(BUILD)/obj/csim/ni/network_interface.o: EXTRA_C = $(COMPONENT_C)
$(BUILD)/obj/csim/network/ref.o $(BUILD)/obj/tb/twins/%.o: EXTRA_C = $(LIGHT_C) $(COMPONENT_C)

$(BUILD)/obj/fst/%.o: | $(BUILD)/.deps
	@mkdir -p $(@D)
	@echo "  cc    $*.c (FST writer of Verilator)"
	@$(CC) $(FST_C) -I$(FST_DIR) -c -o $@ $(FST_DIR)/$*.c

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/tests/libtests.a $(OWN_PARTS)
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(CC) $(CFLAGS) $(FAST_LINK) -o $@ $(USED_ONLY) -lcmocka $(LIBS) $(EVENT_LIBS) $(MPI_LIBS)

$(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(FUZZ_DRIVER) $(OWN_PARTS)
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(CC) $(CFLAGS) $(FAST_LINK) $(FUZZ_LINK) -o $@ $(USED_ONLY) $(LIBS) $(EVENT_LIBS) $(MPI_LIBS)

# The reader of address maps, which is C++ without SystemC.
$(FUZZ_CXX): tests/fuzz/fuzz_tlm_map.cpp $(wildcard tb/systemc/tlm_address_map*) tests/fuzz/require.h $(FUZZ_DRIVER)
	@mkdir -p $(@D)
	@echo "  c++   $<"
	@$(CXX) -std=c++17 -D_GNU_SOURCE $(WARNINGS) $(filter-out -O%,$(CFLAGS)) -O1 -Icsim -Itb -Itests/fuzz $(FUZZ_LINK) \
	  -o $@ $(filter %.cpp %.o,$^) -lyaml

$(BUILD)/tests/mutation/mutant_run: $(BUILD)/obj/tests/mutation/mutant_targets.o

# Lists the mutants of the C side; nothing of what it mutates is in it.
$(BUILD)/tests/mutation/c_mutants: $(BUILD)/obj/tests/mutation/c_mutants.o $(BUILD)/obj/tests/mutation/c_sites.o
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(CC) $(CFLAGS) -o $@ $^ -ljansson

# $(call install,PACKAGES): only what is missing is installed, by one job at a time; a user without
# the rights is told the command.
define install
@mkdir -p $(BUILD)
@exec 9>$(BUILD)/deps.lock; flock 9; \
 missing=""; for p in $(1); do \
   dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
 done; \
 if [ -n "$$missing" ]; then \
   command="apt-get update && apt-get install -y --no-install-recommends$$missing"; \
   if [ "$$(id -u)" = 0 ]; then root=""; \
   elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then root="sudo"; \
   else echo "nocstep needs packages that are missing, and root to install them. Run as root:" >&2; \
        echo "  $$command" >&2; exit 3; fi; \
   echo "  apt  $$missing"; \
   $$root sh -c "export DEBIAN_FRONTEND=noninteractive; $$command" >$(BUILD)/deps.log 2>&1 || { \
     tail -n 5 $(BUILD)/deps.log >&2; \
     echo "installing failed, see $(BUILD)/deps.log; the command was:" >&2; \
     echo "  $$command" >&2; exit 3; }; \
 fi
@touch $@
endef

$(BUILD)/.deps: Makefile $(if $(MPI),$(BUILD)/.mpi)
	$(call install,$(PACKAGES))

$(BUILD)/.deps-test: Makefile
	$(call install,$(TEST_PACKAGES))

$(BUILD)/.deps-tools: Makefile
	$(call install,$(PACKAGES) $(TOOL_PACKAGES))

deps: ## install what is missing (Debian packages; needs root or sudo)
	@rm -f $(BUILD)/.deps $(BUILD)/.deps-test $(BUILD)/.deps-tools
	@$(MAKE) -s $(BUILD)/.deps $(BUILD)/.deps-tools
	@echo "all packages are there"
	@command -v node >$(BUILD)/deps.log && command -v npm >$(BUILD)/deps.log || \
	  echo "node and npm, which may be left out, are not there: pages of --html have tables without charts"

demo: all ## the main job: an 8x8 mesh in lockstep, uniform traffic and two all-to-all broadcasts
	@tests/demo.sh

programs: all $(TEST_BIN) $(FUZZ_BIN) $(GENERATORS) $(BUILD)/tests/mutation/mutant_run $(BUILD)/tests/mutation/c_mutants

chosen: all $(RUN_BIN) $(if $(strip $(RUN_SYSTEMC)),systemc) $(if $(strip $(RUN_SH)),$(GENERATORS) $(BUILD)/tests/mutation/mutant_run) $(if $(filter tests/fuzz/%,$(RUN_SH)),$(FUZZ_BIN))

fuzzers: $(FUZZ_BIN)

test: $(BUILD)/.deps-test chosen ## units, networks, command line, cheap lint, some proofs and mutants: some 6 minutes on 2 cores; TESTS="vc_allocator .." takes some
	@tests/run.sh $(BUILD) $(RUN_BIN) $(if $(SYSTEMC_HAVE),$(RUN_SYSTEMC)) $(RUN_SH)

test-long: chosen $(if $(strip $(RUN_LONG)),$(BUILD)/.deps-tools $(BUILD)/tests/mutation/c_mutants) ## all at full length, resumed where it stopped: PARTS="formal mutation sanitizers fuzz .." takes some
	@NOCSTEP_LONG=1 tests/run.sh $(BUILD) $(RUN_BIN) $(if $(SYSTEMC_HAVE),$(RUN_SYSTEMC)) $(RUN_SH) $(RUN_LONG)

record: $(BUILD)/tests/mutation/mutant_run ## write tests/recorded.txt: proofs, mutants and shapes of the RTL that passed, as they are kept; runs none
	@rm -f $(BUILD)/recorded.txt
	@export NOCSTEP_LONG=1 NOCSTEP_BUILD=$(abspath $(BUILD)) NOCSTEP_NEW_RECORD=$(abspath $(BUILD))/recorded.txt; \
	  for script in tests/formal/test_formal.sh tests/mutation/test_mutation.sh 'rtl/check.sh full'; do $$script | tail -n 1; done
	@sort -u $(BUILD)/recorded.txt >tests/recorded.txt

coverage: all ## events, lines and toggles of the RTL, lines and branches of C; leaves build/coverage: PARTS="rtl c", COVERED="unit/ .."
	@tests/coverage/coverage.sh $(BUILD) $(PARTS)

bench: all $(BUILD)/tests/bench/flattened ## speed of golden, Verilated, lockstep and flattened networks; leaves build/bench.json
	@tests/bench/bench.sh $(BUILD)
	@tests/bench/systemc.sh $(BUILD)

bench-long: all $(BUILD)/tests/bench/flattened ## the same, with the flattened 8x8 mesh (its C++ compiles for many minutes); BASE=commit: and that commit beside
	@NOCSTEP_LONG=1 tests/bench/bench.sh $(BUILD)

lint: $(BUILD)/.deps-tools programs ## verilator -Wall, Yosys, gcc, clang-tidy, cppcheck, clang-format; what is as it was is not read again
	@tests/lint.sh

$(BUILD)/docs/%: $(BUILD)/obj/docs/%.o $(OWN_PARTS)
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(CC) $(CFLAGS) $(FAST_LINK) -o $@ $(USED_ONLY) $(LIBS) $(EVENT_LIBS) $(MPI_LIBS)

synth: $(BUILD)/.deps-tools ## area, flip-flops and longest paths of the RTL: rewrites docs/synthesis.md
	@NOCSTEP_BUILD=$(BUILD) rtl/synth.sh

man: $(GENERATORS) ## rewrite docs/man/nocstep.1, docs/completion/nocstep.bash and docs/keys.md from the tables
	@$(BUILD)/docs/man/generate >docs/man/nocstep.1
	@$(BUILD)/docs/completion/generate >docs/completion/nocstep.bash
	@$(BUILD)/docs/keys/generate >docs/keys.md

format: ## rewrite the C sources in the project's format
	@clang-format -i $$(git ls-files '*.c' '*.h' '*.cpp')

fuzz: $(BUILD)/.deps-tools ## fuzz the parsers, FUZZ_SECONDS each (600), those of TARGETS="plan trace .." only
	@NOCSTEP_BUILD=$(BUILD) FUZZ_SECONDS=$(or $(FUZZ_SECONDS),600) tests/fuzz/test_fuzz.sh $(TARGETS)

waves: $(BUILD)/.deps-tools ## open GTKWave on the demo's wave
	@test -f waves/demo.fst || $(MAKE) demo
	@waves/show.sh waves/demo.fst

clean: ## remove all that was built
	@rm -rf $(BUILD)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 -- \2/p' Makefile | sed 's/ -- /\t/' | expand -t 20

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
