/* test-c.c: trained models in C99, compiled and compared with the models.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "export-fixture.h"
#include "random-models.h"
#include "rensa-builder.h"
#include "rensa-npz.h"

/* Random models that are tried; some are refused. */
#define N_RANDOM 12

/* A document whose model begins with values of its own, and where its program goes. */
typedef struct
{
  char *folder;
  char *weights;
  char *program;
  RensaDocument *document;
  RensaExportTarget target;
} Case;

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->document, rensa_document_unref);
  if (self->folder != NULL)
    test_folder_remove (self->folder);
  g_free (self->folder);
  g_free (self->weights);
  g_free (self->program);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

/* Takes @document over. */
static void
case_init (Case *self, RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, &error);

  g_assert_no_error (error);
  self->document = document;
  self->folder = test_folder_new ();
  self->weights = g_build_filename (self->folder, "model.npz", NULL);
  self->program = g_build_filename (self->folder, "net.c", NULL);
  self->target = (RensaExportTarget){ .path = self->program, .weights = self->weights, .overwrites = TRUE };
  rensa_save_npz (self->weights, rensa_link_serialize, model, FALSE, &error);
  g_assert_no_error (error);
}

static gboolean
has_compiler (void)
{
  g_autofree char *path = g_find_program_in_path ("cc");

  if (path == NULL)
    g_test_skip ("There is no compiler of C here (cc).");
  return path != NULL;
}

static void
save (Case *self)
{
  g_autoptr (GError) error = NULL;

  rensa_export_save (find_exporter ("c"), self->document, &self->target, &error);
  g_assert_no_error (error);
}

/* Not in line, where gcc 12 takes what it gives for something that is gone. */
static G_GNUC_NO_INLINE char *
read_program (Case *self)
{
  char *text = NULL;

  g_file_get_contents (self->program, &text, NULL, NULL);
  g_assert_nonnull (text);
  return text;
}

static void
assert_proved (RensaDocument *document)
{
  g_auto (Case) self = { NULL };
  g_auto (RensaExportProof) proof = { NULL };
  g_autoptr (GError) error = NULL;

  case_init (&self, document);
  save (&self);
  find_exporter ("c")->prove (self.document, &self.target, &proof, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (proof.difference, ==, NULL);
  g_assert_nonnull (strstr (proof.report, "\"holds\": true"));
}

static void
documents (void)
{
  static const char *const names[] = { "examples/moons.rensa",     "examples/own-function.rensa",
                                       "documents/convnet.rensa",  "documents/links.rensa",
                                       "documents/double.rensa",   "documents/prepared.rensa",
                                       "documents/formulas.rensa", "examples/little-sentences.rensa" };

  if (!has_compiler ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i]);
      assert_proved (load_document (names[i]));
    }
}

/* Random models */

static void
random_models (void)
{
  if (!has_compiler ())
    return;
  assert_random_models_proved ("c", N_RANDOM);
}

