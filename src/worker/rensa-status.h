/* rensa-status.h: where a run stands, for those who must not wait.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-pool.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_WORKER_PREPARING, /* loads data, builds */
  RENSA_WORKER_RUNNING,
  RENSA_WORKER_PAUSED,
  RENSA_WORKER_FINISHED, /* this one and those below are the end */
  RENSA_WORKER_STOPPED,
  RENSA_WORKER_FAILED,
} RensaWorkerState;

/* @fraction and @seconds_left are negative where they cannot be told; @rate: examples a second over the last two
 * seconds; @use: of the device that it trains on, by this program since the run began; @device_bytes: the memory that it has, 0 where that is
 * not counted, as on the CPU. */
typedef struct
{
  RensaWorkerState state;
  gint64 iteration;
  double epoch;
  double elapsed;
  double fraction;
  double seconds_left;
  double rate;
  double length;        /* of training, by the stop trigger; 0 where it does not tell */
  char length_unit[16]; /* "epoch" or "iteration" */
  RensaDeviceUse use;
  guint64 device_bytes;
} RensaWorkerStatus;

#define RENSA_STATUS_WORDS ((sizeof (RensaWorkerStatus) + sizeof (guint64) - 1) / sizeof (guint64))
#define RENSA_N_STATUS_SLOTS 4

/* A status that one thread publishes and any thread reads; all zero is one. Neither waits: what is published stands
 * still while the next ones are written into the other slots. */
typedef struct
{
  guint64 n_published;
  guint64 slots[RENSA_N_STATUS_SLOTS][RENSA_STATUS_WORDS];
} RensaStatusBox;

void rensa_status_box_write (RensaStatusBox *box, const RensaWorkerStatus *status);
/* Consistent in itself. */
void rensa_status_box_read (RensaStatusBox *box, RensaWorkerStatus *status);

G_END_DECLS
