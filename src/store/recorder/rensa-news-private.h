/* rensa-news-private.h: what the main thread is to know of runs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run-private.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_NEWS_ROW,      /* the row of a run that may have changed; @serial: of the last edit that it contains */
  RENSA_NEWS_PROGRESS, /* from a recorder */
  RENSA_NEWS_RELEASED, /* the recorder has ended; rows are newer from now on */
  RENSA_NEWS_GONE,     /* run.uuid is no longer there */
  RENSA_NEWS_SIZE,     /* of run.uuid, NULL for the whole store */
  RENSA_NEWS_TROUBLE,  /* run.message, NULL when it is over */
} RensaNewsKind;

typedef struct
{
  RensaNewsKind kind;
  guint64 serial;
  gint64 size;
  gint64 number; /* of a row */
  RensaRunRecord run;
} RensaNews;

RensaNews *rensa_news_new (RensaNewsKind kind);
void rensa_news_free (gpointer news);

G_END_DECLS
