/* rensa-picture-list.c: pictures listed in a file, with a class or a value each.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-picture-files-private.h"
#include "rensa-table-private.h"
#include "rensa-wording.h"

/* Number of rows between checks for cancellation. */
#define CHUNK 4096
/* Maximum number of classes; no network has more class outputs. */
#define MOST_CLASSES (1 << 20)
/* Maximum length of a name in bytes: some systems support no longer ones, and they are unsuitable
 * for messages. */
#define MOST_NAME 1024

/* @texts: labels, one per file; or none. @lines: line numbers of the files in the list. */
typedef struct
{
  RensaPictureFiles *files;
  char *list; /* displayed name */
  GPtrArray *texts;
  GArray *lines;
  char delimiter;
} List;

static void
list_clear (List *self)
{
  g_clear_pointer (&self->list, g_free);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->lines, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (List, list_clear)

static guint
get_line (const List *self, guint i)
{
  return g_array_index (self->lines, guint, i);
}

static char *
quote_label (const List *self, guint i)
{
  return rensa_excerpt (self->texts->pdata[i]);
}

/* Chooses the first delimiter that occurs in the first line; if none does, a tab, which no name contains. */
static gboolean
guess_delimiter (List *self, RensaText *text, GError **error)
{
  static const char delimiters[] = { '\t', ';', ',' };
  g_autofree char *sample = g_malloc (RENSA_TEXT_BLOCK);
  const gssize n = rensa_text_read (text, sample, error);
  gsize end = 0;

  while ((gssize) end < n && sample[end] != '\n' && sample[end] != '\r')
    end++;
  self->delimiter = '\t';
  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (memchr (sample, delimiters[i], end) != NULL)
      {
        self->delimiter = delimiters[i];
        break;
      }
  return n >= 0;
}

/* Splits off the label of a row separated by blanks only: the text after the last blank; NULL if
 * that is the end of a name with blanks in it. */
static char *
cut_label (char *name)
{
  char *label = strrchr (name, ' ');

  if (label == NULL || rensa_picture_is_name (label))
    return NULL;
  *label = '\0';
  g_strchomp (name);
  return label + 1;
}

static gboolean
fail_row (const List *self, guint line, guint n_fields, GError **error)
{
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("%s, line %u: expected an image name and a label, but the row has %u values"), self->list, line,
                   n_fields);
  return FALSE;
}

/* Returns TRUE if the row contains column names. */
static gboolean
is_heading (const List *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->files->folder, name, NULL);

  return !rensa_picture_is_name (name) && !g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
add_row (List *self, RensaTable *table, gboolean is_first, GError **error)
{
  const guint n_fields = rensa_table_get_n_fields (table);
  const guint line = rensa_table_get_line (table);
  g_autofree char *name = g_strdup (rensa_table_get_fields (table)[0]);
  const char *label = n_fields > 1 ? rensa_table_get_fields (table)[1] : cut_label (name);

  if (is_first && is_heading (self, name))
    return TRUE;
  if (n_fields > 2 || name[0] == '\0' || (label != NULL && label[0] == '\0')
      || (self->files->files->len > 0 && (label != NULL) != (self->texts->len > 0)))
    return fail_row (self, line, n_fields, error);
  if (strlen (name) > MOST_NAME)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s, line %u: an image name can have at most %d bytes, but has %lu"), self->list, line,
                       MOST_NAME, (gulong) strlen (name));
      return FALSE;
    }

  if (label != NULL)
    g_ptr_array_add (self->texts, g_strdup (label));
  g_array_append_val (self->lines, line);
  rensa_picture_files_add (self->files, g_steal_pointer (&name), 0, 0);
  return TRUE;
}

static gboolean
read_rows (List *self, RensaTable *table, GCancellable *cancellable, GError **error)
{
  gboolean is_there;

  for (guint i = 0; rensa_table_next (table, &is_there, error); i++)
    if (!is_there)
      return TRUE;
    else if (!add_row (self, table, i == 0, error))
      return FALSE;
    else if (i % CHUNK == 0 && g_cancellable_is_cancelled (cancellable))
      {
        rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("reading the data was cancelled"));
        return FALSE;
      }
  return FALSE;
}

