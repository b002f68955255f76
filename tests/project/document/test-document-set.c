/* test-document-set.c: changing values of a document by their paths.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "project-fixture.h"
#include "rensa-error.h"

static struct json_object *
get (struct json_object *json, const char *pointer)
{
  struct json_object *value = NULL;

  g_assert_cmpint (json_pointer_get (json, pointer, &value), ==, 0);
  return value;
}

static const struct
{
  const char *assignment;
  const char *pointer;
  const char *expected;
} good[] = {
  { "seed=7", "/seed", "7" },
  { "dtype=float64", "/dtype", "\"float64\"" },
  { "name=A name with spaces", "/name", "\"A name with spaces\"" },
  { "optimizer.alpha=0.01", "/optimizer/attrs/alpha", "0.01" },
  { "optimizer.attrs.alpha=1e-3", "/optimizer/attrs/alpha", "0.001" },
  { "optimizer=SGD(lr=0.5)", "/optimizer", "{\"type\":\"SGD\",\"attrs\":{\"lr\":0.5}}" },
  { "optimizer.type=SGD", "/optimizer", "{\"type\":\"SGD\"}" },
  { "data.dataset=xor", "/data/dataset", "{\"type\":\"xor\"}" },
  { "data.dataset.n=70", "/data/dataset/attrs/n", "70" },
  { "data.split.fraction=0.5", "/data/split/fraction", "0.5" },
  { "data.iterator.batch_size=32", "/data/iterator/attrs/batch_size", "32" },
  { "data.iterator.shuffle=False", "/data/iterator/attrs/shuffle", "false" },
  { "model.l1.out_size=50", "/model/nodes/1/attrs/out_size", "50" },
  { "model.nodes.1.out_size=50", "/model/nodes/1/attrs/out_size", "50" },
  { "model.l1.in_size=None", "/model/nodes/1/attrs/in_size", "null" },
  { "model.l1.repeat=3", "/model/nodes/1/repeat", "3" },
  { "model.l1.initialW=HeNormal(scale=0.5)", "/model/nodes/1/attrs/initialW", "{\"type\":\"HeNormal\",\"scale\":0.5}" },
  { "model.relu1=leaky_relu(slope=0.1)", "/model/nodes/2",
    "{\"name\":\"relu1\",\"type\":\"leaky_relu\",\"attrs\":{\"slope\":0.1}}" },
  { "hooks.0.rate=0.1", "/hooks/0/attrs/rate", "0.1" },
  { "hooks.WeightDecay.rate=0.1", "/hooks/0/attrs/rate", "0.1" },
  { "accuracy=None", "/accuracy", "null" },
  { "stop.period=5", "/stop/attrs/period", "5.0" },
  { "updater.type=StandardUpdater", "/updater/type", "\"StandardUpdater\"" },
  { "extensions.LogReport.filename=other", "/extensions/1/attrs/filename", "\"other\"" },
  { "extensions.1.trigger=IntervalTrigger(period=2)", "/extensions/1/trigger",
    "{\"type\":\"IntervalTrigger\",\"attrs\":{\"period\":2.0}}" },
};

static void
test_good (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (RensaDocument) document = document_of (test_document);
      g_autoptr (GError) error = NULL;
      struct json_object *value;

      rensa_document_set (document, good[i].assignment, &error);
      g_assert_no_error (error);
      value = get (rensa_document_get_json (document), good[i].pointer);
      g_assert_cmpstr (json_object_to_json_string_ext (value, JSON_C_TO_STRING_PLAIN), ==, good[i].expected);
    }
}

/* Missing fields begin with what they stand for. */
static void
test_missing (void)
{
  g_autoptr (RensaDocument) document = document_of ("{\"format\": 1, \"optimizer\": \"Adam(beta1=0.5)\"}");
  struct json_object *json = rensa_document_get_json (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_set (document, "optimizer.alpha=0.5", &error));
  g_assert_true (rensa_document_set (document, "stop.period=3", &error));
  g_assert_true (rensa_document_set (document, "extensions.LogReport.filename=log.json", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (json_object_to_json_string_ext (get (json, "/optimizer"), JSON_C_TO_STRING_PLAIN), ==,
                   "{\"type\":\"Adam\",\"attrs\":{\"beta1\":0.5,\"alpha\":0.5}}");
  g_assert_cmpstr (json_object_get_string (get (json, "/stop/attrs/unit")), ==, "epoch");
  g_assert_cmpstr (json_object_get_string (get (json, "/extensions/0/type")), ==, "Evaluator");
}

static void
test_nested (void)
{
  g_autoptr (RensaDocument) document =
      document_of ("{\"format\": 1, \"model\": {\"nodes\": [{\"name\": \"block\", \"type\": \"Chain\", \"model\": "
                   "{\"nodes\": [{\"name\": \"l\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 3}}]}}]}}");
  struct json_object *json = rensa_document_get_json (document);
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_document_set (document, "model.block.l.out_size=9", &error));
  g_assert_true (rensa_document_set (document, "model.nodes.block.model.nodes.l.nobias=true", &error));
  g_assert_no_error (error);
  g_assert_cmpint (json_object_get_int (get (json, "/model/nodes/0/model/nodes/0/attrs/out_size")), ==, 9);
  g_assert_true (json_object_get_boolean (get (json, "/model/nodes/0/model/nodes/0/attrs/nobias")));
}

static const struct
{
  const char *assignment;
  const char *message;
} bad[] = {
  { "seed", "Set a value with path=value, such as optimizer.alpha=0.01; \"seed\" is not of this form." },
  { "=3", "Set a value with path=value, such as optimizer.alpha=0.01; \"=3\" is not of this form." },
  { "sed=3", "There is no field sed here; did you mean seed?" },
  { "seed=-1", "document: seed expects an integer from 0 to 9007199254740992, but -1 was given." },
  { "optimizer.alpa=0.1", "optimizer: Adam has no attribute alpa; did you mean alpha?" },
  { "optimizer=Adm", "optimizer: There is no optimizer Adm; did you mean Adam?" },
  { "optimizer.alpha.x=1", "optimizer: Adam: alpha is a single value and can only be set as a whole." },
  { "model.l3.out_size=1", "model: There is no node l3 here." },
  { "model.l1.out_sise=1", "model: l1: Linear has no attribute out_sise; did you mean out_size?" },
  { "model.l1.repeat=0", "model: l1: node: repeat expects an integer from 1 to 1000, but 0 was given." },
  { "model=3", "model: this cannot be set itself; set one of its fields instead." },
  { "data.split=3", "data: split: this cannot be set itself; set one of its fields instead." },
  { "hooks.GradientClipping.threshold=1", "hooks: There is no optimizer hook GradientClipping here." },
  { "hooks.1.rate=1", "hooks: There is no optimizer hook 1 here." },
  { "extensions.LogReport.trigger.period=1", "extensions: LogReport: trigger: the document does not contain it." },
  { "dtype=float31",
    "document: dtype expects \"bool\", \"int8\", \"int16\", \"int32\", \"int64\", \"uint8\", \"float16\", \"bfloat16\", \"float32\" or \"float64\", but \"float31\" was given." },
  { "seed=9007199254740993",
    "document: seed expects an integer from 0 to 9007199254740992, but 9007199254740993 was given." },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (RensaDocument) document = document_of (test_document);
      g_autoptr (RensaDocument) same = document_of (test_document);
      g_autoptr (GError) error = NULL;

      g_assert_false (rensa_document_set (document, bad[i].assignment, &error));
      g_assert_nonnull (error);
      if (!g_str_has_prefix (error->message, bad[i].message))
        g_assert_cmpstr (error->message, ==, bad[i].message);
      g_assert_true (json_object_equal (rensa_document_get_json (document), rensa_document_get_json (same)));
    }
}

