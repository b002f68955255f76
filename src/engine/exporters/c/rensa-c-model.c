/* rensa-c-model.c: the trained model of a document as a program.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-c-model-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-tape-model-private.h"

#define MAX_STEM 64

void
rensa_c_model_clear (RensaCModel *self)
{
  g_clear_pointer (&self->plan, rensa_c_plan_free);
  g_clear_pointer (&self->tape, rensa_tape_free);
  rensa_trained_clear (&self->trained);
  g_clear_pointer (&self->stem, g_free);
  g_clear_pointer (&self->folder, g_free);
}

/* The stem occurs in function names and in file references. */
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
                       N_ ("C functions are named after the file, so “%s” must consist of letters, digits and _, "
                           "cannot start with a digit, and can have at most %d characters"),
                       name, MAX_STEM);
      return FALSE;
    }
  self->stem = g_steal_pointer (&name);
  self->folder = g_path_get_dirname (path);
  return TRUE;
}

gboolean
rensa_c_model_load (RensaCModel *self, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  if (!find_stem (self, target->path, error) || !rensa_trained_load (&self->trained, document, target, "c", error))
    return FALSE;
  self->tape = rensa_tape_new_of_model (self->trained.builder, self->trained.predictor, 1, FALSE, error);
  self->plan = self->tape != NULL ? rensa_c_plan_new (self->tape, error) : NULL;
  return self->plan != NULL && rensa_trained_expect_apart (&self->trained, self->tape->inputs->len, error);
}

char *
rensa_c_model_dup_path (const RensaCModel *self, const char *ending)
{
  g_autofree char *name = g_strconcat (self->stem, ending, NULL);

  return g_str_equal (self->folder, ".") ? g_steal_pointer (&name) : g_build_filename (self->folder, name, NULL);
}
