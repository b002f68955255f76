/* project-fixture.c: what the tests of documents share.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"

#include <string.h>

#include "rensa-init.h"

#define MODEL                                                                              \
  "{\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},"                                   \
  " {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}},"               \
  " {\"name\": \"relu1\", \"type\": \"relu\"},"                                            \
  " {\"name\": \"l2\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}],"              \
  " \"edges\": [{\"from\": \"x\", \"to\": \"l1\"}, {\"from\": \"l1\", \"to\": \"relu1\"}," \
  " {\"from\": \"relu1\", \"to\": \"l2\"}], \"outputs\": [\"l2\"]}"

const char test_document[] =
    "{\"format\": 1, \"seed\": 3,"
    " \"data\": {\"dataset\": {\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},"
    " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 10}}},"
    " \"model\": " MODEL ","
    " \"loss\": {\"type\": \"softmax_cross_entropy\"}, \"accuracy\": {\"type\": \"accuracy\"},"
    " \"optimizer\": {\"type\": \"Adam\"}, \"hooks\": [{\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0.001}}],"
    " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 2, \"unit\": \"epoch\"}},"
    " \"extensions\": [{\"type\": \"Evaluator\"}, {\"type\": \"LogReport\"}]}";

const char test_step[] =
    "{\"format\": 2, \"seed\": 3,"
    " \"data\": {\"dataset\": {\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},"
    " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 10}}},"
    " \"models\": {"
    "\"gen\": {\"nodes\": [{\"name\": \"z\", \"type\": \"Input\"}, {\"name\": \"l0\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}},"
    " {\"name\": \"relu0\", \"type\": \"relu\"}, {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}],"
    " \"edges\": [{\"from\": \"z\", \"to\": \"l0\"}, {\"from\": \"l0\", \"to\": \"relu0\"}, {\"from\": \"relu0\", \"to\": \"l1\"}]}, "
    "\"dis\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}, {\"name\": \"l0\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 3}},"
    " {\"name\": \"tanh0\", \"type\": \"tanh\"}, {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 1}}],"
    " \"edges\": [{\"from\": \"x\", \"to\": \"l0\"}, {\"from\": \"l0\", \"to\": \"tanh0\"}, {\"from\": \"tanh0\", \"to\": \"l1\"}]}},"
    " \"step\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Field\"}, {\"name\": \"z\", \"type\": \"noise\", \"attrs\": {\"shape\": 3}},"
    " {\"name\": \"x_fake\", \"type\": \"Model\", \"attrs\": {\"model\": \"gen\"}},"
    " {\"name\": \"y_real\", \"type\": \"Model\", \"attrs\": {\"model\": \"dis\"}},"
    " {\"name\": \"y_fake\", \"type\": \"Model\", \"attrs\": {\"model\": \"dis\"}},"
    " {\"name\": \"real\", \"type\": \"average\"}, {\"name\": \"fake\", \"type\": \"average\"},"
    " {\"name\": \"loss_dis\", \"type\": \"op_sub\"}, {\"name\": \"loss_gen\", \"type\": \"op_neg\"}],"
    " \"edges\": [{\"from\": \"z\", \"to\": \"x_fake\"}, {\"from\": \"x\", \"to\": \"y_real\"}, {\"from\": \"x_fake\", \"to\": \"y_fake\"},"
    " {\"from\": \"y_real\", \"to\": \"real\"}, {\"from\": \"y_fake\", \"to\": \"fake\"}, {\"from\": \"fake\", \"to\": \"loss_dis\"},"
    " {\"from\": \"real\", \"to\": \"loss_dis\"}, {\"from\": \"fake\", \"to\": \"loss_gen\"}]},"
    " \"losses\": [{\"node\": \"loss_dis\", \"models\": \"dis\", \"optimizer\": {\"type\": \"Adam\"},"
    " \"hooks\": [{\"type\": \"WeightDecay\", \"attrs\": {\"rate\": 0.001}}]},"
    " {\"node\": \"loss_gen\", \"models\": \"gen\", \"optimizer\": {\"type\": \"MomentumSGD\"}}],"
    " \"reports\": [{\"node\": \"y_fake\"}],"
    " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 4, \"unit\": \"iteration\"}},"
    " \"extensions\": [{\"type\": \"Evaluator\"}, {\"type\": \"LogReport\","
    " \"attrs\": {\"trigger\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 1, \"unit\": \"iteration\"}}}}]}";

void
project_tests_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  rensa_init ();
}

RensaDocument *
document_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (text, -1, "test.rensa", &error);

  g_assert_no_error (error);
  return document;
}

RensaDocument *
document_of_model (const char *model)
{
  g_autofree char *json = g_strdelimit (g_strdup (model), "'", '"');
  g_autofree char *text = g_strdup_printf ("{\"format\": 1, \"model\": %s}", json);

  return document_of (text);
}

static char *
replace_first (const char *text, const char *find, const char *replacement)
{
  const char *at = strstr (text, find);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - text), text, replacement, at + strlen (find));
}

char *
document_text_with (const char *find, const char *replacement)
{
  return replace_first (test_document, find, replacement);
}

char *
step_text_with (const char *find, const char *replacement)
{
  g_autofree char *found = g_strdelimit (g_strdup (find), "'", '"');
  g_autofree char *put = g_strdelimit (g_strdup (replacement), "'", '"');

  return replace_first (test_step, found, put);
}

RensaBuilder *
builder_of (const char *text, GError **error)
{
  g_autoptr (RensaDocument) document = document_of (text);

  return rensa_builder_new (document, NULL, error);
}

GError *
refusal_of (const char *text)
{
  GError *error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (text, &error);

  if (builder != NULL)
    g_assert_false (rensa_builder_prepare (builder, &error));
  g_assert_nonnull (error);
  return error;
}

RensaBuilder *
builder_of_model (const char *model, GError **error)
{
  g_autofree char *json = g_strdelimit (g_strdup (model), "'", '"');
  g_autofree char *text = document_text_with (MODEL, json);

  return builder_of (text, error);
}
