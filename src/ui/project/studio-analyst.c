/* studio-analyst.c: thread that analyzes the latest document.
 * SPDX-License-Identifier: MIT */

#include "studio-analyst.h"

#include <pthread.h>

#include "rensa-init.h"
#include "rensa-network.h"

/**
 * Desk: shared by both threads; each holds a reference.
 * @request: the document to analyze next, or NULL
 * @forgets: TRUE to reload the data
 * @result: result of the latest finished request, until it is delivered
 * @n_asked, @n_done: number of requests so far, and number of the request that @result answers
 */
typedef struct
{
  int ref_count;
  pthread_mutex_t lock; /* Unlike GMutex, supported by the thread sanitizer */
  pthread_cond_t changed;
  char *dataset_root;
  GMainContext *context;
  StudioAnalyst *analyst; /* Used by the main thread; NULL after it was freed */
  RensaDocument *request;
  gboolean forgets;
  gboolean stops;
  RensaAnalysis *result;
  guint64 n_asked;
  guint64 n_done;
} Desk;

struct _StudioAnalyst
{
  Desk *desk;
  StudioAnalystFunc func;
  gpointer data;
};

static Desk *
desk_ref (Desk *desk)
{
  g_atomic_int_inc (&desk->ref_count);
  return desk;
}

static void
desk_unref (Desk *desk)
{
  if (!g_atomic_int_dec_and_test (&desk->ref_count))
    return;

  g_clear_pointer (&desk->request, rensa_document_unref);
  g_clear_pointer (&desk->result, rensa_analysis_unref);
  g_main_context_unref (desk->context);
  pthread_mutex_destroy (&desk->lock);
  pthread_cond_destroy (&desk->changed);
  g_free (desk->dataset_root);
  g_free (desk);
}

static void
deliver (Desk *desk)
{
  g_autoptr (RensaAnalysis) result = NULL;

  pthread_mutex_lock (&desk->lock);
  result = g_steal_pointer (&desk->result);
  pthread_mutex_unlock (&desk->lock);
  if (result != NULL && desk->analyst != NULL)
    desk->analyst->func (result, desk->analyst->data);
}

static gboolean
on_idle (gpointer desk)
{
  deliver (desk);
  return G_SOURCE_REMOVE;
}

static void
schedule_delivery (Desk *desk)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, on_idle, desk_ref (desk), (GDestroyNotify) desk_unref);
  g_source_attach (source, desk->context);
}

/* Waits for a request; returns NULL when the thread is to stop. */
static RensaDocument *
take_request (Desk *desk, guint64 *number, gboolean *forgets)
{
  RensaDocument *document;

  pthread_mutex_lock (&desk->lock);
  while (desk->request == NULL && !desk->stops)
    pthread_cond_wait (&desk->changed, &desk->lock);
  document = desk->stops ? NULL : g_steal_pointer (&desk->request);
  *number = desk->n_asked;
  *forgets = desk->forgets;
  desk->forgets = FALSE;
  pthread_mutex_unlock (&desk->lock);
  return document;
}

/* Delivers the result even if a newer request is pending, so that something is shown however fast
 * requests arrive. */
static void
put_result (Desk *desk, RensaAnalysis *analysis, guint64 number)
{
  pthread_mutex_lock (&desk->lock);
  if (!desk->stops)
    {
      g_clear_pointer (&desk->result, rensa_analysis_unref);
      desk->result = rensa_analysis_ref (analysis);
      desk->n_done = number;
      schedule_delivery (desk);
      pthread_cond_broadcast (&desk->changed);
    }
  pthread_mutex_unlock (&desk->lock);
}

static gpointer
work (gpointer data)
{
  Desk *desk = data;
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (desk->dataset_root);
  RensaDocument *document;
  guint64 number;
  gboolean forgets;

  rensa_init_side_thread ();
  while ((document = take_request (desk, &number, &forgets)) != NULL)
    {
      g_autoptr (RensaAnalysis) analysis = NULL;

      if (forgets)
        rensa_data_cache_clear (cache);
      analysis = rensa_analysis_new (document, cache);
      rensa_document_unref (document);
      put_result (desk, analysis, number);
    }
  desk_unref (desk);
  return NULL;
}

StudioAnalyst *
studio_analyst_new (const char *dataset_root, StudioAnalystFunc func, gpointer data)
{
  StudioAnalyst *analyst = g_new0 (StudioAnalyst, 1);
  Desk *desk = g_new0 (Desk, 1);

  desk->ref_count = 1;
  pthread_mutex_init (&desk->lock, NULL);
  pthread_cond_init (&desk->changed, NULL);
  desk->dataset_root = g_strdup (dataset_root);
  desk->context = g_main_context_ref_thread_default ();
  desk->analyst = analyst;
  analyst->desk = desk;
  analyst->func = func;
  analyst->data = data;
  g_thread_unref (g_thread_new ("analyst", work, desk_ref (desk)));
  return analyst;
}

void
studio_analyst_free (StudioAnalyst *analyst)
{
  Desk *desk = analyst->desk;

  pthread_mutex_lock (&desk->lock);
  desk->analyst = NULL;
  desk->stops = TRUE;
  pthread_cond_broadcast (&desk->changed);
  pthread_mutex_unlock (&desk->lock);
  desk_unref (desk);
  g_free (analyst);
}

static void
ask (StudioAnalyst *analyst, RensaDocument *document, gboolean forgets)
{
  Desk *desk = analyst->desk;
  RensaDocument *copy;

  /* The thread gets a copy, because json-c counts references without a lock. Reading the network
   * first lets the copy share it, so that it is read only once. */
  rensa_document_get_network (document);
  copy = rensa_document_copy (document);
  pthread_mutex_lock (&desk->lock);
  g_clear_pointer (&desk->request, rensa_document_unref);
  desk->request = copy;
  desk->forgets = desk->forgets || forgets;
  desk->n_asked++;
  pthread_cond_broadcast (&desk->changed);
  pthread_mutex_unlock (&desk->lock);
}

void
studio_analyst_ask (StudioAnalyst *analyst, RensaDocument *document)
{
  ask (analyst, document, FALSE);
}

void
studio_analyst_ask_anew (StudioAnalyst *analyst, RensaDocument *document)
{
  ask (analyst, document, TRUE);
}

gboolean
studio_analyst_is_done (StudioAnalyst *analyst)
{
  Desk *desk = analyst->desk;
  gboolean is_done;

  pthread_mutex_lock (&desk->lock);
  is_done = desk->n_done == desk->n_asked && desk->result == NULL;
  pthread_mutex_unlock (&desk->lock);
  return is_done;
}

void
studio_analyst_wait (StudioAnalyst *analyst)
{
  Desk *desk = analyst->desk;

  pthread_mutex_lock (&desk->lock);
  while (desk->n_done < desk->n_asked)
    pthread_cond_wait (&desk->changed, &desk->lock);
  pthread_mutex_unlock (&desk->lock);
  deliver (desk);
}
