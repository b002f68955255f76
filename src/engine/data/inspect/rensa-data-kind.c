/* rensa-data-kind.c: choice of the data set for a file.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-kind.h"

#include <string.h>

#include "rensa-file.h"
#include "rensa-picture.h"

/* Used for both prose and tables. */
#define SHARED_ENDING ".txt"
#define MOST_BYTES 65536
#define MOST_LINES 8
/* Parts, classes, files. */
#define FOLDER_DEPTH 2

const RensaAttrSpec *
rensa_data_kind_find_path (const RensaComponent *component)
{
  for (guint i = 0; i < component->n_attrs; i++)
    if (component->attrs[i].is_path)
      return &component->attrs[i];
  return NULL;
}

static guint
count (const char *line, char separator)
{
  guint n = 0;

  for (; *line != '\0'; line++)
    n += *line == separator;
  return n;
}

/* Requires at least two lines with the same number of separators. */
static gboolean
has_columns (char **lines, guint n_lines, char separator)
{
  const guint n = n_lines > 0 ? count (lines[0], separator) : 0;

  for (guint i = 1; i < n_lines; i++)
    if (count (lines[i], separator) != n)
      return FALSE;
  return n > 0 && n_lines > 1;
}

/* Counts the words separated by spaces, and the numbers among them; quoted words may contain spaces. */
static guint
count_words (const char *line, guint *n_numbers)
{
  guint n = 0;

  *n_numbers = 0;
  for (line += strspn (line, " \t\r"); *line != '\0'; line += strspn (line, " \t\r"))
    {
      const char *quote = *line == '"' ? strchr (line + 1, '"') : NULL;
      const char *end = quote != NULL ? quote + 1 : line + strcspn (line, " \t\r");
      char *rest;

      g_ascii_strtod (line, &rest);
      *n_numbers += rest == end;
      n++;
      line = end;
    }
  return n;
}

/* Requires at least two lines with the same number of words, at least half of them numbers, except
 * for column names in the first line. */
static gboolean
has_numbers (char **lines, guint n_lines)
{
  guint n_numbers;
  const guint n = n_lines > 1 ? count_words (lines[0], &n_numbers) : 0;

  for (guint i = 1; i < n_lines; i++)
    if (count_words (lines[i], &n_numbers) != n || 2 * n_numbers < n)
      return FALSE;
  return n > 1;
}

/* Returns the first lines that are neither empty nor comments. */
static char **
read_lines (GFile *file)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  g_autofree char *bytes = g_malloc0 (MOST_BYTES + 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  gsize n_bytes = 0;
  guint n = 0;

  if (stream != NULL)
    g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, MOST_BYTES, &n_bytes, NULL, NULL);
  all = g_strsplit (bytes, "\n", -1);
  /* The last line may be truncated or empty. */
  for (guint i = 0; all[i] != NULL && all[i + 1] != NULL && n < MOST_LINES; i++)
    if (all[i][strspn (all[i], " \t\r")] != '\0' && all[i][0] != '#')
      {
        g_strv_builder_add (builder, all[i]);
        n++;
      }
  return g_strv_builder_end (builder);
}

static gboolean
looks_like_table (GFile *file)
{
  g_auto (GStrv) lines = read_lines (file);
  const guint n = g_strv_length (lines);

  return has_columns (lines, n, ',') || has_columns (lines, n, ';') || has_columns (lines, n, '\t')
         || has_numbers (lines, n);
}

static gboolean
has_ending (const RensaDatasetClass *dataset, const char *name)
{
  for (guint i = 0; dataset->endings != NULL && dataset->endings[i] != NULL; i++)
    if (g_str_has_suffix (name, dataset->endings[i]))
      return TRUE;
  return FALSE;
}

/* Returns the extension of the first text or picture in the folder or in its subfolders, down to
 * @depth levels; NULL if there is none. */
static char *
find_ending (GFile *folder, int depth)
{
  g_autoptr (GFileEnumerator) entries = g_file_enumerate_children (
      folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  char *ending = NULL;
  GFileInfo *info;
  GFile *child;

  while (entries != NULL && ending == NULL && g_file_enumerator_iterate (entries, &info, &child, NULL, NULL)
         && info != NULL)
    {
      const char *name = g_file_info_get_name (info);
      const char *dot = strrchr (name, '.');

      if (name[0] == '.')
        continue;
      if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
        ending = depth > 0 ? find_ending (child, depth - 1) : NULL;
      else if (dot != NULL && (g_ascii_strcasecmp (dot, SHARED_ENDING) == 0 || rensa_picture_is_name (name)))
        ending = g_ascii_strdown (dot, -1);
    }
  return ending;
}

/* Returns TRUE if the data set requires a folder: for @is_text, of texts, which have tokens,
 * otherwise of other files. */
static gboolean
takes_folder (const RensaDatasetClass *dataset, gboolean is_text)
{
  const RensaComponent *component = RENSA_COMPONENT (dataset);
  const RensaAttrSpec *spec = rensa_data_kind_find_path (component);

  return spec != NULL && spec->is_folder && spec->required
         && (rensa_component_find_attr (component, "tokens") != NULL) == is_text;
}

const RensaDatasetClass *
rensa_data_kind_find (GFile *file)
{
  const gboolean is_folder = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY;
  const char *path = g_file_peek_path (file);
  g_autofree char *ending = is_folder ? find_ending (file, FOLDER_DEPTH) : NULL;
  const gboolean is_text = g_strcmp0 (ending, SHARED_ENDING) == 0;
  g_autofree char *lower = path != NULL ? g_ascii_strdown (path, -1) : g_strdup ("");
  const gboolean is_prose = !is_folder && g_str_has_suffix (lower, SHARED_ENDING) && !looks_like_table (file);
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_DATASET, &n);

  for (guint i = 0; i < n; i++)
    {
      const RensaDatasetClass *dataset = (const RensaDatasetClass *) components[i];

      if (is_folder ? takes_folder (dataset, is_text)
                    : has_ending (dataset, lower) && (!is_prose || g_str_equal (dataset->endings[0], SHARED_ENDING)))
        return dataset;
    }
  return NULL;
}

char *
rensa_data_kind_dup_name (RensaAttrs *dataset)
{
  const RensaAttrSpec *spec = rensa_data_kind_find_path (rensa_attrs_get_component (dataset));
  const char *path = spec != NULL && spec->required
                         ? G_STRUCT_MEMBER (const char *, rensa_attrs_get_values (dataset), spec->offset)
                         : NULL;

  return path != NULL ? rensa_file_dup_shown_basename (path) : NULL;
}
