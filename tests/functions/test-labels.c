/* test-labels.c: labels and IDs that are out of range or do not count.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "messages.h"
#include "rensa-error.h"
#include "rensa-functions.h"
#include "rensa-primitives.h"
#include "variables.h"

static RensaVariable *
labels_of (const RensaShape *shape, const int *labels)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_host (RENSA_INT32, shape, labels, NULL);

  return rensa_variable_new_constant (array);
}

static void
test_out_of_range (void)
{
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (5, 10));
  g_autoptr (RensaVariable) large = labels_of (&RENSA_SHAPE (5), (int[]){ 1, 2, 3, 12, 99 });
  g_autoptr (RensaVariable) negative = labels_of (&RENSA_SHAPE (5), (int[]){ 1, -1, -2, 3, 4 });
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_softmax_cross_entropy (x, large, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "softmax_cross_entropy: label 12 of example 3 is outside 0 … 9");
  g_assert_null (rensa_softmax_cross_entropy (x, negative, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "softmax_cross_entropy: label -2 of example 2 is outside 0 … 9");
}

static void
test_out_of_range_in_an_image (void)
{
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3, 2, 2));
  g_autoptr (RensaVariable) t = labels_of (&RENSA_SHAPE (2, 2, 2), (int[]){ 0, 1, 2, 0, 1, 2, 3, 0 });
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_softmax_cross_entropy (x, t, &error));
  assert_message (&error, RENSA_ERROR_INVALID, "softmax_cross_entropy: label 3 of example 1 is outside 0 … 2");
}

static void
test_unknown_id (void)
{
  g_autoptr (RensaVariable) W = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (5, 2));
  g_autoptr (RensaVariable) x = labels_of (&RENSA_SHAPE (3), (int[]){ 0, 4, 5 });
  g_autoptr (RensaVariable) y = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (rensa_embed_id (x, W, RENSA_INT_NONE, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (error->message, "embed_id: "));
  g_clear_error (&error);

  y = rensa_embed_id (x, W, 5, &error);
  g_assert_no_error (error);
}

static void
test_ignored (void)
{
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 4));
  g_autoptr (RensaVariable) none = labels_of (&RENSA_SHAPE (2), (int[]){ -1, -1 });
  g_autoptr (RensaVariable) one = labels_of (&RENSA_SHAPE (2), (int[]){ -1, 2 });
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaVariable) nothing = rensa_softmax_cross_entropy (x, none, &error);
  g_autoptr (RensaVariable) something = rensa_softmax_cross_entropy (x, one, &error);
  float gx[8];

  g_assert_no_error (error);
  g_assert_cmpfloat (rensa_array_get_scalar (rensa_variable_get_array (nothing)), ==, 0);
  g_assert_cmpfloat_with_epsilon (rensa_array_get_scalar (rensa_variable_get_array (something)), log (4), 1e-6);

  g_assert_true (rensa_variable_backward (something, NULL, &error));
  g_assert_true (rensa_array_to_host (rensa_variable_get_grad (x), gx, &error));
  for (int i = 0; i < 8; i++)
    g_assert_cmpfloat_with_epsilon (gx[i], i < 4 ? 0 : i == 6 ? -0.75 : 0.25, 1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/functions/labels/out_of_range", test_out_of_range);
  g_test_add_func ("/functions/labels/out_of_range_in_an_image", test_out_of_range_in_an_image);
  g_test_add_func ("/functions/labels/unknown_id", test_unknown_id);
  g_test_add_func ("/functions/labels/ignored", test_ignored);
  return g_test_run ();
}
