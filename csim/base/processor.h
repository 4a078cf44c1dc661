// processor -- what this processor has beyond the least that the program runs on.

#ifndef NOC_PROCESSOR_H
#define NOC_PROCESSOR_H

#include <stdbool.h>

// Whether it has BMI2: shorter shifts, bits gathered and spread; those from before 2013 have not. A
// program compiled with -DNOC_OLD_PROCESSOR does as these do (tests/cli/test_old_processor.sh).
#if defined __x86_64__ && !defined NOC_OLD_PROCESSOR
#define PROCESSOR_HAS_BMI2() (__builtin_cpu_supports("bmi2") != 0)
#else
#define PROCESSOR_HAS_BMI2() false
#endif

#endif
