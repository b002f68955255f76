/* rensa-c-model.c: the trained model of a document, as a program.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-c-model-private.h"
#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-tape-model-private.h"
#include "rensa-weights.h"

#define MAX_STEM 64

void
rensa_c_model_clear (RensaCModel *self)
{
  g_clear_pointer (&self->plan, rensa_c_plan_free);
  g_clear_pointer (&self->tape, rensa_tape_free);
  g_clear_pointer (&self->model, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
  g_clear_pointer (&self->stem, g_free);
  g_clear_pointer (&self->folder, g_free);
}

/* Functions are called by it, and files name each other. */
static gboolean
find_stem (RensaCModel *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot = strrchr (name, '.');

  if (dot != NULL)
    *dot = '\0';
  if (strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != strlen (name)
      || name[0] == '\0' || g_ascii_isdigit (name[0]) || strlen (name) > MAX_STEM)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("Functions of C are called by the name of the file, so “%s” may have letters, digits and _ "
                           "alone, begin with no digit, and be no longer than %d"),
                       name, MAX_STEM);
      return FALSE;
    }
  self->stem = g_steal_pointer (&name);
  self->folder = g_path_get_dirname (path);
  return TRUE;
}

static gboolean
load (RensaCModel *self, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  g_autofree char *weights = rensa_export_find_weights (document, target);

  if (weights == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("A C program holds a trained model, and nothing says which: --weights names its file"));
      return FALSE;
    }
  self->builder = rensa_builder_new (document, target->dataset_root, error);
  self->model = self->builder != NULL ? rensa_builder_make_model (self->builder, error) : NULL;
  if (self->model == NULL || !rensa_weights_load (self->model, weights, error))
    return FALSE;
  self->predictor = rensa_builder_find_predictor (self->builder, self->model, error);
  return self->predictor != NULL;
}

gboolean
rensa_c_model_load (RensaCModel *self, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  if (!find_stem (self, target->path, error) || !load (self, document, target, error))
    return FALSE;
  self->tape = rensa_tape_new_of_model (self->builder, self->predictor, error);
  self->plan = self->tape != NULL ? rensa_c_plan_new (self->tape, error) : NULL;
  return self->plan != NULL;
}

char *
rensa_c_model_dup_path (const RensaCModel *self, const char *ending)
{
  g_autofree char *name = g_strconcat (self->stem, ending, NULL);

  return g_str_equal (self->folder, ".") ? g_steal_pointer (&name) : g_build_filename (self->folder, name, NULL);
}