/* Every place of a document, as "model/nodes/1/attrs". */
static void
collect_places (struct json_object *json, const char *place, GPtrArray *places)
{
  if (place[0] != '\0')
    g_ptr_array_add (places, g_strdup (place));
  if (json_object_is_type (json, json_type_object))
    {
      json_object_object_foreach (json, name, value)
      {
        g_autofree char *below = g_strconcat (place, "/", name, NULL);

        collect_places (value, below, places);
      }
    }
  for (gsize i = 0; json_object_is_type (json, json_type_array) && i < json_object_array_length (json); i++)
    {
      g_autofree char *below = g_strdup_printf ("%s/%" G_GSIZE_FORMAT, place, i);

      collect_places (json_object_array_get_idx (json, i), below, places);
    }
}

/* Whatever stands at a place, setting there, above or below it gives a changed document or a sentence, which suggests
 * nothing that was given. */
static void
set_around (const char *place, const char *odd)
{
  static const char *const below[] = { "", ".0", ".x", ".type", ".attrs.x", ".0.rate", ".5" };
  static const char *const values[] = { "relu", "3", "None" };

  for (guint i = 0; i < G_N_ELEMENTS (below); i++)
    for (guint j = 0; j < G_N_ELEMENTS (values); j++)
      {
        g_autoptr (RensaDocument) document = document_of (test_document);
        g_autofree char *path = g_strdelimit (g_strdup (place + 1), "/", '.');
        g_autofree char *assignment = g_strconcat (path, below[i], "=", values[j], NULL);
        const char *const name = strrchr (path, '.') != NULL ? strrchr (path, '.') + 1 : path;
        g_autofree char *given = g_strdup_printf ("did you mean %s?", below[i][0] != '\0' ? below[i] + 1 : name);
        struct json_object *json = rensa_document_get_json (document);
        g_autoptr (GError) error = NULL;

        g_assert_cmpint (json_pointer_set (&json, place, json_tokener_parse (odd)), ==, 0);
        if (rensa_document_set (document, assignment, &error))
          continue;
        g_assert_nonnull (error);
        if (strstr (error->message, given) != NULL)
          g_error ("%s at %s, %s: %s", odd, place, assignment, error->message);
      }
}

static void
test_odd_documents (void)
{
  static const char *const odd[] = { "3",    "\"x\"",      "null", "true",
                                     "[]",   "{}",         "[1]",  "{\"x\": 1}",
                                     "[[]]", "[\"relu\"]", "[{}]", "[{\"type\": \"5\"}, {\"name\": \"x\"}]" };
  g_autoptr (RensaDocument) document = document_of (test_document);
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);

  collect_places (rensa_document_get_json (document), "", places);
  for (guint i = 0; i < places->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (odd); j++)
      set_around (places->pdata[i], odd[j]);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/document/set/good", test_good);
  g_test_add_func ("/project/document/set/missing", test_missing);
  g_test_add_func ("/project/document/set/nested", test_nested);
  g_test_add_func ("/project/document/set/bad", test_bad);
  g_test_add_func ("/project/document/set/odd-documents", test_odd_documents);
  return g_test_run ();
}
