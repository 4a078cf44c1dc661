# Completion of nocstep for bash: source docs/completion/nocstep.bash. For zsh as well, after
# autoload -U bashcompinit && bashcompinit.
# Made by docs/completion/generate.c from the tables of the command: make man
# shellcheck shell=bash disable=SC2207
_nocstep_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_nocstep_paths() {
  compopt -o filenames 2>/dev/null
  local IFS=$'\n'
  COMPREPLY=($(compgen "$1" -- "$cur"))
}
# Of --set: the keys, and behind '=' the words of a key that has some.
_nocstep_keys() {
  compopt -o nospace 2>/dev/null
  _nocstep_words "topology= tags= router.vcs= router.depth= router.flit_bits= router.switching= router.pipeline= router.allocation= router.allocator= router.lookahead= router.sync_read= router.link_check= router.routing= router.adaptive= router.routes= router.allow_deadlock= router.copies= router.arbiter= router.age_bits= router.networks= router.link_latency= link.clock_ratio= workload.traffic= workload.load= workload.packet_flits= workload.hotspot_nodes= workload.hotspot_share= workload.permutation= workload.burst_on= workload.burst_off= workload.classes= workload.collective= workload.scheme= workload.from= workload.to= workload.operation= workload.order= workload.group= workload.base= workload.intermediate= workload.steps= workload.schedule= workload.max_detour= workload.force= workload.message_flits= workload.message_bytes= workload.k= workload.slots= workload.plan= workload.map= workload.trace= workload.degree= coding.overhead= coding.memory= host.t_hs= host.t_hr= host.t_ns= host.t_nr= host.ratio= host.bus= host.accept= host.replies= run.router= run.assertions= run.dut= run.dut_at= run.seed= run.warmup= run.cycles= run.reset= run.drain= run.max_age= run.jitter.links= run.jitter.hosts= run.jitter.seed= run.link_faults.share= run.link_faults.bits= run.link_faults.seed="
}
_nocstep_values() {
  case $1 in
    router.flit_bits) _nocstep_words "32 64 128 256" ;;
    router.switching) _nocstep_words "wormhole cut-through" ;;
    router.allocation) _nocstep_words "serial speculative" ;;
    router.allocator) _nocstep_words "separable wavefront" ;;
    router.link_check) _nocstep_words "none parity secded" ;;
    router.routing) _nocstep_words "dor octagon h3dm h3dm-source h3dm-destination updown nca minimal algebraic table source" ;;
    router.copies) _nocstep_words "independent synchronous" ;;
    router.arbiter) _nocstep_words "round-robin age" ;;
    workload.traffic) _nocstep_words "uniform transpose bit-complement bit-reverse bit-flip shuffle tornado neighbor hotspot permutation multicast external" ;;
    workload.collective) _nocstep_words "broadcast multicast scatter gather reduce allgather alltoall allreduce barrier" ;;
    workload.scheme) _nocstep_words "unicast binomial ring pairwise recursive-doubling dimension-ring randomized edst hnc hnc-recursive hierarchy combining scheduled tree-worm path-worm kbinomial postal" ;;
    workload.operation) _nocstep_words "xor sum" ;;
    workload.order) _nocstep_words "rotated ascending" ;;
    workload.steps) _nocstep_words "sequential overlapped barrier beside" ;;
    workload.map) _nocstep_words "linear random" ;;
    run.router) _nocstep_words "ref rtl lockstep tops gates" ;;
    run.assertions) _nocstep_words "on off" ;;
  esac
}
_nocstep_run() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --seed) ;;
    --set) _nocstep_keys ;;
    --router) _nocstep_words "ref rtl lockstep tops gates" ;;
    --rtl-at) ;;
    --lockstep-at) ;;
    --dut) ;;
    --dut-at) ;;
    --wave) _nocstep_paths -f ;;
    --wave-from) ;;
    --wave-to) ;;
    --follow) ;;
    --events) _nocstep_paths -f ;;
    --transactions) _nocstep_paths -f ;;
    --events-window) ;;
    --threads) ;;
    --rtl-coverage) _nocstep_paths -f ;;
    --checkpoint) _nocstep_paths -f ;;
    --every) ;;
    --resume) _nocstep_paths -f ;;
    --report) _nocstep_paths -d ;;
    --html) _nocstep_paths -d ;;
    --window) ;;
    --checkpoint-memory) ;;
    --map) ;;
    --write-plan) _nocstep_paths -f ;;
    --clock) ;;
    --energy) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --seed --set --allow-deadlock --router --rtl-at --lockstep-at --dut --dut-at --wave --wave-from --wave-to --follow --events --transactions --events-window --threads --skip-idle --profile --rtl-coverage --checkpoint --every --resume --report --html --window --checkpoint-memory --map --write-plan --clock --energy"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_sweep() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --seed) ;;
    --set) _nocstep_keys ;;
    --load) ;;
    --multicasts) ;;
    --topology) ;;
    --router) _nocstep_words "ref rtl lockstep tops gates" ;;
    --dut) ;;
    --dut-at) ;;
    --jobs|-j) ;;
    --csv) _nocstep_paths -f ;;
    --plot) _nocstep_paths -f ;;
    --clock) ;;
    --energy) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --seed --set --allow-deadlock --load --multicasts --topology --router --dut --dut-at --jobs -j --csv --plot --clock --energy"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_collective() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --seed) ;;
    --set) _nocstep_keys ;;
    --flits) ;;
    --bytes) ;;
    --schemes) ;;
    --topology) ;;
    --router) _nocstep_words "ref rtl lockstep tops gates" ;;
    --dut) ;;
    --dut-at) ;;
    --jobs|-j) ;;
    --csv) _nocstep_paths -f ;;
    --plot) _nocstep_paths -f ;;
    --clock) ;;
    --energy) _nocstep_paths -f ;;
    --heat) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --seed --set --allow-deadlock --flits --bytes --schemes --all --topology --router --dut --dut-at --jobs -j --csv --plot --clock --energy --heat"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_verify() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --seed) ;;
    --set) _nocstep_keys ;;
    --dut) ;;
    --dut-at) ;;
    --tag) ;;
    --seeds) ;;
    --shapes) ;;
    --jobs|-j) ;;
    --max-failures) ;;
    --time-limit) ;;
    --junit) _nocstep_paths -f ;;
    --report) _nocstep_paths -d ;;
    --html) _nocstep_paths -d ;;
    --html-before) _nocstep_paths -f ;;
    --rtl-coverage) _nocstep_paths -d ;;
    --rtl-points) _nocstep_paths -f ;;
    --waivers) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --seed --set --allow-deadlock --dut --dut-at --tag --seeds --shapes --jobs -j --max-failures --time-limit --junit --report --html --html-before --rtl-coverage --rtl-points --waivers --dry-run"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_topo() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --routing) ;;
    --routes) _nocstep_paths -f ;;
    --classes) ;;
    --worms) _nocstep_words "tree path both" ;;
    --messages) ;;
    --plot) _nocstep_paths -f ;;
    --dot) _nocstep_paths -f ;;
    --graphml) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --routing --routes --adaptive --classes --worms --messages --plot --dot --graphml"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_paper() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --seed) ;;
    --set) _nocstep_keys ;;
    --measured) _nocstep_paths -f ;;
    --page) _nocstep_paths -f ;;
    --router) _nocstep_words "ref rtl lockstep tops gates" ;;
    --jobs|-j) ;;
    --csv) _nocstep_paths -f ;;
    --plot) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --seed --set --allow-deadlock --quick --full --measured --rest --page --router --jobs -j --csv --plot"
       else _nocstep_words "dvorak2006 rahman2012 shalaby2015 sivaram1998 solomonik2016"; fi ;;
  esac
}
_nocstep_hops() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --topology) ;;
    --collective) ;;
    --scheme) ;;
    --from) ;;
    --to) ;;
    --routing) ;;
    --routes) _nocstep_paths -f ;;
    --group) ;;
    --base) ;;
    --intermediate) ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --topology --collective --scheme --from --to --routing --routes --group --base --intermediate --literal --count"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_dut() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --topology) ;;
    --top) ;;
    --include) _nocstep_paths -d ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --topology --top --include"
       else if ((COMP_CWORD == 2)); then _nocstep_words "build guess"; else _nocstep_paths -f; fi; fi ;;
  esac
}
_nocstep_schedule() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --topology) ;;
    --collective) ;;
    --from) ;;
    --to) ;;
    --ports) ;;
    --max-detour) ;;
    --seed) ;;
    --search) ;;
    --time-limit) ;;
    --look-limit) ;;
    --out) _nocstep_paths -f ;;
    --proof) _nocstep_paths -f ;;
    --check) _nocstep_paths -f ;;
    --equation) ;;
    --given) ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --topology --collective --from --to --ports --max-detour --seed --search --time-limit --look-limit --out --proof --check --equation --given"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_plan() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --topology) ;;
    --bytes) ;;
    --compute) ;;
    --rounds) ;;
    --out) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --topology --bytes --compute --rounds --out"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_rtl() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --seed) ;;
    --set) _nocstep_keys ;;
    --module) ;;
    --out) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --seed --set --allow-deadlock --module --out"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_replay() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --until) ;;
    --from) _nocstep_paths -f ;;
    --scope) ;;
    --pins) _nocstep_paths -f ;;
    --wave) _nocstep_paths -f ;;
    --rtl) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --until --from --scope --pins --wave --rtl"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_shrink() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --out) _nocstep_paths -d ;;
    --unit-test) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --out --unit-test"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_explain() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --packet) ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --packet"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_diff() {
  case $1 in
    --json) _nocstep_paths -f ;;
    --scope) ;;
    --cycles) ;;
    --offset) ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v --scope --cycles --offset"
       else _nocstep_paths -f; fi ;;
  esac
}
_nocstep_list() {
  case $1 in
    --json) _nocstep_paths -f ;;
    *) if [[ $cur == -* ]]; then _nocstep_words " --help -h --version --json --quiet -q --verbose -v"
       else _nocstep_words "topologies routings traffic collectives schemes algorithms papers scenarios keys"; fi ;;
  esac
}
_nocstep() {
  local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} name=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _nocstep_words "run sweep collective verify topo paper hops dut schedule plan rtl replay shrink explain diff list --help --version"
    return
  fi
  # bash makes a word of '=': of --seed=7 and of --set router.vcs=2.
  if [ "$cur" = = ]; then
    cur='' name=$previous
  elif [ "$previous" = = ]; then
    name=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case $name in
    --*) previous=$name ;;
    ?*) _nocstep_values "$name"; return ;;
  esac
  if declare -F "_nocstep_${COMP_WORDS[1]}" >/dev/null; then
    "_nocstep_${COMP_WORDS[1]}" "$previous"
  fi
}
complete -F _nocstep nocstep
