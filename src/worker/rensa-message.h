/* rensa-message.h: what a worker tells.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-report-key.h"

G_BEGIN_DECLS

/* One VALUE for each value that was reported, in order; never thinned. */
typedef enum
{
  RENSA_MESSAGE_SERIES,   /* key, report: what the values of this key are, which follow */
  RENSA_MESSAGE_VALUE,    /* key, iteration, epoch, elapsed, value */
  RENSA_MESSAGE_LOG,      /* an entry of LogReport: iteration = its number from 0, value = how many values it has; they
                             follow as VALUEs with is_log, maybe in the next batch */
  RENSA_MESSAGE_EVENT,    /* key = what, text, iteration, epoch, elapsed */
  RENSA_MESSAGE_ARTIFACT, /* key = kind, text = path, iteration */
  RENSA_MESSAGE_NOTICE,   /* text: one sentence, e.g. that a snapshot could not be written */
} RensaMessageKind;

typedef struct
{
  RensaMessageKind kind;
  gboolean is_log;
  const char *key; /* interned */
  gint64 iteration;
  double epoch;
  double elapsed;
  double value;
  const RensaReportKey *report; /* lives as long as the worker */
  char *text;                   /* valid during the call that hands the message over */
} RensaMessage;

G_END_DECLS
