/* rensa-worker-ask.c: predictions of the model during training.
 * SPDX-License-Identifier: MIT */

#include "rensa-worker-private.h"

static gpointer
swap (RensaWorker *worker, gpointer place, gpointer value)
{
  gpointer *at = place;
  gpointer before;

  pthread_mutex_lock (&worker->lock);
  before = *at;
  *at = value;
  pthread_mutex_unlock (&worker->lock);
  return before;
}

void
rensa_worker_ask (RensaWorker *worker, RensaQuestion *question)
{
  g_autoptr (RensaQuestion) forgotten G_GNUC_UNUSED = swap (worker, &worker->question, question);

  rensa_worker_give (worker, RENSA_COMMAND_ASK, NULL, NULL);
}

RensaAnswer *
rensa_worker_take_answer (RensaWorker *worker)
{
  return swap (worker, &worker->answer, NULL);
}

/* The pending question may already have been answered in place of the one it replaced. */
void
rensa_worker_answer (RensaWorker *worker)
{
  g_autoptr (RensaQuestion) question = swap (worker, &worker->question, NULL);
  g_autoptr (RensaAnswer) forgotten = NULL;
  RensaLink *model = rensa_updater_get_target (rensa_trainer_get_updater (worker->trainer), RENSA_MAIN);

  if (question == NULL)
    return;

  forgotten = swap (worker, &worker->answer, rensa_question_answer (question, model, worker->builder));
}
