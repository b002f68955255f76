/* test-classifier.c: a predictor with its loss and accuracy.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "link-fixture.h"
#include "rensa-device.h"
#include "rensa-meta-device.h"
#include "rensa-reporter.h"

static RensaLink *
classifier_new (gboolean with_accuracy)
{
  g_autoptr (RensaAttrs) accuracy = function_of ("accuracy");
  GError *error = NULL;
  RensaLink *link = rensa_classifier_new (link_of ("Linear(in_size=2, out_size=2, initialW=Identity)"), NULL,
                                          with_accuracy ? accuracy : NULL, &error);

  g_assert_no_error (error);
  return link;
}

/* Scores (1, 0) and (0, 2), both of class 0: the losses are ln (1 + e⁻¹) and ln (1 + e²). */
static void
test_results (void)
{
  const double expected = (log1p (exp (-1)) + log1p (exp (2))) / 2;
  g_autoptr (RensaLink) link = classifier_new (TRUE);
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2, 2), 1, 0, 0, 2);
  g_autoptr (RensaVariable) t = variable_of (RENSA_INT32, RENSA_SHAPE (2), (double[]){ 0, 0 });
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  g_autofree char *params = list_params (link);
  RensaVariable *loss = NULL;
  double value;

  g_assert_cmpstr (params, ==, "/predictor/W /predictor/b");
  g_assert_null (rensa_classifier_get_loss (link));
  rensa_reporter_add_link (reporter, "main", link);
  rensa_reporter_push (reporter, observation);
  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ x, t }, 2, &loss, 1, NULL), ==, 1);
  rensa_reporter_pop (reporter);

  assert_values (rensa_variable_get_array (loss), RENSA_SHAPE_SCALAR, expected);
  g_assert_true (rensa_classifier_get_loss (link) == loss);
  assert_values (rensa_variable_get_array (rensa_classifier_get_y (link)), RENSA_SHAPE (2, 2), 1, 0, 0, 2);
  assert_values (rensa_variable_get_array (rensa_classifier_get_accuracy (link)), RENSA_SHAPE_SCALAR, 0.5);

  g_assert_cmpuint (rensa_observation_get_n (observation), ==, 2);
  g_assert_cmpstr (rensa_observation_get_key (observation, 0), ==, "main/loss");
  g_assert_true (rensa_observation_lookup (observation, "main/loss", &value));
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-6);
  g_assert_true (rensa_observation_lookup (observation, "main/accuracy", &value));
  g_assert_cmpfloat (value, ==, 0.5);

  g_assert_true (rensa_variable_backward (loss, NULL, NULL));
  g_assert_nonnull (rensa_variable_get_grad (find_param (link, "predictor/W")));
  rensa_variable_unref (loss);
}

static void
test_without_accuracy (void)
{
  g_autoptr (RensaLink) link = classifier_new (FALSE);
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 0);
  g_autoptr (RensaVariable) t = variable_of (RENSA_INT32, RENSA_SHAPE (1), (double[]){ 0 });
  RensaVariable *loss = NULL;

  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ x, t }, 2, &loss, 1, NULL), ==, 1);
  g_assert_null (rensa_classifier_get_accuracy (link));
  rensa_variable_unref (loss);
}

/* The label may stand first, and the loss may have attributes. */
static void
test_label_key (void)
{
  g_autoptr (RensaLink) link =
      link_of ("Classifier(label_key=0, accfun=None, lossfun=softmax_cross_entropy(ignore_label=1))");
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (2, 2), 1, 0, 0, 2);
  g_autoptr (RensaVariable) t = variable_of (RENSA_INT32, RENSA_SHAPE (2), (double[]){ 0, 1 });
  RensaVariable *loss = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ t, x }, 2, &loss, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID, "Classifier has no predictor");
  g_assert_true (
      rensa_link_take_child (link, "predictor", link_of ("Linear(in_size=2, out_size=2, initialW=Identity)"), NULL));
  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ t, x }, 2, &loss, 1, &error), ==, 1);
  assert_values (rensa_variable_get_array (loss), RENSA_SHAPE_SCALAR, log1p (exp (-1)));
  rensa_variable_unref (loss);
}

