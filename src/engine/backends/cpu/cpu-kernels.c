/* cpu-kernels.c: lookup of each kernel's loops.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

G_STATIC_ASSERT (K_MAX_NDIM == RENSA_MAX_NDIM);

/* Several times the number of kernels, so that most lookups succeed at the first probe. */
#define N_SLOTS 2048

/* Hash table with open addressing: each row is at the slot of its kernel's address, or at the next
 * free one. */
static const RensaCpuKernel *slots[N_SLOTS];
static guint n_taken;

static guint
find_slot (const RensaKernel *kernel)
{
  guint i = (guintptr) kernel / sizeof *kernel % N_SLOTS;

  while (slots[i] != NULL && slots[i]->kernel != kernel)
    i = (i + 1) % N_SLOTS;
  return i;
}

void
rensa_cpu_add_kernels (const RensaCpuKernel *rows, guint n)
{
  n_taken += n;
  g_assert (n_taken <= N_SLOTS / 2);

  for (guint i = 0; i < n; i++)
    slots[find_slot (rows[i].kernel)] = &rows[i];
}

const RensaCpuLoops *
rensa_cpu_get_loops (const RensaKernel *kernel)
{
  return &slots[find_slot (kernel)]->loops[rensa_cpu_get_isa ()];
}
