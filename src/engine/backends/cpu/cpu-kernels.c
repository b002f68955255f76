/* cpu-kernels.c: the loops of each kernel.
 * SPDX-License-Identifier: MIT */

#include "cpu-private.h"

G_STATIC_ASSERT (K_MAX_NDIM == RENSA_MAX_NDIM);

/* Several times as many as there are kernels, so that most are found at once. */
#define N_SLOTS 2048

/* Each row stands at the place of its kernel's address, or at the next free one. */
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
