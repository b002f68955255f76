/* remote-dataset.h: a data set that has to be fetched, from nowhere.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dataset.h"

/* What fetching it comes to. Read by the thread that fetches. */
typedef enum
{
  REMOTE_ARRIVES,
  REMOTE_WAITS, /* until it is cancelled */
  REMOTE_FAILS,
} RemoteOutcome;

/* Enters the data set "remote" into the registry. */
void remote_dataset_register (void);
void remote_dataset_set_outcome (RemoteOutcome outcome);
