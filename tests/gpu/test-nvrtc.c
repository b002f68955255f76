/* test-nvrtc.c: NVRTC itself takes each typed formula of the project, with no GPU and without a word.
 * SPDX-License-Identifier: MIT */

#include "all-operations.h"
#include "cuda-formula.h"
#include "rensa-distributions.h"
#include "rensa-formula.h"

#include <string.h>

static const RensaDtype dtypes[] = { RENSA_FLOAT32, RENSA_FLOAT64 };

/* FALSE, with the test skipped, where NVRTC is not installed. */
static gboolean
open_library (RensaCudaApi *api)
{
  *api = (RensaCudaApi){ NULL };
  if (rensa_cuda_load_nvrtc (api))
    return TRUE;
  g_test_skip ("NVRTC is not installed");
  return FALSE;
}

/* Kinds of images. */
#define ELF "\177ELF"

static void
assert_compiles (const RensaCudaApi *api, RensaNvrtcTarget target, const char *source)
{
  g_autofree char *log = NULL;
  g_autoptr (GBytes) image = rensa_nvrtc_compile (api, &target, source, &log);
  g_autofree char *ptx_target = g_strdup_printf (".target sm_%d", target.architecture);

  if (image == NULL || g_strstrip (log)[0] != '\0')
    g_error ("sm_%d: %s\n%s", target.architecture, log, source);
  const char *text = g_bytes_get_data (image, NULL);
  g_assert_cmpint (target.is_exact, ==, memcmp (text, ELF, strlen (ELF)) == 0);
  g_assert_true (target.is_exact || strstr (text, ptx_target) != NULL);
}

/* Code for each, as far as this NVRTC knows them. */
static void
test_all_operations (void)
{
  static const int architectures[] = { 75, 80, 90, 100, 120 };
  RensaCudaApi api;
  RensaNvrtcTarget target;

  if (!open_library (&api))
    return;
  for (int first = 0; first < RENSA_N_OPS; first += RENSA_PROGRAM_MAX_OUTPUTS)
    for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
      {
        AllOperations all;

        all_operations_init (&all, first);
        g_autofree char *source = rensa_formula_print_source (&all.program, dtypes[i]);
        for (guint k = 0; k < G_N_ELEMENTS (architectures); k++)
          if (rensa_nvrtc_choose_target (&api, architectures[k], &target) && target.is_exact)
            assert_compiles (&api, target, source);
      }
}

/* A source of many kernels, which has what they include once. */
typedef struct
{
  GString *source;
  RensaDtype dtype;
  guint n;
} Collection;

static void
add_formula (Collection *self, RensaFormula *formula)
{
  g_autofree char *source = rensa_formula_print_source (rensa_formula_get_program (formula), self->dtype);
  g_autofree char *name = g_strdup_printf ("(formula%u,", self->n++);
  g_auto (GStrv) parts = NULL;

  g_assert_nonnull (source);
  parts = g_strsplit (source, "(formula,", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_string_append_printf (self->source, "%s%s%s", parts[0], name, parts[1]);
}

/* The formula, and that of its gradients. */
static void
add_text (Collection *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaFormula) formula = rensa_formula_get (&(RensaFormulaText){ .formula = text }, &error);

  g_assert_no_error (error);
  add_formula (self, formula);
  const guint64 inputs = (G_GUINT64_CONSTANT (1) << rensa_formula_get_n_inputs (formula)) - 1;
  const guint64 outputs = (G_GUINT64_CONSTANT (1) << rensa_formula_get_n_outputs (formula)) - 1;
  const RensaDerivative *derivative = rensa_formula_derive (formula, inputs, outputs, &error);
  g_assert_no_error (error);
  if (derivative->formula != NULL)
    add_formula (self, derivative->formula);
}

/* Those of the documents in @folder. */
static void
add_documents (Collection *self, const char *folder)
{
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GRegex) regex = g_regex_new ("\"formula\": \"([^\"]+)\"", G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT, NULL);
  const char *name;

  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (GMatchInfo) match = NULL;

      if (!g_str_has_suffix (name, ".rensa"))
        continue;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      for (g_regex_match (regex, text, G_REGEX_MATCH_DEFAULT, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *formula = g_match_info_fetch (match, 1);

          add_text (self, formula);
        }
    }
}

