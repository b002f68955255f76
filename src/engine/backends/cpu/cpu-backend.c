/* cpu-backend.c: backend table of the CPU.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

#define ENTRY(name) .name = rensa_cpu_##name,

const RensaBackend rensa_cpu_backend = { RENSA_CPU_ENTRIES (ENTRY) };
