/* rensa-status.h: wait-free publication of a run's status.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-pool.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_WORKER_PREPARING, /* loads data, builds */
  RENSA_WORKER_RUNNING,
  RENSA_WORKER_PAUSED,
  RENSA_WORKER_FINISHED, /* This and all following states are final */
  RENSA_WORKER_STOPPED,
  RENSA_WORKER_FAILED,
} RensaWorkerState;

/* @fraction and @seconds_left are negative if unknown; @rate: examples per second over the last two
 *   seconds; @use: usage of the training device by this program since the run began; @device_bytes:
 *   total memory of the device, 0 if not measured, as on the CPU. */
typedef struct
{
  RensaWorkerState state;
  gint64 iteration;
  double epoch;
  double elapsed;
  double fraction;
  double seconds_left;
  double rate;
  double length;        /* Training length according to the stop trigger; 0 if unknown */
  char length_unit[16]; /* "epoch" or "iteration" */
  RensaDeviceUse use;
  guint64 device_bytes;
} RensaWorkerStatus;

#define RENSA_STATUS_WORDS ((sizeof (RensaWorkerStatus) + sizeof (guint64) - 1) / sizeof (guint64))
#define RENSA_N_STATUS_SLOTS 4

/* A status that one thread publishes and any thread reads; all zeros is a valid status. Neither
 * waits: a published status stays unchanged while the next ones are written to the other slots. */
typedef struct
{
  guint64 n_published;
  guint64 slots[RENSA_N_STATUS_SLOTS][RENSA_STATUS_WORDS];
} RensaStatusBox;

void rensa_status_box_write (RensaStatusBox *box, const RensaWorkerStatus *status);
/* Consistent in itself. */
void rensa_status_box_read (RensaStatusBox *box, RensaWorkerStatus *status);

G_END_DECLS