static void
add_distributions (Collection *self)
{
  for (guint i = 0; i < rensa_n_distributions_classes; i++)
    {
      const RensaDistributionClass *class = rensa_distributions_classes[i];

      for (guint k = 0; k < class->n_members; k++)
        if (class->members[k].formula != NULL)
          add_text (self, class->members[k].formula);
    }
}

/* Formulas of the examples, of the exporter's tests and of all distributions. */
static void
test_formulas (void)
{
  g_autofree char *examples = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_autofree char *documents = g_test_build_filename (G_TEST_DIST, "exporters", "chainer", "documents", NULL);
  RensaCudaApi api;

  if (!open_library (&api))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      Collection collection = { g_string_new (NULL), dtypes[i], 0 };

      add_documents (&collection, examples);
      add_documents (&collection, documents);
      add_distributions (&collection);
      g_test_message ("%u formulas", collection.n);
      assert_compiles (&api, (RensaNvrtcTarget){ 75, FALSE }, collection.source->str);
      g_string_free (collection.source, TRUE);
    }
}

/* What is wrong is said. */
static void
test_mistake (void)
{
  const RensaNvrtcTarget target = { 80, FALSE };
  RensaCudaApi api;

  if (!open_library (&api))
    return;
  g_autofree char *log = NULL;
  g_autoptr (GBytes) image = rensa_nvrtc_compile (&api, &target, "\n\nfloat x = y;\n", &log);
  g_assert_null (image);
  g_assert_nonnull (strstr (log, "formula.cu(3): error"));
}

/* Three architectures, as nvrtcGetSupportedArchs () tells them. */
static int known_architectures[] = { 75, 80, 90 };
static int version;

static RensaCudaStatus
get_version (int *major, int *minor)
{
  *major = 13;
  *minor = version;
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
count_architectures (int *n)
{
  *n = G_N_ELEMENTS (known_architectures);
  return RENSA_CUDA_SUCCESS;
}

static RensaCudaStatus
list_architectures (int *architectures)
{
  memcpy (architectures, known_architectures, sizeof known_architectures);
  return RENSA_CUDA_SUCCESS;
}

static const RensaCudaApi small_api = {
  .nvrtcVersion = get_version,
  .nvrtcGetNumSupportedArchs = count_architectures,
  .nvrtcGetSupportedArchs = list_architectures,
};

static void
test_target (void)
{
  static const struct
  {
    int device;
    RensaNvrtcTarget target;
  } cases[] = { { 75, { 75, TRUE } }, { 86, { 80, FALSE } }, { 90, { 90, TRUE } }, { 120, { 90, FALSE } } };
  const RensaCudaApi none = { NULL };
  RensaNvrtcTarget target;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (rensa_nvrtc_choose_target (&small_api, cases[i].device, &target));
      g_assert_cmpint (target.architecture, ==, cases[i].target.architecture);
      g_assert_cmpint (target.is_exact, ==, cases[i].target.is_exact);
    }
  g_assert_false (rensa_nvrtc_choose_target (&small_api, 70, &target));
  g_assert_false (rensa_nvrtc_choose_target (&none, 90, &target));
}

/* All that an image depends on. */
static void
test_key (void)
{
  const RensaNvrtcTarget code = { 90, TRUE };
  const RensaNvrtcTarget ptx = { 90, FALSE };
  const RensaNvrtcTarget other = { 80, TRUE };
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *again = rensa_nvrtc_make_key (&small_api, &code, "a");

  g_hash_table_add (keys, rensa_nvrtc_make_key (&small_api, &code, "a"));
  g_assert_true (g_hash_table_contains (keys, again));
  g_assert_cmpuint (strlen (again), ==, 64);
  g_hash_table_add (keys, rensa_nvrtc_make_key (&small_api, &code, "b"));
  g_hash_table_add (keys, rensa_nvrtc_make_key (&small_api, &ptx, "a"));
  g_hash_table_add (keys, rensa_nvrtc_make_key (&small_api, &other, "a"));
  version++;
  g_hash_table_add (keys, rensa_nvrtc_make_key (&small_api, &code, "a"));
  g_assert_cmpuint (g_hash_table_size (keys), ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/nvrtc/all-operations", test_all_operations);
  g_test_add_func ("/gpu/nvrtc/formulas", test_formulas);
  g_test_add_func ("/gpu/nvrtc/mistake", test_mistake);
  g_test_add_func ("/gpu/nvrtc/target", test_target);
  g_test_add_func ("/gpu/nvrtc/key", test_key);
  return g_test_run ();
}
