/* test-wild-values.c: labels, lengths, indices and boxes that must be refused, on the host and on a device that is not waited for.
 * SPDX-License-Identifier: MIT */

#include "far-device.h"
#include "messages.h"
#include "rensa-detours.h"
#include "rensa-device-find.h"
#include "rensa-example.h"
#include "rensa-functions.h"
#include "rensa-late-check.h"
#include "rensa-primitives.h"

typedef struct
{
  const RensaFunctionClass *class;
  RensaSample sample; /* without outputs */
  const char *message;
} Wild;

/* Memory so far away is not there. */
static const Wild wilds[] = {
  { &rensa_embed_id_class,
    { "", "[0, 4, 1000000000]; [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10]]" },
    "indices must be from 0 to 4" },
  { &rensa_select_item_class,
    { "", "[[1, 2], [3, 4]]; [0, 1000000000]" },
    "index 1000000000 is out of bounds for an axis with size 2" },
  { &rensa_permutate_class,
    { "", "[[1, 2], [3, 4]]; [0, 1000000000]" },
    "each index from 0 to 1 must occur once, but 1000000000 was found" },
  { &rensa_permutate_class,
    { "inv=true", "[1, 2, 3]; [2, 1, 2]" },
    "each index from 0 to 2 must occur once, but 2 occurs twice" },
  { &rensa_crf1d_class,
    { "", "[[0, 0], [0, 0]]; [[0, 0]]; [[0, 0]]; [1]; [1000000000]" },
    "crf1d: label 1000000000 is outside 0 … 1" },
  { &rensa_black_out_class,
    { "", "[[1, 2], [3, 4]]; [0, 1000000000]; [[1, 0], [0, 1]]; [[1], [0]]" },
    "black_out: label 1000000000 is outside 0 … 1" },
  { &rensa_black_out_class,
    { "", "[[1, 2], [3, 4]]; [0, 1]; [[1, 0], [0, 1]]; [[1], [-1]]" },
    "black_out: label -1 is outside 0 … 1" },
  { &rensa_negative_sampling_class,
    { "sample_size=1", "[[1, 2], [3, 4]]; [0, 1]; [[1, 0], [0, 1]]; [[0, 1000000000], [1, 0]]" },
    "negative_sampling: label 1000000000 is outside 0 … 1" },
  { &rensa_softmax_cross_entropy_class,
    { "", "[[1, 2], [3, 4]]; [0, 1000000000]" },
    "label 1000000000 of example 1 is outside 0 … 1" },
  { &rensa_hinge_class, { "", "[[1, 2], [3, 4]]; [0, -1]" }, "hinge: label -1 is outside 0 … 1" },
  { &rensa_precision_class,
    { "label_num=2", "[[3, 1], [0, 2], [1, 5], [4, 0]]; [0, 1, 1000000000, 1]" },
    "precision: label 1000000000 is outside 0 … 1" },
  { &rensa_classification_summary_class,
    { "label_num=2", "[[3, 1], [0, 2], [1, 5], [4, 0]]; [0, 1, -1000000000, 1]" },
    "label -1000000000 is outside 0 … 1" },
  { &rensa_connectionist_temporal_classification_class,
    { "blank_symbol=0", "[[0, 0]]; [[0, 0]]; [[1000000000]]; ;" },
    "connectionist_temporal_classification: label 1000000000 is outside 0 … 1" },
  { &rensa_connectionist_temporal_classification_class,
    { "blank_symbol=0", "[[0, 0]]; [[0, 0]]; [[1]]; [1000000000]; [1]" },
    "input_length must be between 0 and 2, but is 1000000000" },
  { &rensa_connectionist_temporal_classification_class,
    { "blank_symbol=0", "[[0, 0]]; [[0, 0]]; [[1]]; [2]; [-1000000000]" },
    "label_length must be between 0 and 1, but is -1000000000" },
  { &rensa_roi_pooling_2d_class,
    { "outh=1, outw=1, spatial_scale=1", "[[[[1, 2], [3, 4]]]]; [[1000000000.0, 0, 0, 1, 1]]" },
    "boxes must refer to images 0 to 0, but image 1000000000 was given" },
  { &rensa_roi_average_align_2d_class,
    { "outsize=1, spatial_scale=1, sampling_ratio=2", "[[[[1, 2], [3, 4]]]]; [[0, 0, nan, 1]]; [0]" },
    "1 number in rois is not finite" },
  { &rensa_roi_max_align_2d_class,
    { "outsize=1, spatial_scale=1, sampling_ratio=2", "[[[[1, 2], [3, 4]]]]; [[0, 0, 1, 1]]; [-1000000000]" },
    "boxes must refer to images 0 to 0, but image -1000000000 was given" },
};

/* Forward, and backward from a sum of the first output. */
static gboolean
run (const RensaExample *example, GError **error)
{
  RensaVariable *inputs[RENSA_EXAMPLE_MAX_INPUTS] = { NULL };
  RensaVariable *outputs[RENSA_EXAMPLE_MAX_OUTPUTS] = { NULL };
  gboolean ok;
  int n;

  for (int i = 0; i < example->n_inputs; i++)
    inputs[i] = example->inputs[i] != NULL ? rensa_variable_new (example->inputs[i]) : NULL;
  n = rensa_function_apply (example->class, rensa_example_get_values (example), inputs, example->n_inputs, outputs,
                            RENSA_EXAMPLE_MAX_OUTPUTS, error);
  ok = n > 0;
  if (ok && rensa_variable_get_requires_grad (outputs[0]))
    {
      g_autoptr (RensaVariable) sum = rensa_sum (outputs[0], NULL, FALSE, error);

      ok = rensa_variable_backward (sum, NULL, error);
    }

  for (int i = 0; i < RENSA_EXAMPLE_MAX_INPUTS; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
  for (int i = 0; i < RENSA_EXAMPLE_MAX_OUTPUTS; i++)
    g_clear_pointer (&outputs[i], rensa_variable_unref);
  return ok;
}

static void
test_wild (gconstpointer data)
{
  const Wild *wild = data;
  RensaFunctionClass class = *wild->class;
  g_auto (RensaExample) here = { 0 };
  g_auto (RensaExample) there = { 0 };
  g_autoptr (GError) error = NULL;

  class.samples = &wild->sample;
  class.n_samples = 1;

  rensa_example_init (&here, &class, 0, &error);
  g_assert_no_error (error);
  g_assert_false (run (&here, &error));
  assert_message_has (&error, RENSA_ERROR_INVALID, wild->message);

  g_auto (RensaDeviceScope) scope = rensa_device_enter (rensa_device_find ("far", NULL));
  guint n_copies;
  guint64 n_detours;

  rensa_example_init (&there, &class, 0, &error);
  g_assert_no_error (error);
  n_copies = far_device_count_copies ();
  n_detours = rensa_count_detours ();
  g_assert_true (run (&there, &error));
  g_assert_no_error (error);
  /* The host's softmax reads what it works on. */
  if (rensa_count_detours () == n_detours)
    g_assert_cmpuint (far_device_count_copies (), ==, n_copies);
  g_assert_false (rensa_late_checks_read (&error));
  assert_message_has (&error, RENSA_ERROR_INVALID, wild->message);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  far_device_register ();
  for (guint i = 0; i < G_N_ELEMENTS (wilds); i++)
    {
      g_autofree char *path = g_strdup_printf ("/functions/wild-values/%s/%u", wilds[i].class->name, i);

      g_test_add_data_func (path, &wilds[i], test_wild);
    }
  return g_test_run ();
}
