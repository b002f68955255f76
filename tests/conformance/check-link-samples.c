/* check-link-samples.c: links with the samples of their descriptors.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "calls.h"
#include "check-descriptors.h"
#include "rensa-modes.h"
#include "rensa-optimizer.h"
#include "variables.h"

#define MAX_SAMPLE_INPUTS 8

typedef struct
{
  int n;
  RensaVariable *xs[MAX_SAMPLE_INPUTS];
} Inputs;

static void
inputs_clear (Inputs *inputs)
{
  for (int i = 0; i < inputs->n; i++)
    rensa_variable_unref (inputs->xs[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Inputs, inputs_clear)

/* All from a list on are of one; where there are more lists, those of another type say so. */
static void
read_inputs (const RensaLinkClass *class, const RensaSample *sample, Inputs *inputs)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n_specs = rensa_inputs_parse (class->inputs, specs);
  g_auto (GStrv) texts = g_strsplit (sample->inputs, ";", -1);
  int last = 0;

  while (last < n_specs - 1 && !specs[last].list)
    last++;

  for (inputs->n = 0; texts[inputs->n] != NULL; inputs->n++)
    {
      const RensaInputSpec *spec = &specs[MIN (inputs->n, last)];
      g_autoptr (RensaArray) array = NULL;

      g_assert_cmpint (inputs->n, <, MAX_SAMPLE_INPUTS);
      array = rensa_array_new_from_text (texts[inputs->n], spec->integer ? RENSA_INT32 : RENSA_FLOAT64, NULL);
      g_assert_nonnull (array);
      inputs->xs[inputs->n] = rensa_variable_new_constant (array);
    }
}

static void
check_call (RensaLink *link, const Inputs *inputs, const RensaSample *sample)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) texts = g_strsplit (sample->outputs, ";", -1);
  g_auto (Results) want = { 0 };
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  Results got = { .n_outputs = rensa_link_call_n (link, inputs->xs, inputs->n, outputs, RENSA_MAX_OUTPUTS, &error) };

  g_assert_no_error (error);
  for (int i = 0; i < got.n_outputs; i++)
    got.outputs[i] = rensa_variable_get_array (outputs[i]);
  for (; texts[want.n_outputs] != NULL; want.n_outputs++)
    want.outputs[want.n_outputs] = rensa_array_new_from_text (texts[want.n_outputs], RENSA_FLOAT64, NULL);
  assert_results_equal (&got, &want, 1e-12, 1e-30);
  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);
}

/* Where the attribute is given, nothing else is learnt. */
static void
check_learnt (RensaLink *link, const RensaLinkClass *class)
{
  const RensaAttrSpec *spec;
  g_autoptr (RensaJson) given = NULL;

  if (class->learns == NULL)
    return;

  spec = rensa_component_find_attr (RENSA_COMPONENT (class), class->learns);
  given = rensa_attrs_get_json (rensa_link_get_attrs (link), spec);
  g_assert_cmpint (rensa_link_get_learnt (link), !=, RENSA_INT_NONE);
  if (given != NULL)
    g_assert_cmpint (rensa_link_get_learnt (link), ==, json_object_get_int64 (given));
}

void
check_link_samples (const RensaLinkClass *class)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  rensa_modes_get ()->dtype = RENSA_FLOAT64;
  g_assert_cmpuint (class->n_samples, >, 0);
  for (guint i = 0; i < class->n_samples; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s(%s)", class->name, class->samples[i].attrs);
      g_auto (Inputs) inputs = { 0 };
      g_autoptr (RensaLink) link = rensa_link_new_from_text (text, NULL);
      g_autoptr (RensaLink) before = NULL;
      g_autoptr (RensaLink) after = NULL;

      g_assert_nonnull (link);
      read_inputs (class, &class->samples[i], &inputs);
      before = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
      check_call (link, &inputs, &class->samples[i]);
      check_learnt (link, class);
      after = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
      check_call (before, &inputs, &class->samples[i]);
      check_call (after, &inputs, &class->samples[i]);
    }
}

static gboolean
add_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  g_ptr_array_add (data, param);
  return TRUE;
}

static void
append_array (GByteArray *bytes, RensaArray *array)
{
  const gsize n = array != NULL ? rensa_array_get_n_bytes (array) : 0;
  const guint end = bytes->len;

  g_byte_array_set_size (bytes, end + (guint) n);
  if (n > 0)
    g_assert_true (rensa_array_to_host (array, bytes->data + end, NULL));
}

