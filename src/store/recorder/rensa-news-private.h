/* rensa-news-private.h: news about runs for the main thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-run-private.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_NEWS_ROW,      /* the row of a run that may have changed; @serial: of the last edit it contains */
  RENSA_NEWS_PROGRESS, /* progress reported by a recorder */
  RENSA_NEWS_RELEASED, /* the recorder has ended; from now on, rows are newer */
  RENSA_NEWS_GONE,     /* run.uuid no longer exists */
  RENSA_NEWS_SIZE,     /* size of run.uuid, or of the whole store if NULL */
  RENSA_NEWS_TROUBLE,  /* run.message, NULL when the problem is resolved */
} RensaNewsKind;

typedef struct
{
  RensaNewsKind kind;
  guint64 serial;
  gint64 size;
  gint64 number; /* number of a row */
  RensaRunRecord run;
} RensaNews;

RensaNews *rensa_news_new (RensaNewsKind kind);
void rensa_news_free (gpointer news);

G_END_DECLS