/* Components that no example has: sums that run along an axis, places of elements, and windows that spread them. */
static void
components (void)
{
  static const struct
  {
    RensaComponentKind kind;
    const char *name;
  } rows[] = {
    { RENSA_COMPONENT_FUNCTION, "cumsum" },      { RENSA_COMPONENT_FUNCTION, "cumprod" },
    { RENSA_COMPONENT_FUNCTION, "get_item" },    { RENSA_COMPONENT_FUNCTION, "repeat" },
    { RENSA_COMPONENT_FUNCTION, "flip" },        { RENSA_COMPONENT_FUNCTION, "logsumexp" },

    { RENSA_COMPONENT_LINK, "Deconvolution2D" },
  };

  if (!has_compiler ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_component_proved ("c", rows[i].kind, rows[i].name);
}

/* An entropy does not read the place; what is made of negative scales is no number. */
static void
unread (void)
{
  if (!has_compiler ())
    return;
  assert_proved (document_with_model (
      "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 4}}, {'name': "
      "'entropy', 'type': 'normal_entropy'}, {'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 2}}], 'edges': "
      "[{'from': 'l', 'to': 'entropy:loc'}, {'from': 'l', 'to': 'entropy:scale'}, {'from': 'x', 'to': 'l'}, {'from': "
      "'entropy', 'to': 'out'}]}"));
}

/* Weights that are too many for the program */

static void
weights_beside (void)
{
  g_auto (Case) self = { NULL };
  g_auto (RensaExportProof) proof = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *path = NULL;
  gsize size;

  if (!has_compiler ())
    return;
  case_init (&self, document_with_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', "
                                         "'attrs': {'out_size': 600}}, {'name': 'l2', 'type': 'Linear', 'attrs': "
                                         "{'out_size': 600}}], 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'l1', "
                                         "'to': 'l2'}]}"));
  save (&self);
  path = g_build_filename (self.folder, "net_weights.bin", NULL);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_cmpuint (size, ==, 4 * (2 * 600 + 600 + 600 * 600 + 600));
  text = read_program (&self);
  g_assert_cmpuint (strlen (text), <, 20000);
  find_exporter ("c")->prove (self.document, &self.target, &proof, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (proof.difference, ==, NULL);
}

/* A program that is not right */

static void
spoil (Case *self, const char *node, const char *from, const char *to)
{
  g_autofree char *text = read_program (self);
  g_autofree char *head = g_strdup_printf ("/* %s */", node);
  char *place = strstr (text, head);
  char *code = place != NULL ? strstr (place, from) : NULL;
  g_autoptr (GString) spoiled = g_string_new (NULL);

  g_assert_nonnull (code);
  g_string_append_len (spoiled, text, code - text);
  g_string_append (spoiled, to);
  g_string_append (spoiled, code + strlen (from));
  g_assert_true (g_file_set_contents (self->program, spoiled->str, -1, NULL));
}

/* The first difference names its node, the program bears it, and the report says so. */
static void
spoiled (void)
{
  static const struct
  {
    const char *node;
    const char *from;
    const char *to;
  } mistakes[] = {
    { "l2", "sum +=", "sum -=" },
    { "relu1", "relu (", "1.0000001f * relu (" },
    { "l3", "k < 16", "k < 15" },
    { "prediction", "/= sum", "/= 1.00001f * sum" },
  };

  if (!has_compiler ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_auto (Case) self = { NULL };
      g_autoptr (GError) error = NULL;
      g_autofree char *name = g_strdup_printf ("“%s”", mistakes[i].node);
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      g_autofree char *program = NULL;

      case_init (&self, load_document ("examples/moons.rensa"));
      save (&self);
      spoil (&self, mistakes[i].node, mistakes[i].from, mistakes[i].to);
      g_assert_false (rensa_export_prove (find_exporter ("c"), self.document, &self.target, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, name));
      program = read_program (&self);
      g_assert_true (g_str_has_prefix (program, "/* NOT PROVED: "));
      path = g_build_filename (self.folder, "net_proof.json", NULL);
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_assert_nonnull (strstr (text, "\"holds\": false"));
    }
}

/* What reads memory that nobody wrote, or beyond its end, ends under the sanitizers. */
static void
beyond_the_end (void)
{
  g_auto (Case) self = { NULL };
  g_auto (RensaExportProof) proof = { NULL };
  g_autoptr (GError) error = NULL;

  if (!has_compiler ())
    return;
  case_init (&self, load_document ("examples/moons.rensa"));
  save (&self);
  spoil (&self, "l2", "i1 * 16 + k]", "i1 * 16 + k + 1]");
  g_assert_true (find_exporter ("c")->prove (self.document, &self.target, &proof, &error));
  g_assert_nonnull (proof.difference);
}

/* Names from documents */

static gboolean
compiles (Case *self)
{
  const char *const argv[] = { "cc", "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror",
                               "-c", "net.c",    "-o",    "net.o",   NULL };

  return run_program (self->folder, argv);
}

static void
hostile_names (void)
{
  static const char *const names[] = {
    "*/ int broken; /*",
    "a\\",
    "\n#error no",
    "?\?/",
    "?\?=define x",
    "%s%n",
    "\"",
    "'",
    "while",
    "double",
    "x",
    "w",
    "\u202e reversed",
    "\u2028line",
    "日本語",
    "",
    "9lives",
    "sum",
    "exp",
    "main",
    "/",
    "a/b",
    "#",
    "__LINE__",
  };

  if (!has_compiler ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_auto (Case) self = { NULL };
      g_autoptr (RensaDocument) document = load_document ("examples/moons.rensa");
      struct json_object *json = rensa_document_change (document);

      json_object_object_add (json, "name", json_object_new_string (names[i]));
      case_init (&self, g_steal_pointer (&document));
      save (&self);
      g_test_message ("“%s”", names[i]);
      g_assert_true (compiles (&self));
    }
}

/* A node's name is no path, but else it may be much. */
static void
hostile_nodes (void)
{
  static const char *const names[] = { "while",  "double", "*", "a*b", "??",  "%s%n", "#if 0",
                                       "日本語", "sum",    "w", "y",   "NAN", "9" };

  if (!has_compiler ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *model = g_strdup_printf (
          "{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': '%s', 'type': 'Linear', 'attrs': {'out_size': 2}}, "
          "{'name': 'out', 'type': 'tanh'}], 'edges': [{'from': 'x', 'to': '%s'}, {'from': '%s', 'to': 'out'}]}",
          names[i], names[i], names[i]);
      g_autoptr (RensaDocument) document = document_with_model (model);
      g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, NULL);
      g_auto (Case) self = { NULL };

      g_test_message ("“%s”%s", names[i], builder == NULL ? ": no name of a node" : "");
      if (builder == NULL)
        continue;
      case_init (&self, g_steal_pointer (&document));
      save (&self);
      g_assert_true (compiles (&self));
    }
}