static void
test_loss_attributes (void)
{
  g_autoptr (RensaAttrs) loss = function_of ("softmax_cross_entropy(ignore_label=3)");
  g_autoptr (RensaLink) link = rensa_classifier_new (link_of ("Linear(in_size=2, out_size=2)"), loss, NULL, NULL);
  g_autofree char *text =
      rensa_attrs_get_text (rensa_link_get_attrs (link),
                            rensa_component_find_attr (RENSA_COMPONENT (rensa_link_get_class (link)), "lossfun"));

  g_assert_cmpstr (text, ==, "softmax_cross_entropy(ignore_label=3)");
}

static void
test_errors (void)
{
  g_autoptr (RensaLink) link = classifier_new (TRUE);
  g_autoptr (RensaVariable) wide = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 3));
  g_autoptr (RensaVariable) x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (2, 2));
  g_autoptr (RensaVariable) t = zeros_of (RENSA_INT32, RENSA_SHAPE (2));
  g_autoptr (RensaVariable) longer = zeros_of (RENSA_INT32, RENSA_SHAPE (3));
  RensaVariable *loss = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ wide, t }, 2, &loss, 1, &error), ==, -1);
  assert_message (
      &error, RENSA_ERROR_TYPE_CHECK,
      "predictor: linear: Expect: x.shape[1] == W.shape[1], Actual: 3 != 2; predictor expects 2 values per example, but 3 were given");
  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ x, longer }, 2, &loss, 1, &error), ==, -1);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_TYPE_CHECK);
  g_assert_true (g_str_has_prefix (error->message, "softmax_cross_entropy: Expect: "));
  g_clear_error (&error);
  g_assert_cmpint (rensa_link_call_n (link, NULL, 0, &loss, 1, &error), ==, -1);
  assert_message (&error, RENSA_ERROR_INVALID,
                  "Classifier takes its label from position -1 of its inputs, but has 0 inputs");
  g_assert_null (rensa_classifier_new (NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_meta (void)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (&rensa_meta_device);
  g_autoptr (RensaLink) link = NULL;
  g_autoptr (RensaVariable) x = NULL;
  g_autoptr (RensaVariable) t = NULL;
  RensaVariable *loss = NULL;

  link = classifier_new (TRUE);
  x = zeros_of (RENSA_FLOAT32, RENSA_SHAPE (100, 2));
  t = zeros_of (RENSA_INT32, RENSA_SHAPE (100));
  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ x, t }, 2, &loss, 1, NULL), ==, 1);
  g_assert_cmpint (rensa_array_get_ndim (rensa_variable_get_array (loss)), ==, 0);
  rensa_variable_unref (loss);
}

/* The results of a call stay with the link that was called. */
static void
test_copy (void)
{
  g_autoptr (RensaLink) link = classifier_new (TRUE);
  g_autoptr (RensaLink) copy = NULL;
  g_autoptr (RensaVariable) x = VARIABLE (RENSA_SHAPE (1, 2), 1, 0);
  g_autoptr (RensaVariable) t = variable_of (RENSA_INT32, RENSA_SHAPE (1), (double[]){ 0 });
  RensaVariable *loss = NULL;

  g_assert_cmpint (rensa_link_call_n (link, (RensaVariable *[]){ x, t }, 2, &loss, 1, NULL), ==, 1);
  rensa_variable_unref (loss);
  copy = rensa_link_copy (link, RENSA_COPY_COPY, NULL);
  g_assert_null (rensa_classifier_get_y (copy));
  g_assert_nonnull (rensa_classifier_get_y (link));
  g_assert_nonnull (rensa_link_find (copy, "predictor"));
}

int
main (int argc, char **argv)
{
  link_tests_init (&argc, &argv);
  g_test_add_func ("/links/classifier/results", test_results);
  g_test_add_func ("/links/classifier/without-accuracy", test_without_accuracy);
  g_test_add_func ("/links/classifier/label-key", test_label_key);
  g_test_add_func ("/links/classifier/loss-attributes", test_loss_attributes);
  g_test_add_func ("/links/classifier/errors", test_errors);
  g_test_add_func ("/links/classifier/meta-device", test_meta);
  g_test_add_func ("/links/classifier/copy", test_copy);
  return g_test_run ();
}
