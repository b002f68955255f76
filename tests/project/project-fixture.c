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

char *
document_text_with (const char *find, const char *replacement)
{
  const char *at = strstr (test_document, find);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - test_document), test_document, replacement, at + strlen (find));
}

RensaBuilder *
builder_of (const char *text, GError **error)
{
  g_autoptr (RensaDocument) document = document_of (text);

  return rensa_builder_new (document, NULL, error);
}

RensaBuilder *
builder_of_model (const char *model, GError **error)
{
  g_autofree char *json = g_strdelimit (g_strdup (model), "'", '"');
  g_autofree char *text = document_text_with (MODEL, json);

  return builder_of (text, error);
}
