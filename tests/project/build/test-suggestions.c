/* test-suggestions.c: previews that fit the model of a document.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"

/* An example without its extensions. */
static RensaDocument *
load_bare (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_strconcat (name, ".rensa", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", file, NULL);
  struct json_object *json = json_object_from_file (path);
  RensaDocument *document;

  json_object_object_del (json, "extensions");
  document = rensa_document_parse (json_object_to_json_string (json), -1, path, &error);
  json_object_put (json);
  g_assert_no_error (error);
  return document;
}

static char *
describe (RensaAttrs *attrs)
{
  struct json_object *json = rensa_attrs_to_json (attrs);
  char *text =
      g_strdup (json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE));

  json_object_put (json);
  return text;
}

/* What is suggested can be made, too. */
static void
assert_suggested_for (RensaDocument *document, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaLink) model = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;
  g_autoptr (GPtrArray) previews = NULL;
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_no_error (error);
  previews = rensa_builder_suggest_previews (builder, model);
  for (guint i = 0; i < previews->len; i++)
    {
      g_autofree char *text = describe (previews->pdata[i]);
      g_auto (RensaPreviewed) previewed = { 0 };

      g_string_append_printf (found, "%s%s", i > 0 ? " " : "", text);
      rensa_builder_make_preview (builder, previews->pdata[i], model, &previewed, &error);
      g_assert_no_error (error);
      g_assert_true ((previewed.text != NULL) != (previewed.pixels != NULL));
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
assert_suggested (const char *name, const char *expected)
{
  g_autoptr (RensaDocument) document = load_bare (name);

  assert_suggested_for (document, expected);
}

#define ACTIVATIONS "{\"type\":\"Activations\"}"
#define ACTIVATIONS_OF(model) "{\"type\":\"Activations\",\"model\":\"" model "\"}"
#define FILTERS "{\"type\":\"Filters\"}"
#define WORST "{\"type\":\"WorstExamples\"}"

/* What fits many models comes last. */
static void
test_pictures (void)
{
  assert_suggested ("strokes-dcgan",
                    "{\"type\":\"GeneratedPictures\",\"shape\":[64]} " ACTIVATIONS_OF ("dis") " " FILTERS);
  assert_suggested (
      "strokes-vae",
      "{\"type\":\"GeneratedPictures\",\"model\":\"decoder\",\"shape\":[16]} " ACTIVATIONS_OF ("encoder") " " FILTERS);
  assert_suggested ("strokes-mlp", ACTIVATIONS " " FILTERS " " WORST);
  assert_suggested ("strokes-convnet", ACTIVATIONS " " FILTERS " " WORST);
  assert_suggested ("strokes-siamese", ACTIVATIONS_OF ("tower") " " FILTERS);
}

static void
test_values (void)
{
  assert_suggested ("moons", ACTIVATIONS " " WORST);
  assert_suggested ("waves", ACTIVATIONS " " WORST);
}

/* A model that looks for vectors does not go on with a text. */
static void
test_tokens (void)
{
  assert_suggested ("little-sentences", "{\"type\":\"GeneratedText\"} "
                                        "{\"type\":\"NearestWords\",\"link\":\"predictor/embed1\"} "
                                        "{\"type\":\"WordMap\",\"link\":\"predictor/embed1\"} " ACTIVATIONS);
  assert_suggested ("little-sentences-vectors", ACTIVATIONS);
  assert_suggested ("numbers-in-words", "{\"type\":\"Translations\"} " ACTIVATIONS_OF ("encoder"));
  assert_suggested ("appointments-tagger", "{\"type\":\"Tags\",\"crf\":\"crf\"} " ACTIVATIONS_OF ("tagger"));
}

static void
rename_model (RensaDocument *document, const char *model, const char *to)
{
  g_autoptr (GError) error = NULL;

  rensa_document_rename_model (document, model, to, &error);
  g_assert_no_error (error);
}

/* Wires tell what models are for, whatever their names are. */
static void
test_names (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) translation = load_bare ("numbers-in-words-attention");
  g_autoptr (RensaDocument) tagging = load_bare ("appointments-tagger");

  rename_model (translation, "encoder", "reader");
  rename_model (translation, "decoder", "writer");
  rensa_document_rename_node (translation, "writer", "attention", "gaze", &error);
  assert_suggested_for (
      translation,
      "{\"type\":\"Alignments\",\"encoder\":\"reader\",\"decoder\":\"writer\",\"node\":\"gaze\"} "
      "{\"type\":\"Translations\",\"encoder\":\"reader\",\"decoder\":\"writer\"} " ACTIVATIONS_OF ("reader"));
  rename_model (tagging, "tagger", "marker");
  rensa_document_rename_node (tagging, "", "crf", "chain", &error);
  assert_suggested_for (tagging,
                        "{\"type\":\"Tags\",\"model\":\"marker\",\"crf\":\"chain\"} " ACTIVATIONS_OF ("marker"));
  g_assert_no_error (error);
}

/* So an extension begins that is put into a document, without data and models that are there. */
static void
test_started (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaDocument) document = load_bare ("strokes-dcgan");
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_EXTENSION, "GeneratedPictures", NULL);
  g_autoptr (RensaAttrs) pictures = rensa_analysis_start (analysis, component);
  g_autofree char *text = describe (pictures);

  g_assert_cmpstr (text, ==, "{\"type\":\"GeneratedPictures\",\"shape\":[64]}");
  rensa_document_append_component (document, "extensions", pictures, &error);
  g_assert_no_error (error);
  g_assert_nonnull (rensa_document_get (document, "extensions.GeneratedPictures.shape"));
}

/* Of a kind that the document has there is no other. */
static void
test_had (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "examples", "little-sentences-vectors.rensa", NULL);
  g_autoptr (RensaDocument) document = rensa_document_load (path, &error);
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, &error);
  g_autoptr (GPtrArray) previews = NULL;

  g_assert_no_error (error);
  previews = rensa_builder_suggest_previews (builder, model);
  for (guint i = 0; i < previews->len; i++)
    g_assert_cmpstr (rensa_attrs_get_component (previews->pdata[i])->name, !=, "NearestWords");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/build/suggestions/pictures", test_pictures);
  g_test_add_func ("/project/build/suggestions/values", test_values);
  g_test_add_func ("/project/build/suggestions/tokens", test_tokens);
  g_test_add_func ("/project/build/suggestions/names", test_names);
  g_test_add_func ("/project/build/suggestions/started", test_started);
  g_test_add_func ("/project/build/suggestions/had", test_had);
  return g_test_run ();
}
