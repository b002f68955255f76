/* check-link-samples.c: links with the samples of their descriptors.
 * SPDX-License-Identifier: MIT */

#include "calls.h"
#include "check-descriptors.h"
#include "rensa-modes.h"

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
