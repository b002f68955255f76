/* test-export-components.c: each component in a model of its own, written as an ONNX file and read again.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "arrays.h"
#include "export-fixture.h"
#include "random-models.h"
#include "rensa-function.h"
#include "rensa-importer.h"
#include "rensa-link.h"
#include "rensa-npz.h"

#define N_EXAMPLES 3
/* Ways to begin a model, and how many of them are tried that fit. */
#define N_BEGINNINGS 5
#define N_TRIED 1
/* float32, and another order of sums */
#define TOLERANCE 1e-4

typedef struct
{
  RensaDocument *document;
  RensaBuilder *builder;
  RensaLink *model;
  char *folder;
  char *weights;
  char *file;
} Fixture;

static void
fixture_init (Fixture *self, RensaDocument *document, GError **error)
{
  *self = (Fixture){ .document = document, .folder = test_folder_new () };
  self->weights = g_build_filename (self->folder, "model.npz", NULL);
  self->file = g_build_filename (self->folder, "model.onnx", NULL);
  self->builder = rensa_builder_new (document, NULL, error);
  self->model = self->builder != NULL ? rensa_builder_make_model (self->builder, error) : NULL;
}

static void
fixture_clear (Fixture *self)
{
  g_clear_pointer (&self->model, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
  rensa_document_unref (self->document);
  test_folder_free (self->folder);
  g_free (self->weights);
  g_free (self->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
compare (const char *name, RensaArray *found, RensaArray *expected)
{
  g_autofree double *a = get_values (found);
  g_autofree double *b = get_values (expected);

  if (!rensa_shape_equal (rensa_array_get_shape (found), rensa_array_get_shape (expected)))
    {
      g_autofree char *ours = rensa_shape_to_string (rensa_array_get_shape (expected));
      g_autofree char *theirs = rensa_shape_to_string (rensa_array_get_shape (found));

      g_test_fail_printf ("%s: the shape %s, and %s in the file", name, ours, theirs);
      return;
    }
  for (gint64 i = 0; i < rensa_array_get_count (found); i++)
    if (a[i] != b[i] && !(fabs (a[i] - b[i]) <= TOLERANCE * fmax (1, fabs (b[i]))) && !(isnan (a[i]) && isnan (b[i])))
      {
        g_test_fail_printf ("%s: %g, and %g in the file", name, b[i], a[i]);
        return;
      }
}

/* For the first @n examples the file answers what the builder does. FALSE with an error where it takes no batch of them. */
static gboolean
check_examples (const char *name, Fixture *self, RensaImported *imported, gint64 n, GError **error)
{
  const gint64 first[N_EXAMPLES] = { 0, 1, 2 };
  RensaLink *predictor = rensa_builder_find_predictor (self->builder, self->model, NULL);
  g_autoptr (RensaArray) x = rensa_dataset_get_field (rensa_builder_get_train (self->builder), 0, first, n, NULL);
  g_autoptr (RensaArray) expected = rensa_builder_ask (self->builder, predictor, &x, 1, NULL);
  g_autoptr (RensaArray) found = NULL;

  g_assert_nonnull (expected);
  if (!rensa_imported_ask (imported, &x, &found, error))
    return FALSE;
  compare (name, found, expected);
  return TRUE;
}

/* A file may be for one example at a time. */
static void
check_answers (const char *name, Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = rensa_import (self->file, &error);

  /* The one operator that is written, but not read. */
  if (imported == NULL && strstr (error->message, "(GridSample, ") != NULL)
    return;
  if (imported == NULL)
    {
      g_test_fail_printf ("%s: %s", name, error->message);
      return;
    }
  rensa_builder_give_logits (self->builder);
  if (check_examples (name, self, imported, N_EXAMPLES, &error))
    return;
  if (strstr (error->message, "must have the shape (1, ") == NULL)
    {
      g_test_fail_printf ("%s: %s", name, error->message);
      return;
    }
  g_clear_error (&error);
  check_examples (name, self, imported, 1, &error);
  g_assert_no_error (error);
}

/* FALSE where the file is refused, with a sentence that names the node. */
static gboolean
check_document (const char *name, RensaDocument *document)
{
  g_autoptr (GError) error = NULL;
  g_auto (Fixture) self = { NULL };
  RensaExportTarget target = { .gives_logits = TRUE };

  fixture_init (&self, document, &error);
  if (self.model == NULL)
    return FALSE;
  rensa_save_npz (self.weights, rensa_link_serialize, self.model, FALSE, &error);
  g_assert_no_error (error);
  target.path = self.file;
  target.weights = self.weights;
  if (rensa_export_save (find_exporter ("onnx"), document, &target, &error))
    {
      check_answers (name, &self);
      return TRUE;
    }
  g_test_message ("%s: %s", name, error->message);
  if (!g_regex_match_simple ("^(model\\.nodes\\.|predictor/)?n\\d+: ", error->message, 0, 0))
    g_test_fail_printf ("%s: “%s” names no node", name, error->message);
  return FALSE;
}

/* The gradient of a value with respect to itself does not depend on the input, and has no batch in a file. */
static gboolean
is_node (RensaComponentKind kind, const RensaComponent *component)
{
  return component->group != NULL && !g_str_equal (component->name, "gradient")
         && (kind == RENSA_COMPONENT_LINK || rensa_function_can_be_node ((const RensaFunctionClass *) component));
}

static guint
check_component (const RensaComponent *component)
{
  guint n_tried = 0;
  guint n_written = 0;

  for (guint seed = 0; seed < N_BEGINNINGS && n_tried < N_TRIED; seed++)
    {
      RensaDocument *document = make_document_of (component, seed);

      if (document == NULL)
        continue;
      n_tried++;
      n_written += check_document (component->name, document);
    }
  return n_written;
}

static void
check_all (RensaComponentKind kind, guint n_least)
{
  guint n;
  guint n_written = 0;
  const RensaComponent *const *list = rensa_registry_list (kind, &n);

  for (guint i = 0; i < n; i++)
    if (is_node (kind, list[i]))
      n_written += check_component (list[i]);
  g_test_message ("%u models are written", n_written);
  g_assert_cmpuint (n_written, >=, n_least);
}

static void
functions (void)
{
  check_all (RENSA_COMPONENT_FUNCTION, 180);
}

static void
links (void)
{
  check_all (RENSA_COMPONENT_LINK, 20);
}

int
main (int argc, char **argv)
{
  export_tests_init (&argc, &argv);
  g_test_add_func ("/exporters/components/functions", functions);
  g_test_add_func ("/exporters/components/links", links);
  return g_test_run ();
}
