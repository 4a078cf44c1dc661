// version -- `nocstep --version`: the program, and the tools and libraries that it works with, as a
// report of a problem needs them.

#ifndef NOCSTEP_VERSION_H
#define NOCSTEP_VERSION_H

#include <stdio.h>

void version_print(FILE *out);

#endif