/* From bytes and words to examples, and to the names of classes */

static void
assert_program (Case *self, const char *body)
{
  g_autofree char *path = g_build_filename (self->folder, "use.c", NULL);
  g_autofree char *text =
      g_strdup_printf ("#include <string.h>\n#include \"net.h\"\n\nint\nmain (void)\n{\n%s\n}\n", body);
  const char *const compile[] = { "cc",    "-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror",
                                  "use.c", "net.c",    "-o",    "use",     "-lm",       NULL };

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (run_program (self->folder, compile));
  g_assert_true (run_program (self->folder, (const char *const[]){ "./use", NULL }));
}

static void
bytes_of_pictures (void)
{
  g_auto (Case) self = { NULL };

  if (!has_compiler ())
    return;
  case_init (&self, load_document ("documents/links.rensa"));
  save (&self);
  assert_program (&self, "  static unsigned char bytes[NET_N_X];\n"
                         "  static float x[NET_N_X];\n\n"
                         "  bytes[1] = 255;\n"
                         "  net_take_bytes (bytes, x);\n"
                         "  return !(x[0] == 0 && x[1] == 1);");
}

static RensaDocument *
document_of_data (const char *type, const char *attrs)
{
  g_autofree char *json = g_strdup_printf (
      "{\"format\": 1, \"data\": {\"dataset\": {\"type\": \"%s\", \"attrs\": {%s}}, "
      "\"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 1}}}, "
      "\"model\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"}, {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": "
      "{\"out_size\": 2}}], \"edges\": [{\"from\": \"x\", \"to\": \"l1\"}]}, \"loss\": \"softmax_cross_entropy\", "
      "\"optimizer\": \"SGD\", \"extensions\": []}",
      type, attrs);
  g_autoptr (GError) error = NULL;
  RensaDocument *document = rensa_document_parse (json, -1, "words.rensa", &error);

  g_assert_no_error (error);
  return document;
}

/* Where the data are read with 16 bits a channel, so are pictures that the program is given. */
static void
bytes_of_deep_pictures (void)
{
  g_auto (Case) self = { NULL };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *attrs =
      g_strdup_printf ("\"path\": \"%s\", \"width\": 2, \"height\": 1, \"depth\": \"all_bits\"", folder);

  if (!has_compiler ())
    return;
  for (int i = 0; i < 4; i++)
    {
      g_autofree char *class = g_build_filename (folder, i % 2 == 0 ? "a" : "b", NULL);
      g_autofree char *name = g_strdup_printf ("%d.pgm", i);

      g_mkdir_with_parents (class, 0700);
      test_file_write (class, name, "P5 1 1 65535\n\1\2", 15);
    }
  case_init (&self, document_of_data ("image_folder", attrs));
  save (&self);
  assert_program (&self, "  static unsigned short words[NET_N_X];\n"
                         "  static float x[NET_N_X];\n\n"
                         "  words[1] = 65535;\n"
                         "  net_take_bytes (words, x);\n"
                         "  return !(x[0] == 0 && x[1] == 1);");
  test_folder_remove (folder);
}

static RensaDocument *
document_of_table (const char *path)
{
  g_autofree char *attrs = g_strdup_printf ("\"path\": \"%s\", \"label\": \"kind\"", path);

  return document_of_data ("csv", attrs);
}

/* Words of the data are not code. */
static void
words_of_tables (void)
{
  static const char csv[] = "weight,*/ int x; /*,kind\n1,%s\\,\"a\"\"b\"\n2,?\?/,*/\n3,%s\\,\"a\"\"b\"\n4,?\?/,*/\n";
  g_auto (Case) self = { NULL };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "words.csv", NULL);

  if (!has_compiler ())
    return;
  g_assert_true (g_file_set_contents (path, csv, -1, NULL));
  case_init (&self, document_of_table (path));
  save (&self);
  assert_program (
      &self, "  const int found = net_find_word (1, \"%s\\\\\") >= 0 && net_find_word (1, \"?\\?/\") >= 0;\n\n"
             "  return !(found && net_find_word (1, \"\") == -1 && net_find_word (0, \"1\") == -1\n"
             "           && strcmp (net_name_class (0), \"*/\") == 0 && strcmp (net_name_class (1), \"a\\\"b\") == 0\n"
             "           && strcmp (net_name_class (2), \"\") == 0);");
  test_folder_remove (folder);
}

