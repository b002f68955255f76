/* rensa-raster-dataset.c: data sets of pictures of any size, from files and archives.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-concat-examples.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-primitives.h"
#include "rensa-raster-private.h"
#include "rensa-zip-private.h"

#define MOST_FILE_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define MOST_LIST_BYTES (G_GUINT64_CONSTANT (1) << 28)
#define MOST_ARCHIVES 4096

typedef struct
{
  RensaDatasetHead head;
  gint32 *labels;
  RensaRasterRead read;
  gpointer data;
  GDestroyNotify free_data;
} Rasters;

static void
finalize (RensaDataset *dataset)
{
  Rasters *self = (Rasters *) dataset;

  g_free (self->labels);
  self->free_data (self->data);
}

static RensaArray *
get_picture (Rasters *self, gint64 i, GError **error)
{
  g_autofree char *place = NULL;
  gsize n;
  g_autofree guint8 *bytes = self->read (self->data, i, &n, &place, error);

  return bytes != NULL ? rensa_raster_decode (bytes, n, place, error) : NULL;
}

static RensaArray *
get_labels (const Rasters *self, const gint64 *indices, gint64 n, GError **error)
{
  g_autofree gint32 *labels = g_new (gint32, n + 1);

  for (gint64 i = 0; i < n; i++)
    labels[i] = self->labels[indices[i]];
  return rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), labels, error);
}

static RensaArray *
get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error)
{
  Rasters *self = (Rasters *) dataset;
  g_autoptr (GPtrArray) pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);

  if (field == 1)
    return get_labels (self, indices, n, error);
  for (gint64 i = 0; i < n; i++)
    {
      RensaArray *picture = get_picture (self, indices[i], error);

      if (picture == NULL)
        return NULL;
      g_ptr_array_add (pictures, picture);
    }
  return rensa_concat_arrays (pictures, error);
}

static const RensaDatasetKind kind = {
  .size = sizeof (Rasters),
  .finalize = finalize,
  .get_field = get_field,
};

RensaDataset *
rensa_raster_dataset_new (gint64 n, gint32 *labels, RensaRasterRead read, gpointer data, GDestroyNotify free_data)
{
  const RensaType types[] = { { RENSA_FLOAT32, { .ndim = -1 } }, { RENSA_INT32, RENSA_SHAPE_SCALAR } };
  RensaDataset *dataset = rensa_dataset_new (&kind, n, labels != NULL ? 2 : 1, types);
  Rasters *self = (Rasters *) dataset;

  self->labels = labels;
  self->read = read;
  self->data = data;
  self->free_data = free_data;
  self->head.is_lazy = TRUE;
  return dataset;
}

/* Lists: a path and an optional label per line */

typedef struct
{
  char *root;
  GPtrArray *names;
} Files;

static void
files_free (gpointer data)
{
  Files *self = data;

  g_free (self->root);
  g_ptr_array_unref (self->names);
  g_free (self);
}

static guint8 *
read_file (gpointer data, gint64 i, gsize *n, char **place, GError **error)
{
  const Files *self = data;
  g_autofree char *path = g_build_filename (self->root, self->names->pdata[i], NULL);

  *place = rensa_file_dup_shown_name (path);
  return (guint8 *) rensa_file_read (path, MOST_FILE_BYTES, n, error);
}

/* Parses the label after the blank in line @number, and cuts it off. */
static gboolean
take_label (const char *list, guint number, char *line, GArray *labels, GError **error)
{
  g_auto (GStrv) parts = g_strsplit_set (line, " \t", -1);
  gint64 value;
  gint32 label;

  if (g_strv_length (parts) != 2 || !g_ascii_string_to_signed (parts[1], 10, G_MININT32, G_MAXINT32, &value, NULL))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s, line %u: expected a path and an integer"), list, number);
      return FALSE;
    }
  label = (gint32) value;
  g_array_append_val (labels, label);
  line[strlen (parts[0])] = '\0';
  return TRUE;
}