static gboolean
append_persistent (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  RensaArray *array = rensa_link_get_persistent (owner, index);

  if (array != NULL)
    append_array (data, array);
  return TRUE;
}

static GPtrArray *
list_params (RensaLink *link)
{
  GPtrArray *params = g_ptr_array_new ();

  rensa_link_foreach_param (link, add_param, params, NULL);
  return params;
}

/* All values of the parameters and, for @whole, those that are saved beside them. */
static GByteArray *
get_values_of (RensaLink *link, gboolean whole)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GPtrArray) params = list_params (link);

  for (guint i = 0; i < params->len; i++)
    append_array (bytes, rensa_variable_get_array (params->pdata[i]));
  if (whole)
    rensa_link_foreach_persistent (link, append_persistent, bytes, NULL);
  return bytes;
}

/* A call, its gradient with respect to everything, and an update that changes even what has no gradient. Returns whether there was a graph. */
static gboolean
train_once (RensaLink *link, const Inputs *inputs, RensaOptimizer *optimizer)
{
  g_autoptr (GError) error = NULL;
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  const int n = rensa_link_call_n (link, inputs->xs, inputs->n, outputs, RENSA_MAX_OUTPUTS, &error);
  gboolean is_recorded = FALSE;

  g_assert_no_error (error);
  for (int i = 0; i < n; i++)
    {
      const RensaType type = rensa_variable_get_type (outputs[i]);
      g_autoptr (RensaVariable) ones = variable_full (type.dtype, type.shape, 1);

      if (!rensa_variable_get_requires_grad (outputs[i]))
        continue;
      is_recorded = TRUE;
      rensa_variable_set_grad (outputs[i], rensa_variable_get_array (ones));
      g_assert_true (rensa_variable_backward (outputs[i], NULL, &error));
    }
  g_assert_true (rensa_optimizer_update (optimizer, &error));
  rensa_variables_clear (outputs, RENSA_MAX_OUTPUTS);
  rensa_link_reset_state (link);
  return is_recorded;
}

/* Whether two updates leave all of @whole, or of the parameters alone, as the call before them found it. */
static gboolean
stays (RensaLink *link, const Inputs *inputs, gboolean whole, gboolean *is_recorded)
{
  g_autoptr (RensaOptimizer) optimizer = rensa_optimizer_new_from_text ("MomentumSGD(lr=0.1)", NULL);
  g_autoptr (RensaAttrs) decay =
      rensa_attrs_new_from_text (RENSA_COMPONENT_OPTIMIZER_HOOK, "WeightDecay(rate=0.1)", NULL);
  g_autoptr (GByteArray) before = NULL;
  g_autoptr (GByteArray) after = NULL;

  g_assert_true (rensa_optimizer_add_hook (optimizer, decay, NULL));
  rensa_optimizer_setup (optimizer, link);
  train_once (link, inputs, optimizer);
  before = get_values_of (link, whole);
  *is_recorded = train_once (link, inputs, optimizer);
  after = get_values_of (link, whole);
  return before->len == after->len && (before->len == 0 || memcmp (before->data, after->data, before->len) == 0);
}

static void
assert_frozen (RensaLink *link, const Inputs *inputs)
{
  g_autoptr (GPtrArray) params = list_params (link);
  gboolean is_recorded;

  g_assert_true (rensa_link_is_frozen (link));
  g_assert_true (stays (link, inputs, TRUE, &is_recorded));
  g_assert_false (is_recorded);
  for (guint i = 0; i < params->len; i++)
    g_assert_null (rensa_variable_get_grad (params->pdata[i]));
}

void
check_link_frozen (const RensaLinkClass *class)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autofree char *text = g_strdup_printf ("%s(%s)", class->name, class->samples[0].attrs);
  g_auto (Inputs) inputs = { 0 };
  g_autoptr (RensaLink) link = NULL;
  g_autoptr (RensaLink) copy = NULL;
  g_autoptr (GPtrArray) params = NULL;
  gboolean is_recorded;

  rensa_modes_get ()->dtype = RENSA_FLOAT64;
  link = rensa_link_new_from_text (text, NULL);
  read_inputs (class, &class->samples[0], &inputs);
  rensa_link_set_frozen (link, TRUE);
  copy = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
  assert_frozen (link, &inputs);
  assert_frozen (copy, &inputs);

  rensa_link_set_frozen (link, FALSE);
  params = list_params (link);
  g_assert_true (stays (link, &inputs, FALSE, &is_recorded) == (params->len == 0));
}
