/* rensa-tape-model.c: recording of the operations of a model.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"
#include "rensa-tape-model-private.h"
#include "rensa-variable.h"

/* Creates @n examples of the type of field @i. */
static RensaArray *
make_examples (RensaDataset *like, int i, gint64 n, GError **error)
{
  RensaType type;

  if (!rensa_dataset_get_field_type (like, i, &type) || type.n_sequences > 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("Model input %d expects sequences or examples of different shapes"), i + 1);
      return NULL;
    }
  memmove (type.shape.dims + 1, type.shape.dims, (gsize) type.shape.ndim * sizeof *type.shape.dims);
  type.shape.dims[0] = n;
  type.shape.ndim++;
  return rensa_array_zeros (type.dtype, &type.shape, error);
}

/* Adds inputs for all fields of @like but the last, the label. */
static gboolean
add_inputs (RensaTape *tape, RensaDataset *like, gint64 n, GError **error)
{
  for (int i = 0; i < rensa_dataset_get_n_fields (like) - 1; i++)
    {
      g_autoptr (RensaArray) x = make_examples (like, i, n, error);

      if (x == NULL)
        return FALSE;
      rensa_tape_add_input (tape, x);
    }
  return TRUE;
}

/* Preprocesses the inputs for the model. */
static gboolean
prepare (RensaTape *tape, RensaPreprocessing *preprocessing, RensaVariable **inputs, GError **error)
{
  for (guint i = 0; i < tape->inputs->len; i++)
    {
      RensaArray *x = tape->inputs->pdata[i];
      g_autoptr (RensaArray) prepared =
          i > 0 ? rensa_array_ref (x) : rensa_preprocessing_apply (preprocessing, x, -1, error);

      inputs[i] = rensa_variable_new_constant (prepared);
      if (inputs[i] == NULL)
        return FALSE;
      rensa_tape_add_variable (tape, prepared);
      g_ptr_array_add (tape->arguments, g_steal_pointer (&prepared));
    }
  rensa_tape_name (tape, "preprocessing");
  return TRUE;
}

static void
name_step (const char *step, RensaVariable *const *outputs, int n_outputs, gpointer tape)
{
  rensa_tape_name (tape, step);
}

static gboolean
call (RensaTape *tape, RensaLink *predictor, RensaPrediction prediction, RensaVariable *const *inputs, int n_inputs,
      GError **error)
{
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  GPtrArray *state = rensa_link_take_state (predictor);
  int n_outputs;
  g_autoptr (RensaVariable) y = NULL;

  rensa_chain_observe (predictor, name_step, tape);
  n_outputs = rensa_link_call_n (predictor, inputs, n_inputs, outputs, RENSA_MAX_OUTPUTS, error);
  rensa_chain_observe (predictor, NULL, NULL);
  rensa_tape_name (tape, "model");
  y = n_outputs > 0 ? rensa_prediction_make (outputs[0], prediction, error) : NULL;
  rensa_tape_name (tape, "prediction");
  tape->prediction = y != NULL ? rensa_array_ref (rensa_variable_get_array (y)) : NULL;
  tape->output = y != NULL ? rensa_array_contiguous (tape->prediction, error) : NULL;
  rensa_tape_name (tape, "prediction");
  rensa_link_restore_state (predictor, state);
  rensa_variables_clear (outputs, MAX (n_outputs, 0));
  return tape->output != NULL;
}

static gboolean
name_param (const char *path, RensaVariable *param, gpointer tape, GError **error)
{
  if (rensa_variable_get_array (param) != NULL)
    rensa_tape_add_name (tape, rensa_variable_get_array (param), path);
  return TRUE;
}

static gboolean
name_persistent (const char *path, RensaLink *owner, int index, gpointer tape, GError **error)
{
  RensaArray *array = rensa_link_get_persistent (owner, index);

  if (array != NULL)
    rensa_tape_add_name (tape, array, path);
  return TRUE;
}

static gboolean
record (RensaTape *tape, RensaBuilder *builder, RensaLink *predictor, gint64 n, GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_tape_device);
  RensaPreprocessing *preprocessing = rensa_builder_get_preprocessing (builder);
  RensaVariable *inputs[RENSA_MAX_FIELDS] = { NULL };
  gboolean ok;

  if (!add_inputs (tape, rensa_preprocessing_get_source (preprocessing), n, error))
    return FALSE;

  /* A transform is not a function: a tape of calls records only its result. */
  if (!tape->is_of_calls)
    rensa_tape_begin (tape);
  ok = prepare (tape, preprocessing, inputs, error);
  if (tape->is_of_calls)
    rensa_tape_begin (tape);
  ok = ok && call (tape, predictor, rensa_builder_get_prediction (builder), inputs, (int) tape->inputs->len, error);
  rensa_tape_end (tape);
  rensa_variables_clear (inputs, (int) tape->inputs->len);
  return rensa_late_checks_read (error) && ok;
}

RensaTape *
rensa_tape_new_of_model (RensaBuilder *builder, RensaLink *predictor, gint64 n, gboolean is_of_calls, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  /* Functions that draw random numbers even in test mode must not affect those of the training. */
  const RensaRandom random = *rensa_random_get_default ();
  const RensaDevice *device = rensa_link_get_device (predictor);
  g_autoptr (RensaTape) tape = rensa_tape_new ();
  gboolean ok;

  tape->is_of_calls = is_of_calls;
  if (!rensa_preprocessing_fit (rensa_builder_get_preprocessing (builder), NULL, error)
      || !rensa_link_to_device (predictor, &rensa_tape_device, error)
      || !rensa_link_foreach_param (predictor, name_param, tape, error)
      || !rensa_link_foreach_persistent (predictor, name_persistent, tape, error))
    return NULL;
  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  ok = record (tape, builder, predictor, n, error);
  *rensa_random_get_default () = random;
  return rensa_link_to_device (predictor, device, ok ? error : NULL) && ok ? g_steal_pointer (&tape) : NULL;
}
