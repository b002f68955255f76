/* store-child.c: another program that has the store open, for tests; does what it is told by lines and answers each.
 * SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rensa-store.h"

static RensaStore *store;
static RensaRecorder *recorder;

static gpointer
report_for_ever (gpointer data)
{
  for (gint64 i = 0;; i++)
    {
      const double now = (double) g_get_monotonic_time () / G_USEC_PER_SEC;

      rensa_recorder_add_value (recorder, "main/loss", i, (double) i / 10, now, (double) i);
      if (i % 10 == 0)
        rensa_recorder_add_log (recorder, i / 10, (const char *[]){ "iteration" }, (double[]){ (double) i }, 1);
      g_usleep (500);
    }

  return NULL;
}

static const char *
begin (const char *name)
{
  recorder = rensa_store_begin (store, &(RensaRunStart){ .name = name, .document = "{}" }, NULL);
  if (recorder != NULL)
    rensa_recorder_describe (recorder, &(RensaReportKey){ (char *) "main/loss", 0, 5, RENSA_MEASURE_LOSS });
  return recorder != NULL ? rensa_run_get_uuid (rensa_recorder_get_run (recorder)) : "failed";
}

static const char *
finish (void)
{
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  g_clear_pointer (&recorder, rensa_recorder_free);
  return rensa_store_flush (store, NULL) ? "finished" : "failed";
}

static const char *
go_on (RensaRun *run)
{
  RensaRecorder *another = rensa_store_continue (store, run, 0, NULL);

  if (another == NULL)
    return "refused";

  recorder = another;
  return "continued";
}

static const char *
answer (char **words)
{
  RensaRun *run = words[1] != NULL ? rensa_store_find_run (store, words[1]) : NULL;

  if (g_str_equal (words[0], "begin"))
    return begin (words[1]);
  if (g_str_equal (words[0], "finish"))
    return finish ();
  if (g_str_equal (words[0], "report"))
    return g_thread_unref (g_thread_new ("report", report_for_ever, NULL)), "reporting";
  if (run == NULL)
    return "unknown";
  if (g_str_equal (words[0], "continue"))
    return go_on (run);

  return rensa_run_state_get_name (rensa_run_get_state (run));
}

int
main (int argc, char **argv)
{
  char line[1024];

  store = rensa_store_open (argv[1], NULL);
  while (store != NULL && fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) words = g_strsplit (g_strchomp (line), " ", 2);

      while (g_main_context_iteration (NULL, FALSE))
        continue;
      puts (answer (words));
      fflush (stdout);
    }

  g_clear_pointer (&recorder, rensa_recorder_free);
  g_clear_object (&store);
  return EXIT_SUCCESS;
}
