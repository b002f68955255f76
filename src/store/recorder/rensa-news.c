/* rensa-news.c: news about runs for the main thread.
 * SPDX-License-Identifier: MIT */

#include "rensa-news-private.h"

RensaNews *
rensa_news_new (RensaNewsKind kind)
{
  RensaNews *news = g_new0 (RensaNews, 1);

  news->kind = kind;
  return news;
}

void
rensa_news_free (gpointer data)
{
  RensaNews *news = data;

  rensa_run_record_clear (&news->run);
  g_free (news);
}