/* C99 promises no literal of more than 4,095 characters. */
static void
long_words (void)
{
  g_auto (Case) self = { NULL };
  g_autofree char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "words.csv", NULL);
  g_autofree char *word = g_strnfill (5000, 'a');
  g_autofree char *csv = g_strdup_printf ("weight,kind\n1,%s'é\n2,b\n3,%s'é\n4,b\n", word, word);

  if (!has_compiler ())
    return;
  g_assert_true (g_file_set_contents (path, csv, -1, NULL));
  case_init (&self, document_of_table (path));
  save (&self);
  assert_program (&self, "  return !(strlen (net_name_class (0)) == 5003 && net_name_class (0)[5000] == '\\''\n"
                         "           && strcmp (net_name_class (1), \"b\") == 0);");
  test_folder_remove (folder);
}

/* Refusals */

static void
assert_refused (RensaDocument *document, const char *program, gboolean has_weights, const char *words)
{
  g_auto (Case) self = { NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  case_init (&self, document);
  path = g_build_filename (self.folder, program, NULL);
  self.target.path = path;
  if (!has_weights)
    self.target.weights = NULL;
  g_assert_false (rensa_export_save (find_exporter ("c"), self.document, &self.target, &error));
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
refusals (void)
{
  RensaDocument *document;

  assert_refused (load_document ("examples/moons.rensa"), "net.c", FALSE, "--weights");
  assert_refused (load_document ("examples/moons.rensa"), "2.c", TRUE, "“2”");
  assert_refused (load_document ("examples/moons.rensa"), "a\"b.c", TRUE, "letters");
  assert_refused (
      document_with_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', "
                           "'attrs': {'out_size': 2}}, {'name': 'chance', 'type': 'gumbel_softmax'}], 'edges': "
                           "[{'from': 'x', 'to': 'l'}, {'from': 'l', 'to': 'chance'}]}"),
      "net.c", TRUE, "chance");
  assert_refused (document_with_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'l', 'type': 'Linear', "
                                       "'attrs': {'out_size': 2}}, {'name': 'special', 'type': 'digamma'}], 'edges': "
                                       "[{'from': 'x', 'to': 'l'}, {'from': 'l', 'to': 'special'}]}"),
                  "net.c", TRUE, "special: C99 has no function for digamma");
  assert_refused (document_with_model ("{'nodes': [{'name': 'x', 'type': 'Input'}, {'name': 'sum', 'type': 'cumsum', "
                                       "'attrs': {'axis': 0}}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': "
                                       "2}}], 'edges': [{'from': 'x', 'to': 'sum'}, {'from': 'sum', 'to': 'l'}]}"),
                  "net.c", TRUE, "one example at a time");
  document = load_document ("examples/moons.rensa");
  json_object_object_add (rensa_document_change (document), "dtype", json_object_new_string ("float16"));
  assert_refused (document, "net.c", TRUE, "float16");
}

/* Nothing of it is kept between calls, and nothing is allocated. */
static void
plain_c (void)
{
  static const char *const others[] = { "malloc", "calloc", "\nstatic float ", "#include <std", "goto" };
  g_auto (Case) self = { NULL };
  g_autofree char *text = NULL;
  char *main_part;

  case_init (&self, load_document ("examples/own-function.rensa"));
  save (&self);
  text = read_program (&self);
  main_part = strstr (text, "#ifdef NET_MAIN");
  g_assert_nonnull (main_part);
  *main_part = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_null (strstr (text, others[i]));
  g_assert_nonnull (strstr (text, "#include <math.h>"));
  g_assert_nonnull (strstr (text, "The workspace has"));
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/c/documents", documents);
  g_test_add_func ("/exporters/c/random-models", random_models);
  g_test_add_func ("/exporters/c/components", components);
  g_test_add_func ("/exporters/c/unread", unread);
  g_test_add_func ("/exporters/c/weights-beside", weights_beside);
  g_test_add_func ("/exporters/c/spoiled", spoiled);
  g_test_add_func ("/exporters/c/beyond-the-end", beyond_the_end);
  g_test_add_func ("/exporters/c/hostile-names", hostile_names);
  g_test_add_func ("/exporters/c/hostile-nodes", hostile_nodes);
  g_test_add_func ("/exporters/c/bytes-of-pictures", bytes_of_pictures);
  g_test_add_func ("/exporters/c/bytes-of-deep-pictures", bytes_of_deep_pictures);
  g_test_add_func ("/exporters/c/words-of-tables", words_of_tables);
  g_test_add_func ("/exporters/c/long-words", long_words);
  g_test_add_func ("/exporters/c/refusals", refusals);
  g_test_add_func ("/exporters/c/plain-c", plain_c);
  return g_test_run ();
}
