// command -- the commands, a file each; commands.c has the table of them.

#ifndef NOCSTEP_COMMAND_H
#define NOCSTEP_COMMAND_H

#include <stddef.h>

struct cli;

// Each returns the exit status (noc_status_t).
int command_run(const struct cli *cli);
int command_sweep(const struct cli *cli);
int command_collective(const struct cli *cli);
int command_verify(const struct cli *cli);
int command_topo(const struct cli *cli);
int command_paper(const struct cli *cli);
int command_hops(const struct cli *cli);
int command_dut(const struct cli *cli);
int command_schedule(const struct cli *cli);
int command_plan(const struct cli *cli);
int command_rtl(const struct cli *cli);
int command_replay(const struct cli *cli);
int command_shrink(const struct cli *cli);
int command_explain(const struct cli *cli);
int command_diff(const struct cli *cli);
int command_list(const struct cli *cli);

// The i-th topic of `list`, NULL behind the last.
const char *list_topic(size_t i);

#endif