/* Sets @is_other if the file may have the Windows encoding instead. */
static gboolean
read_as (List *self, const char *path, RensaEncoding encoding, GCancellable *cancellable, gboolean *is_other,
         GError **error)
{
  g_autoptr (RensaText) sample = rensa_text_open (path, encoding, error);
  g_autoptr (RensaTable) table = NULL;
  RensaText *text;

  *is_other = FALSE;
  if (sample == NULL)
    return FALSE;
  if (!guess_delimiter (self, sample, error))
    {
      *is_other = rensa_text_is_perhaps_other (sample);
      return FALSE;
    }
  text = rensa_text_open (path, encoding, error);
  if (text == NULL)
    return FALSE;
  table = rensa_table_new (self->list, text, self->delimiter);
  if (read_rows (self, table, cancellable, error))
    return TRUE;
  *is_other = rensa_text_is_perhaps_other (text);
  return FALSE;
}

static gboolean
read_list (List *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) why = NULL;
  gboolean is_other;

  if (read_as (self, path, RENSA_ENCODING_AUTO, cancellable, &is_other, &why))
    return TRUE;
  if (!is_other)
    {
      g_propagate_error (error, g_steal_pointer (&why));
      return FALSE;
    }
  g_array_set_size (self->files->files, 0);
  g_ptr_array_set_size (self->texts, 0);
  g_array_set_size (self->lines, 0);
  return read_as (self, path, RENSA_ENCODING_WINDOWS_1252, cancellable, &is_other, error);
}

/* Converts all labels to numbers; if that fails, @bad is the first one that is not a number. */
static gboolean
read_numbers (const List *self, char decimal, guint *bad)
{
  const RensaNumberForm form = { .decimal = decimal };

  for (*bad = 0; *bad < self->texts->len; ++*bad)
    if (!rensa_number_parse (self->texts->pdata[*bad], &form,
                             &g_array_index (self->files->files, RensaPictureFile, *bad).label))
      return FALSE;
  return TRUE;
}

/* Tries a decimal point and, unless commas separate columns, a decimal comma. */
static gboolean
are_numbers (const List *self, guint *bad)
{
  return read_numbers (self, '.', bad) || (self->delimiter != ',' && read_numbers (self, ',', bad));
}

/* Returns the first label that cannot be a class; the number of files if there is none. */
static guint
find_value (const List *self)
{
  guint i = 0;

  while (i < self->files->files->len)
    {
      const double label = g_array_index (self->files->files, RensaPictureFile, i).label;

      if (label < 0 || label != floor (label))
        break;
      i++;
    }
  return i;
}

static gboolean
fail_large_class (const List *self, guint i, GError **error)
{
  g_autofree char *label = quote_label (self, i);

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: a class number can be at most %d, found %s"),
                   self->list, get_line (self, i), MOST_CLASSES - 1, label);
  return FALSE;
}

static gboolean
fail_number (const List *self, guint i, GError **error)
{
  g_autofree char *label = quote_label (self, i);

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: expected a number, found “%s”"), self->list,
                   get_line (self, i), label);
  return FALSE;
}

static gboolean
fail_class (const List *self, guint i, GError **error)
{
  g_autofree char *label = quote_label (self, i);

  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: no training images for class “%s”"), self->list,
                   get_line (self, i), label);
  return FALSE;
}

/* Takes the classes of the training pictures if there are any; otherwise, the largest label
 * determines their number. */
static gboolean
take_numbered_classes (List *self, const RensaPictureLabels *like, GError **error)
{
  RensaPictureLabels *labels = &self->files->labels;
  const double most = like != NULL ? (double) like->n_classes : MOST_CLASSES;

  for (guint i = 0; i < self->files->files->len; i++)
    {
      const double label = g_array_index (self->files->files, RensaPictureFile, i).label;

      if (label >= most && like != NULL)
        return fail_class (self, i, error);
      if (label >= most)
        return fail_large_class (self, i, error);
      labels->n_classes = MAX (labels->n_classes, (gint64) label + 1);
    }
  if (like != NULL)
    labels->n_classes = like->n_classes;
  return TRUE;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns the distinct words, sorted. */
static GPtrArray *
sort_classes (const List *self)
{
  GPtrArray *classes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->texts->len; i++)
    if (g_hash_table_add (seen, self->texts->pdata[i]))
      g_ptr_array_add (classes, g_strdup (self->texts->pdata[i]));
  g_ptr_array_sort (classes, compare_words);
  return classes;
}

