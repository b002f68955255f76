/* rensa-message.h: messages from a worker.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-report-key.h"

G_BEGIN_DECLS

/* There is one VALUE for each reported value, in order; none are omitted. */
typedef enum
{
  RENSA_MESSAGE_SERIES,   /* key, report: describes the values with this key, which follow */
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
  const RensaReportKey *report; /* Valid as long as the worker exists */
  char *text;                   /* Valid only during the call that delivers the message */
} RensaMessage;

G_END_DECLS
