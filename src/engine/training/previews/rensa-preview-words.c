/* rensa-preview-words.c: word vectors in previews.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-words.h"

#include <math.h>
#include <string.h>

#include "rensa-accumulator-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

static gboolean
refuse (RensaExtension *extension, const char *link, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: the first parameter of “%s” does not have one row per word of the vocabulary"),
                   RENSA_COMPONENT (rensa_extension_get_class (extension))->name, link);
  return FALSE;
}

static gboolean
refuse_data (RensaExtension *extension, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: expected data with a vocabulary, but this data has none"),
                   RENSA_COMPONENT (rensa_extension_get_class (extension))->name);
  return FALSE;
}

static void
normalize (RensaPreviewWords *self)
{
  for (gint64 i = 0; i < self->n_words; i++)
    {
      double *row = self->vectors + i * self->size;
      double sum = 0;

      for (gint64 j = 0; j < self->size; j++)
        sum += row[j] * row[j];
      for (gint64 j = 0; sum > 0 && j < self->size; j++)
        row[j] /= sqrt (sum);
    }
}

gboolean
rensa_preview_words_read (RensaPreviewWords *self, RensaExtension *extension, RensaLink *target, const char *path,
                          GError **error)
{
  RensaLink *link = rensa_link_find (target, path);
  RensaVariable *param = link != NULL ? rensa_preview_get_first_param (link) : NULL;
  RensaArray *array = param != NULL ? rensa_variable_get_array (param) : NULL;
  const RensaShape *shape = array != NULL ? rensa_array_get_shape (array) : NULL;

  self->names = rensa_extension_get_label_names (extension);
  if (self->names == NULL)
    return refuse_data (extension, error);
  if (shape == NULL || shape->ndim != 2 || shape->dims[0] < (gint64) g_strv_length ((char **) self->names))
    return refuse (extension, path, error);
  self->n_words = g_strv_length ((char **) self->names);
  self->size = shape->dims[1];
  self->vectors = rensa_preview_dup_numbers (array, error);
  if (self->vectors == NULL)
    return FALSE;
  normalize (self);
  return TRUE;
}

void
rensa_preview_words_clear (RensaPreviewWords *self)
{
  g_clear_pointer (&self->vectors, g_free);
}

char **
rensa_preview_words_list (const RensaPreviewWords *self, const char *list, gint64 n)
{
  char **names;

  if (list != NULL)
    return rensa_split_names (list);
  names = g_new0 (char *, MIN (n, self->n_words) + 1);
  for (gint64 i = 0; i < MIN (n, self->n_words); i++)
    names[i] = g_strdup (self->names[i]);
  return names;
}

gint64
rensa_preview_words_find (const RensaPreviewWords *self, const char *name)
{
  for (gint64 i = 0; i < self->n_words; i++)
    if (strcmp (self->names[i], name) == 0)
      return i;
  return -1;
}

gboolean
rensa_preview_has_rows (RensaLink *link, gint64 n_words)
{
  RensaVariable *param = rensa_link_get_n_children (link) == 0 ? rensa_preview_get_first_param (link) : NULL;
  RensaArray *array = param != NULL ? rensa_variable_get_array (param) : NULL;

  return array != NULL && rensa_array_get_ndim (array) == 2 && rensa_array_get_shape (array)->dims[0] == n_words;
}

typedef struct
{
  gint64 n_words;
  char *path;
} Search;

/* Stops at the first link with a row for each word. */
static gboolean
find_rows (const char *path, RensaLink *link, gpointer data, GError **error)
{
  Search *search = data;

  if (!rensa_preview_has_rows (link, search->n_words))
    return TRUE;
  search->path = rensa_link_dup_path (link);
  return FALSE;
}

gboolean
rensa_preview_words_suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  Search search = { 0 };
  gboolean ok;

  if (!rensa_preview_is_of_language (subject))
    return FALSE;
  search.n_words = g_strv_length ((char **) subject->label_names);
  rensa_link_foreach_link (subject->target, find_rows, &search, NULL);
  ok = search.path != NULL && rensa_attrs_set_text (found, "link", search.path, NULL);
  g_free (search.path);
  return ok;
}
