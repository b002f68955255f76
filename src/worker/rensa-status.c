/* rensa-status.c: wait-free publication of a run's status.
 * SPDX-License-Identifier: MIT */

#include "rensa-status.h"

#include <string.h>

/* Stores each word with release and loads it with acquire semantics, so that a reader that sees a
 * word of a later status in its slot also sees the corresponding count. This needs no fences, which
 * the thread sanitizer does not support. */
void
rensa_status_box_write (RensaStatusBox *box, const RensaWorkerStatus *status)
{
  const guint64 n = __atomic_load_n (&box->n_published, __ATOMIC_RELAXED) + 1;
  guint64 *slot = box->slots[n % RENSA_N_STATUS_SLOTS];
  guint64 words[RENSA_STATUS_WORDS] = { 0 };

  memcpy (words, status, sizeof *status);
  for (gsize i = 0; i < RENSA_STATUS_WORDS; i++)
    __atomic_store_n (&slot[i], words[i], __ATOMIC_RELEASE);
  __atomic_store_n (&box->n_published, n, __ATOMIC_RELEASE);
}

/* Returns FALSE if so many statuses were published meanwhile that the slot may have been overwritten. */
static gboolean
try_read (RensaStatusBox *box, guint64 *words)
{
  const guint64 n = __atomic_load_n (&box->n_published, __ATOMIC_ACQUIRE);
  const guint64 *slot = box->slots[n % RENSA_N_STATUS_SLOTS];

  for (gsize i = 0; i < RENSA_STATUS_WORDS; i++)
    words[i] = __atomic_load_n (&slot[i], __ATOMIC_ACQUIRE);
  return __atomic_load_n (&box->n_published, __ATOMIC_RELAXED) - n < RENSA_N_STATUS_SLOTS - 1;
}

void
rensa_status_box_read (RensaStatusBox *box, RensaWorkerStatus *status)
{
  guint64 words[RENSA_STATUS_WORDS];

  while (!try_read (box, words))
    ;
  memcpy (status, words, sizeof *status);
}
