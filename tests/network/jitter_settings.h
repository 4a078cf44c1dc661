// jitter_settings -- the networks in which tests of links that stall look: what their links carry
// and what runs in them must be the same.

#ifndef NOC_JITTER_SETTINGS_H
#define NOC_JITTER_SETTINGS_H

static const char kMesh[] =
    "topology=mesh:4x4 workload.traffic=uniform workload.load=0.3 run.cycles=300";
static const char kTorus[] =
    "topology=torus:4x4 router.networks=2 workload.traffic=tornado workload.load=0.2 "
    "run.cycles=300";
static const char kOctagon[] =
    "topology=octagon:8 workload.traffic=uniform workload.load=0.3 run.cycles=300";
static const char kWorms[] =
    "topology=octagon:8 router.depth=9 router.vcs=3 router.pipeline=2 "
    "router.switching=cut-through workload.collective=allgather workload.scheme=path-worm "
    "workload.message_flits=5";
static const char kCoded[] = "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc";

#endif