static gboolean
take_named_classes (List *self, const RensaPictureLabels *like, GError **error)
{
  RensaPictureLabels *labels = &self->files->labels;
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);

  labels->classes = like != NULL ? g_ptr_array_ref (like->classes) : sort_classes (self);
  labels->n_classes = labels->classes->len;
  for (guint i = 0; i < labels->classes->len; i++)
    g_hash_table_insert (numbers, labels->classes->pdata[i], GUINT_TO_POINTER (i));
  for (guint i = 0; i < self->texts->len; i++)
    {
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, self->texts->pdata[i], NULL, &number))
        return fail_class (self, i, error);
      g_array_index (self->files->files, RensaPictureFile, i).label = GPOINTER_TO_UINT (number);
    }
  return TRUE;
}

static RensaLabelKind
get_kind (const List *self, gboolean are_all_numbers, gboolean as_values)
{
  if (self->texts->len == 0)
    return RENSA_LABELS_NONE;
  if (as_values || (are_all_numbers && find_value (self) < self->texts->len))
    return RENSA_LABELS_VALUES;

  return RENSA_LABELS_CLASSES;
}

/* Test labels must be of the same kind as the training labels. */
static gboolean
set_kind (List *self, RensaLabelKind found, const RensaPictureLabels *like, GError **error)
{
  const RensaLabelKind kind = like != NULL ? like->kind : found;

  self->files->labels.kind = kind;
  if ((kind == RENSA_LABELS_NONE) == (found == RENSA_LABELS_NONE))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   kind == RENSA_LABELS_NONE
                       ? N_ ("%s, line %u: found a label, but the training images have none")
                       : N_ ("%s, line %u: the label is missing, but the training images have labels"),
                   self->list, get_line (self, 0));
  return FALSE;
}

static gboolean
take_labels (List *self, gboolean as_values, const RensaPictureLabels *like, GError **error)
{
  guint bad;
  const gboolean are_all_numbers = are_numbers (self, &bad);
  const gboolean are_named = like != NULL ? like->classes != NULL : !are_all_numbers;

  if (!set_kind (self, get_kind (self, are_all_numbers, as_values), like, error))
    return FALSE;
  if (self->files->labels.kind == RENSA_LABELS_NONE)
    return TRUE;
  if (self->files->labels.kind == RENSA_LABELS_CLASSES && are_named)
    return take_named_classes (self, like, error);
  if (!are_all_numbers)
    return fail_number (self, bad, error);
  if (self->files->labels.kind == RENSA_LABELS_VALUES)
    return TRUE;
  if (find_value (self) < self->texts->len)
    return fail_class (self, find_value (self), error);

  return take_numbered_classes (self, like, error);
}

static gboolean
is_any_there (const List *self)
{
  gboolean is_there = FALSE;

  for (guint i = 0; i < self->files->files->len && !is_there; i++)
    {
      g_autofree char *path = rensa_picture_files_dup_path (self->files, i);

      is_there = g_file_test (path, G_FILE_TEST_EXISTS);
    }
  return is_there;
}

/* Detects a list with a wrong folder immediately, not when a batch is read. */
static gboolean
check_files (const List *self, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;

  if (self->files->files->len == 0)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s lists no images"), self->list);
      return FALSE;
    }
  if (is_any_there (self))
    return TRUE;
  path = rensa_picture_files_dup_path (self->files, 0);
  shown = rensa_file_dup_shown_name (path);
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("%s, line %u: file “%s” does not exist"), self->list, get_line (self, 0),
                   shown);
  return FALSE;
}

gboolean
rensa_picture_files_read_list (RensaPictureFiles *self, const char *list, const char *folder, gboolean as_values,
                               const RensaPictureLabels *like, GCancellable *cancellable, GError **error)
{
  g_auto (List) reading = {
    .files = self,
    .list = rensa_file_dup_shown_name (list),
    .texts = g_ptr_array_new_with_free_func (g_free),
    .lines = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  rensa_picture_files_init (self, list, folder);
  return read_list (&reading, list, cancellable, error) && check_files (&reading, error)
         && take_labels (&reading, as_values, like, error);
}
