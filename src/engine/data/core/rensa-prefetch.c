/* rensa-prefetch.c: threads that make the arrays of batches in advance.
 * SPDX-License-Identifier: MIT */

#include "rensa-prefetch-private.h"

#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "rensa-late-check.h"
#include "rensa-modes.h"

typedef enum
{
  WAITING,
  BEING_MADE,
  MADE,
} JobState;

/* A batch in the queue. While its arrays are being made, all fields but @state belong to the thread
 * that makes them. */
typedef struct
{
  RensaBatch batch;
  gint64 *indices;
  RensaConverter converter;
  JobState state;
  RensaArray *fields[RENSA_MAX_FIELDS];
  int n_fields;
  GError *error;
} Job;

struct _RensaPrefetch
{
  GThread **threads;
  guint n_threads;
  RensaModes modes;
  const RensaDevice *device;
  pthread_mutex_t
      lock; /* unlike GMutex, known to the thread sanitizer; protects the following fields and the states of the
             * jobs */
  pthread_cond_t has_work;
  pthread_cond_t has_made;
  GQueue jobs;
  gboolean is_ending;
};

static void
job_free (Job *job)
{
  for (int i = 0; i < RENSA_MAX_FIELDS; i++)
    g_clear_pointer (&job->fields[i], rensa_array_unref);
  g_clear_error (&job->error);
  rensa_dataset_unref (job->batch.dataset);
  g_free (job->indices);
  g_free (job);
}

RensaPrefetch *
rensa_prefetch_new (guint n_threads)
{
  RensaPrefetch *self = g_new0 (RensaPrefetch, 1);

  self->n_threads = n_threads;
  g_queue_init (&self->jobs);
  pthread_mutex_init (&self->lock, NULL);
  pthread_cond_init (&self->has_work, NULL);
  pthread_cond_init (&self->has_made, NULL);
  return self;
}

static Job *
find_waiting (RensaPrefetch *self)
{
  for (GList *link = self->jobs.head; link != NULL; link = link->next)
    if (((Job *) link->data)->state == WAITING)
      return link->data;
  return NULL;
}

/* Returns the next batch to be made, with the lock held; NULL at the end. */
static Job *
wait_for_job (RensaPrefetch *self)
{
  Job *job;

  while (!self->is_ending && (job = find_waiting (self)) == NULL)
    pthread_cond_wait (&self->has_work, &self->lock);
  if (self->is_ending)
    return NULL;
  job->state = BEING_MADE;
  return job;
}

static void
make (Job *job)
{
  job->n_fields = rensa_batch_convert (&job->batch, job->converter.convert != NULL ? &job->converter : NULL,
                                       job->fields, &job->error);
}

/* Reads the late checks of a device here, because errors in the values belong to this batch and
 * nothing else in this thread reads them. */
static void
make_and_look (Job *job)
{
  make (job);
  if (!rensa_late_checks_read (&job->error) && job->n_fields >= 0)
    {
      rensa_arrays_clear (job->fields, job->n_fields);
      job->n_fields = -1;
    }
}

/* Makes each batch with a single thread, because the network being trained needs the cores. */
static gpointer
make_batches (gpointer data)
{
  RensaPrefetch *self = data;
  Job *job;

  omp_set_num_threads (1);
  rensa_device_set_current (self->device);
  *rensa_modes_get () = self->modes;
  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_modes_get ()->own_batches = TRUE;

  pthread_mutex_lock (&self->lock);
  while ((job = wait_for_job (self)) != NULL)
    {
      pthread_mutex_unlock (&self->lock);
      make_and_look (job);
      pthread_mutex_lock (&self->lock);
      job->state = MADE;
      pthread_cond_broadcast (&self->has_made);
    }
  pthread_mutex_unlock (&self->lock);
  return NULL;
}

static void
begin (RensaPrefetch *self)
{
  self->modes = *rensa_modes_get ();
  self->device = rensa_device_get_current ();
  self->threads = g_new (GThread *, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    self->threads[i] = g_thread_new ("rensa-prefetch", make_batches, self);
}

void
rensa_prefetch_push (RensaPrefetch *self, const RensaBatch *batch, const RensaConverter *converter)
{
  Job *job = g_new0 (Job, 1);

  job->batch = *batch;
  job->batch.indices = job->indices = g_memdup2 (batch->indices, batch->n * sizeof *batch->indices);
  rensa_dataset_ref (job->batch.dataset);
  if (converter != NULL)
    job->converter = *converter;

  if (self->threads == NULL)
    begin (self);
  pthread_mutex_lock (&self->lock);
  g_queue_push_tail (&self->jobs, job);
  pthread_cond_signal (&self->has_work);
  pthread_mutex_unlock (&self->lock);
}

guint
rensa_prefetch_get_length (RensaPrefetch *self)
{
  return self->jobs.length;
}

/* Makes batches that no thread has started instead of waiting, so that no core is idle if making
 * batches takes longer than training on them. The lock must be held. */
static void
wait_for (RensaPrefetch *self, const Job *job)
{
  while (job->state != MADE)
    {
      Job *other = find_waiting (self);

      if (other == NULL)
        {
          pthread_cond_wait (&self->has_made, &self->lock);
          continue;
        }
      other->state = BEING_MADE;
      pthread_mutex_unlock (&self->lock);
      make (other);
      pthread_mutex_lock (&self->lock);
      other->state = MADE;
    }
}

/* Removes the first job from the queue once it is made. */
static Job *
pop (RensaPrefetch *self)
{
  Job *job = g_queue_peek_head (&self->jobs);

  pthread_mutex_lock (&self->lock);
  wait_for (self, job);
  g_queue_pop_head (&self->jobs);
  pthread_mutex_unlock (&self->lock);
  return job;
}

int
rensa_prefetch_take (RensaPrefetch *self, RensaArray **fields, GError **error)
{
  Job *job = pop (self);
  const int n = job->n_fields;

  memcpy (fields, job->fields, sizeof job->fields);
  memset (job->fields, 0, sizeof job->fields);
  if (job->error != NULL)
    g_propagate_error (error, g_steal_pointer (&job->error));
  job_free (job);
  return n;
}

void
rensa_prefetch_clear (RensaPrefetch *self)
{
  pthread_mutex_lock (&self->lock);
  for (GList *link = self->jobs.head; link != NULL; link = link->next)
    if (((Job *) link->data)->state == WAITING)
      ((Job *) link->data)->state = MADE;
  pthread_mutex_unlock (&self->lock);
  while (self->jobs.length > 0)
    job_free (pop (self));
}

void
rensa_prefetch_free (RensaPrefetch *self)
{
  rensa_prefetch_clear (self);
  pthread_mutex_lock (&self->lock);
  self->is_ending = TRUE;
  pthread_cond_broadcast (&self->has_work);
  pthread_mutex_unlock (&self->lock);
  for (guint i = 0; self->threads != NULL && i < self->n_threads; i++)
    g_thread_join (self->threads[i]);
  pthread_mutex_destroy (&self->lock);
  pthread_cond_destroy (&self->has_work);
  pthread_cond_destroy (&self->has_made);
  g_free (self->threads);
  g_free (self);
}
