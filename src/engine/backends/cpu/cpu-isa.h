/* cpu-isa.h: loops compiled for several instruction sets.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cpu-private.h"

G_BEGIN_DECLS

/* A file *-loops.c defines one table, RENSA_CPU_LOOPS_OF_THIS_ISA (rensa_cpu_xxx_loops), and is
 * compiled once for each instruction set; RENSA_CPU_LOOPS (rensa_cpu_xxx_loops) selects the one to
 * use on this machine. */

#ifdef __x86_64__
#define RENSA_CPU_DECLARE_LOOPS(Type, name) extern const Type name##_base, name##_v3, name##_v4
#define RENSA_CPU_LOOPS(name) \
  (((const __typeof__ (name##_base) *const[]){ &name##_base, &name##_v3, &name##_v4 })[rensa_cpu_get_isa ()])
#else
#define RENSA_CPU_DECLARE_LOOPS(Type, name) extern const Type name##_base
#define RENSA_CPU_LOOPS(name) (&name##_base)
#endif

#define RENSA_CPU_PASTE(name, isa) name##_##isa
#define RENSA_CPU_PASTE_EXPANDED(name, isa) RENSA_CPU_PASTE (name, isa)
#define RENSA_CPU_LOOPS_OF_THIS_ISA(name) RENSA_CPU_PASTE_EXPANDED (name, RENSA_ISA)

G_END_DECLS
