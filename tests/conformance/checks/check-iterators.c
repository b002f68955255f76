/* check-iterators.c: which examples iterators give, and in which order.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "folder.h"
#include "rensa-error.h"
#include "rensa-iterators.h"
#include "rensa-order-sampler.h"
#include "rensa-primitives.h"
#include "runs.h"

static const Tolerance exact = { 0, 0 };

/* Samplers of the cases; what they say hangs on the case that is being checked. */
static struct json_object *sampler_calls;
static struct json_object *first_order;

static gint64 *
read_numbers (struct json_object *list)
{
  gint64 *numbers = g_new (gint64, MAX (get_length (list), 1));

  for (int i = 0; i < get_length (list); i++)
    numbers[i] = json_object_get_int64 (get_item (list, i));
  return numbers;
}

/* What Chainer's sampler was called with, and what it gave. */
static gint64 *
replay (gconstpointer attrs, const RensaOrderRequest *request, gint64 *length, GError **error)
{
  struct json_object *call = get_item (sampler_calls, (int) request->epoch);
  struct json_object *current = get (call, "current_order");

  if (call == NULL)
    {
      g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "there was no such call");
      return NULL;
    }
  if (!check_int ("the length of the order before", request->length, get_length (current), error)
      || !check_int ("where the batch began", request->position, get_int (call, "current_position"), error))
    return NULL;
  for (int i = 0; i < get_length (current); i++)
    if (!check_int ("the order before", request->order[i], json_object_get_int64 (get_item (current, i)), error))
      return NULL;
  *length = get_length (get (call, "new_order"));
  return read_numbers (get (call, "new_order"));
}

static gint64 *
rotate (gconstpointer attrs, const RensaOrderRequest *request, gint64 *length, GError **error)
{
  const gint64 n = request->length;
  gint64 *order;

  if (request->epoch == 0 && first_order != NULL)
    {
      *length = get_length (first_order);
      return read_numbers (first_order);
    }
  *length = n;
  order = g_new (gint64, n);
  for (gint64 i = 0; i < n; i++)
    order[i] = request->order[(i + n - 1) % n];
  return order;
}

#define SAMPLER(name_text, function)                                                                 \
  {                                                                                                  \
    .name = name_text, .title = name_text, .summary = name_text, .attrs_size = 1, .sample = function \
  }

static const RensaOrderSamplerClass replay_class = SAMPLER ("replay", replay);
static const RensaOrderSamplerClass rotate_class = SAMPLER ("rotate", rotate);

/* The name of a sampler that does what the case says. */
static const char *
choose_sampler (struct json_object *json)
{
  const char *text = get_string (json, "order_sampler");
  const char *list = text != NULL ? strchr (text, '[') : NULL;

  sampler_calls = get (json, "sampler_calls");
  g_clear_pointer (&first_order, json_object_put);
  first_order = list != NULL ? json_tokener_parse (list) : NULL;
  return (sampler_calls != NULL ? &replay_class : &rotate_class)->name;
}

static RensaIterator *
make_iterator (struct json_object *json, GError **error)
{
  const char *name = get_string (json, "iterator");
  g_autoptr (RensaDataset) dataset = run_make_numbers (get_int (json, "items"), error);
  g_autoptr (RensaAttrs) attrs =
      make_attrs (RENSA_COMPONENT_ITERATOR, name != NULL ? name : "SerialIterator", NULL, error);
  static const char *const members[] = { "batch_size", "repeat", "shuffle", "n_threads" };

  for (guint i = 0; dataset != NULL && attrs != NULL && i < G_N_ELEMENTS (members); i++)
    if (get (json, members[i]) != NULL && !rensa_attrs_set_json (attrs, members[i], get (json, members[i]), error))
      return NULL;
  if (dataset == NULL || attrs == NULL)
    return NULL;
  if (get (json, "order_sampler") != NULL
      && !rensa_attrs_set_text (attrs, "order_sampler", choose_sampler (json), error))
    return NULL;
  return rensa_iterator_new (attrs, dataset, 0, error);
}

