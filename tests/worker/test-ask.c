/* test-ask.c: a model is asked while it learns, and learns the same.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "worker-fixture.h"

static const float points[] = { 0, 0, 1, 0.5f, -1, 2 };

static void
ask (Desk *desk, guint n_examples)
{
  const float *const fields[] = { points };
  const gsize sizes[] = { 2 };

  rensa_worker_ask (desk->worker, rensa_question_new (fields, sizes, 1, n_examples));
}

static RensaAnswer *
wait_for_answer (Desk *desk)
{
  RensaAnswer *answer;

  while ((answer = rensa_worker_take_answer (desk->worker)) == NULL)
    g_usleep (1000);
  return answer;
}

/* gumbel_softmax draws numbers in test mode, too, which must not be those of the training; shuffling would tell as well. */
static void
test_same_model (Desk *desk, gconstpointer data)
{
  g_autofree char *text = replaced (make_document (10), "\"type\": \"dropout\"", "\"type\": \"gumbel_softmax\"");

  train_plainly (desk, text, "plain", NULL);
  desk_start (desk, text, "asked", TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 0);
  for (int i = 0; i < 40; i++)
    {
      g_autoptr (RensaAnswer) answer = NULL;

      rensa_worker_step (desk->worker);
      ask (desk, 3);
      answer = wait_for_answer (desk);
      g_assert_no_error (answer->error);
      g_assert_cmpuint (answer->n, ==, 6);
      g_assert_cmpfloat_with_epsilon (answer->values[4] + answer->values[5], 1, 1e-6);
    }
  rensa_worker_resume (desk->worker);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
  assert_same_model (desk, "plain", "asked");
}

/* While it is paused, the answer is that of the model that was saved. */
static void
test_paused (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (10);
  g_autoptr (RensaAnswer) first = NULL;
  g_autoptr (RensaAnswer) second = NULL;

  desk_start (desk, text, "asked", TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 0);
  ask (desk, 3);
  first = wait_for_answer (desk);
  rensa_worker_step (desk->worker);
  desk_wait_paused (desk, 1);
  ask (desk, 3);
  second = wait_for_answer (desk);
  g_assert_no_error (first->error);
  g_assert_cmpuint (first->n, ==, second->n);
  g_assert_true (memcmp (first->values, second->values, first->n * sizeof (float)) != 0);
}

/* Of many questions the last is answered; one that does not fit is answered with a sentence, and training goes on. */
static void
test_questions (Desk *desk, gconstpointer data)
{
  g_autofree char *text = make_document (3);
  const float *const fields[] = { points, points };
  const gsize sizes[] = { 3, 3 };
  g_autoptr (RensaAnswer) last = NULL;
  g_autoptr (RensaAnswer) wrong = NULL;

  desk_start (desk, text, "asked", TRUE);
  desk_wait (desk, RENSA_WORKER_PAUSED, 0);
  rensa_worker_ask (desk->worker, rensa_question_new (fields, sizes, 1, 1));
  wrong = wait_for_answer (desk);
  g_assert_error (wrong->error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_cmpstr (wrong->error->message, ==, "Input 1 of the model expects 2 values, but 3 were given.");
  for (guint i = 0; i < 100; i++)
    ask (desk, 1 + i % 3);
  last = wait_for_answer (desk);
  g_assert_no_error (last->error);
  rensa_worker_resume (desk->worker);
  ask (desk, 1);
  desk_wait_end (desk, RENSA_WORKER_FINISHED);
}

int
main (int argc, char **argv)
{
  worker_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/worker/ask/same-model", test_same_model);
  ADD_DESK_TEST ("/worker/ask/paused", test_paused);
  ADD_DESK_TEST ("/worker/ask/questions", test_questions);
  return g_test_run ();
}