/* @labels NULL: lines consist of paths only. */
static GPtrArray *
read_list (const char *list, GArray *labels, GError **error)
{
  gsize n;
  g_autofree char *text = rensa_file_read (list, MOST_LIST_BYTES, &n, error);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (lines == NULL)
    return NULL;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_strstrip (lines[i]);
      /* A line break at the end does not start another line. */
      if (*lines[i] == '\0' && lines[i + 1] == NULL)
        break;
      if (labels != NULL && !take_label (list, i + 1, lines[i], labels, error))
        return NULL;
      g_ptr_array_add (names, g_strdup (lines[i]));
    }
  return g_steal_pointer (&names);
}

static RensaDataset *
make_files (GPtrArray *names, const char *root, gint32 *labels)
{
  Files *files = g_new (Files, 1);

  *files = (Files){ g_strdup (root), names };
  return rensa_raster_dataset_new (names->len, labels, read_file, files, files_free);
}

RensaDataset *
rensa_image_dataset_new (const char *const *paths, gint64 n, const char *root)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (gint64 i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup (paths[i]));
  return make_files (names, root, NULL);
}

RensaDataset *
rensa_image_dataset_new_from_list (const char *list, const char *root, GError **error)
{
  GPtrArray *names = read_list (list, NULL, error);

  return names != NULL ? make_files (names, root, NULL) : NULL;
}

RensaDataset *
rensa_labeled_image_dataset_new (const char *list, const char *root, GError **error)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  GPtrArray *names = read_list (list, labels, error);

  return names != NULL ? make_files (names, root, g_array_steal (labels, NULL)) : NULL;
}

/* Archives */

/* @members[i] is picture i of the data set. */
typedef struct
{
  RensaZip *zip;
  guint i;
} Member;

typedef struct
{
  GPtrArray *zips;
  GArray *members;
} Archives;

static void
archives_free (gpointer data)
{
  Archives *self = data;

  g_ptr_array_unref (self->zips);
  g_array_unref (self->members);
  g_free (self);
}

static Archives *
archives_new (void)
{
  Archives *self = g_new (Archives, 1);

  self->zips = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_zip_unref);
  self->members = g_array_new (FALSE, FALSE, sizeof (Member));
  return self;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Archives, archives_free)

static guint8 *
read_member (gpointer data, gint64 i, gsize *n, char **place, GError **error)
{
  const Member *member = &g_array_index (((Archives *) data)->members, Member, i);

  *place = rensa_file_dup_shown_name (rensa_zip_get_name (member->zip, member->i));
  return rensa_zip_read (member->zip, member->i, n, error);
}

static RensaDataset *
make_archives (Archives *archives, gint32 *labels)
{
  return rensa_raster_dataset_new (archives->members->len, labels, read_member, archives, archives_free);
}

RensaDataset *
rensa_zipped_image_dataset_new (const char *const *paths, gint64 n, GError **error)
{
  g_autoptr (Archives) archives = archives_new ();

  if (n < 1 || n > MOST_ARCHIVES)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a data set consists of 1 to %d archives, not %lld"),
                       MOST_ARCHIVES, (long long) n);
      return NULL;
    }
  for (gint64 i = 0; i < n; i++)
    {
      RensaZip *zip = rensa_zip_open (paths[i], error);

      if (zip == NULL)
        return NULL;
      g_ptr_array_add (archives->zips, zip);
      for (guint j = 0; j < rensa_zip_get_n (zip); j++)
        g_array_append_val (archives->members, ((Member){ zip, j }));
    }
  return make_archives (g_steal_pointer (&archives), NULL);
}

RensaDataset *
rensa_labeled_zipped_image_dataset_new (const char *path, const char *list, GError **error)
{
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GPtrArray) names = read_list (list, labels, error);
  g_autoptr (Archives) archives = archives_new ();
  RensaZip *zip = names != NULL ? rensa_zip_open (path, error) : NULL;

  if (zip == NULL)
    return NULL;
  g_ptr_array_add (archives->zips, zip);
  for (guint i = 0; i < names->len; i++)
    {
      Member member = { zip, 0 };

      if (!rensa_zip_find (zip, names->pdata[i], &member.i, error))
        return NULL;
      g_array_append_val (archives->members, member);
    }
  return make_archives (g_steal_pointer (&archives), g_array_steal (labels, NULL));
}