static gboolean
check_batch (RensaIterator *iterator, struct json_object *batch, gboolean should_stop, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n = rensa_iterator_next (iterator, NULL, fields, error);
  g_autoptr (RensaArray) field = fields[0];
  const RensaBatch *got = rensa_iterator_get_batch (iterator);

  if (n < 0 || !check_int ("stop", n == 0, should_stop, error))
    return FALSE;
  if (n == 0)
    return TRUE;

  if (!check_int ("the length of the batch", got->n, get_length (batch), error))
    return FALSE;
  for (int i = 0; i < got->n; i++)
    {
      g_autoptr (RensaArray) value = rensa_array_view_range (field, 0, i, 1);

      if (!check_int ("an example of the batch", got->indices[i], json_object_get_int64 (get_item (batch, i)), error)
          || !check_int ("the array of the batch", (gint64) rensa_array_get_scalar (value), got->indices[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_place (Report *report, RensaIterator *iterator, struct json_object *step, GError **error)
{
  const RensaIteratorPlace *place = rensa_iterator_get_place (iterator);
  struct json_object *previous = get (step, "previous_epoch_detail");

  return check_int ("epoch", place->epoch, get_int (step, "epoch"), error)
         && check_int ("is_new_epoch", place->is_new_epoch, get_boolean (step, "is_new_epoch"), error)
         && check_number (report, "epoch_detail", place->epoch_detail, get_double (step, "epoch_detail", 0), exact,
                          error)
         && (previous == NULL
             || check_number (report, "previous_epoch_detail", place->previous_epoch_detail,
                              json_object_get_double (previous), exact, error));
}

static gboolean
check_steps (Report *report, RensaIterator *iterator, struct json_object *steps, GError **error)
{
  for (int i = 0; i < get_length (steps); i++)
    {
      struct json_object *step = get_item (steps, i);

      if (!check_batch (iterator, get (step, "batch"), get_boolean (step, "stop"), error)
          || !check_place (report, iterator, step, error))
        {
          g_prefix_error (error, "step %d: ", i + 1);
          return FALSE;
        }
    }
  return TRUE;
}

/* Saved and loaded into another one, both go on in the same way. */
static gboolean
check_resume (Report *report, RensaIterator *iterator, struct json_object *json, GError **error)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "iterator.npz", NULL);
  g_autoptr (RensaIterator) other = make_iterator (json, error);
  const gboolean ok = other != NULL && rensa_save_npz (path, rensa_iterator_serialize, iterator, TRUE, error)
                      && check_saved (path, NULL, RENSA_NPZ_EXACT, get (json, "saved"), error)
                      && rensa_load_npz (path, NULL, RENSA_NPZ_EXACT, rensa_iterator_serialize, other, error)
                      && check_place (report, other, get (json, "state_after_load"), error)
                      && check_steps (report, other, get (json, "first_step_after_load"), error)
                      && check_steps (report, iterator, get (json, "steps_of_the_uninterrupted_one"), error);

  test_folder_free (g_steal_pointer (&folder));
  return ok;
}

static gboolean
check_iterator (Report *report, struct json_object *json, GError **error)
{
  g_autoptr (RensaIterator) iterator = make_iterator (json, error);

  if (iterator == NULL || !check_steps (report, iterator, get (json, "steps"), error)
      || (get (json, "saved") != NULL && !check_resume (report, iterator, json, error)))
    return FALSE;
  if (get (json, "steps_after_reset") == NULL)
    return TRUE;
  rensa_iterator_reset (iterator);
  return check_steps (report, iterator, get (json, "steps_after_reset"), error);
}

/* Chainer takes no sampler beside what says whether to shuffle, which is None there unless somebody says it. Here that is True, so
 * that it is False where somebody did. */
static gboolean
check_contradiction (GError **error)
{
  g_autoptr (RensaDataset) dataset = run_make_numbers (3, error);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (
      RENSA_COMPONENT_ITERATOR, "SerialIterator(batch_size=2, shuffle=False, order_sampler=ShuffleOrderSampler)",
      error);

  return dataset != NULL && attrs != NULL
         && check_int ("whether it is taken", rensa_iterator_check (attrs, dataset, NULL), FALSE, error);
}

static gboolean
check_refused (struct json_object *json, GError **error)
{
  g_autoptr (GError) refusal = NULL;
  g_autoptr (RensaIterator) iterator = make_iterator (json, &refusal);

  return check_int ("whether it is made", iterator != NULL, FALSE, error);
}

static gboolean
check_case (Report *report, struct json_object *json, GError **error)
{
  if (get (json, "call") != NULL)
    return check_contradiction (error);
  return get (json, "result") != NULL ? check_refused (json, error) : check_iterator (report, json, error);
}

/* Words and those that follow them. */
static RensaDataset *
make_pairs (gint64 n, GError **error)
{
  g_autofree float *words = g_new (float, n);
  g_autofree float *next = g_new (float, n);

  for (gint64 i = 0; i < n; i++)
    {
      words[i] = (float) i;
      next[i] = (float) ((i + 1) % n);
    }
  {
    g_autoptr (RensaArray) x = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n), words, error);
    g_autoptr (RensaArray) t = rensa_array_new_from_host (RENSA_FLOAT32, &RENSA_SHAPE (n), next, error);
    RensaArray *const arrays[] = { x, t };

    return x != NULL && t != NULL ? rensa_tuple_dataset_new (arrays, 2, error) : NULL;
  }
}

static gboolean
check_sequential_step (Report *report, RensaIterator *iterator, struct json_object *step, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n = rensa_iterator_next (iterator, NULL, fields, error);
  g_autoptr (RensaArray) words = fields[0];
  g_autoptr (RensaArray) next = fields[1];

  if (n < 0 || get_boolean (step, "stop"))
    return n >= 0 && check_int ("stop", n == 0, TRUE, error);
  return check_int ("the number of arrays", n, 2, error)
         && check_values (report, "the words", words, get (step, "words"), exact, error)
         && check_values (report, "the words that follow", next, get (step, "next_words"), exact, error)
         && check_place (report, iterator, step, error);
}

static gboolean
check_sequential (Report *report, struct json_object *json, GError **error)
{
  struct json_object *steps = get (json, "steps");
  g_autoptr (RensaDataset) pairs = make_pairs (get_int (json, "items"), error);
  g_autoptr (RensaIterator) iterator = pairs != NULL ? rensa_parallel_sequential_iterator_new (
                                           pairs, get_int (json, "batch_size"), get_boolean (json, "repeat"), error)
                                                     : NULL;

  for (int i = 0; iterator != NULL && i < get_length (steps); i++)
    if (!check_sequential_step (report, iterator, get_item (steps, i), error))
      {
        g_prefix_error (error, "step %d: ", i + 1);
        return FALSE;
      }
  return iterator != NULL;
}

static void
register_samplers (void)
{
  static const RensaComponent *const samplers[] = { RENSA_COMPONENT (&replay_class), RENSA_COMPONENT (&rotate_class) };

  rensa_registry_add (RENSA_COMPONENT_ORDER_SAMPLER, samplers, G_N_ELEMENTS (samplers));
}

void
check_iterators (Report *report, struct json_object *json)
{
  static gsize is_registered;

  if (g_once_init_enter (&is_registered))
    {
      register_samplers ();
      g_once_init_leave (&is_registered, 1);
    }
  report_list (report, "iterator", "SerialIterator", get (json, "iterators"), check_case);
  if (get (json, "sequential_iterator") != NULL)
    report_list (report, "iterator", "ParallelSequentialIterator", get (get (json, "sequential_iterator"), "cases"),
                 check_sequential);
  g_clear_pointer (&first_order, json_object_put);
}
