/* rensa-cifar.c: data sets in the binary format of CIFAR.
 * SPDX-License-Identifier: MIT */

#include "rensa-cifar-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"
#include "rensa-tar-private.h"

#define SIZE 32
#define N_CHANNELS 3
#define N_BYTES (N_CHANNELS * SIZE * SIZE)
#define MOST_NAME_BYTES 65536
#define MOST_TRAIN 5

/* Rows of a file. */
typedef struct
{
  guint8 *pictures;
  guint8 *labels;
  gint64 n;
} Part;

typedef struct
{
  const RensaCifar *attrs;
  const RensaCifarForm *form;
  const RensaDataPlaces *places;
  Part train[MOST_TRAIN]; /* parts in the order of their names, regardless of their order in the archive */
  Part test;
  char **names;
} Reading;

static void
part_clear (Part *part)
{
  g_clear_pointer (&part->pictures, g_free);
  g_clear_pointer (&part->labels, g_free);
}

static void
reading_clear (Reading *self)
{
  for (guint i = 0; i < MOST_TRAIN; i++)
    part_clear (&self->train[i]);
  part_clear (&self->test);
  g_strfreev (self->names);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* Allocates @n rows, black pictures of class 0 at first. */
static gboolean
make_room (Part *part, gint64 n, const char *place, GError **error)
{
  part_clear (part);
  part->n = 0;
  part->pictures = rensa_memory_try_alloc ((guint64) n, N_BYTES, place, error);
  part->labels = part->pictures != NULL ? rensa_memory_try_new (guint8, (guint64) n, place, error) : NULL;
  if (part->labels == NULL)
    return FALSE;
  memset (part->pictures, 0, (gsize) n * N_BYTES);
  memset (part->labels, 0, (gsize) n);
  return TRUE;
}

static gboolean
read_row (Reading *self, Part *part, RensaGzip *file, GError **error)
{
  const guint n_classes = self->form->n_classes[self->attrs->labels];
  guint8 labels[RENSA_CIFAR_MOST_LABELS];

  if (!rensa_gzip_read (file, labels, self->form->n_labels, error)
      || !rensa_gzip_read (file, part->pictures + part->n * N_BYTES, N_BYTES, error))
    return FALSE;
  part->labels[part->n] = labels[self->attrs->labels];
  if (part->labels[part->n] < n_classes)
    {
      part->n++;
      return TRUE;
    }
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: image %lld has the label %d, but there are %u classes"),
                   file->place, (long long) part->n, part->labels[part->n], n_classes);
  return FALSE;
}

/* Reads the file @name of @size bytes, which begins at the current position. */
static gboolean
read_rows (Reading *self, Part *part, RensaGzip *file, const char *name, guint64 size, GError **error)
{
  const guint64 row_size = self->form->n_labels + N_BYTES;
  const gint64 n = (gint64) (size / row_size);

  if (size == 0 || size % row_size != 0)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s: “%s” has %llu bytes, which is not a multiple of the row size of %llu bytes"),
                       file->place, name, (unsigned long long) size, (unsigned long long) row_size);
      return FALSE;
    }
  if (!make_room (part, n, file->place, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (!read_row (self, part, file, error))
      return FALSE;
  return TRUE;
}

/* Reads one name per line; ignores them if their number differs from that of the classes. */
static gboolean
read_names (Reading *self, RensaGzip *file, guint64 size, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (size > MOST_NAME_BYTES)
    return rensa_gzip_skip (file, size, error);
  text = g_malloc0 (size + 1);
  if (!rensa_gzip_read (file, text, size, error))
    return FALSE;
  if (!g_utf8_validate (text, (gssize) size, NULL))
    return TRUE;

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*g_strstrip (lines[i]) != '\0')
      g_strv_builder_add (names, lines[i]);
  g_strfreev (self->names);
  self->names = g_strv_builder_end (names);
  return TRUE;
}

/* Processes the file @name, regardless of its folder. */
static gboolean
take_file (Reading *self, RensaGzip *file, const char *name, guint64 size, gboolean *is_taken, GError **error)
{
  const RensaCifarForm *form = self->form;

  *is_taken = TRUE;
  if (g_str_equal (name, form->names[self->attrs->labels]))
    return read_names (self, file, size, error);
  if (g_str_equal (name, form->test))
    return read_rows (self, &self->test, file, name, size, error);
  for (guint i = 0; i < form->n_train; i++)
    if (g_str_equal (name, form->train[i]))
      return read_rows (self, &self->train[i], file, name, size, error);
  *is_taken = FALSE;
  return TRUE;
}

static gint64
count_train (const Reading *self)
{
  gint64 n = 0;

  for (guint i = 0; i < MOST_TRAIN; i++)
    n += self->train[i].n;
  return n;
}

static gboolean
report (const Reading *self, const RensaGzip *file, GError **error)
{
  if (self->places->progress != NULL)
    self->places->progress (file->n_read, MAX (file->n_read, self->form->source->files[0].size),
                            (guint64) (count_train (self) + self->test.n), self->places->progress_data);
  if (!g_cancellable_is_cancelled (self->places->cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("%s: reading was cancelled"), file->place);
  return FALSE;
}

static gboolean
read_archive (Reading *self, const char *path, GError **error)
{
  g_auto (RensaTar) tar = { 0 };
  gboolean is_there = TRUE;

  if (!rensa_tar_open (&tar, path, error))
    return FALSE;
  while (is_there)
    {
      gboolean is_taken = FALSE;

      if (!rensa_tar_next (&tar, &is_there, error)
          || (is_there && !take_file (self, &tar.gzip, tar.name, tar.size, &is_taken, error))
          || !report (self, &tar.gzip, error))
        return FALSE;
      tar.n_left -= is_taken ? tar.size : 0;
    }
  return TRUE;
}

/* Reads an unpacked file of the archive; it may be absent. */
static gboolean
read_unpacked (Reading *self, const char *folder, const char *name, GError **error)
{
  g_autofree char *path = rensa_source_files_find (self->form->source, folder, self->attrs->folder != NULL, name);
  g_auto (RensaGzip) file = { 0 };
  gboolean is_taken;

  return path == NULL
         || (rensa_gzip_open (&file, path, error) && take_file (self, &file, name, file.n_most, &is_taken, error)
             && report (self, &file, error));
}

static gboolean
read_folder (Reading *self, const char *folder, GError **error)
{
  const RensaCifarForm *form = self->form;

  for (guint i = 0; i < form->n_train; i++)
    if (!read_unpacked (self, folder, form->train[i], error))
      return FALSE;
  return read_unpacked (self, folder, form->test, error)
         && read_unpacked (self, folder, form->names[self->attrs->labels], error);
}

/* An archive chosen by the user may have any name. */
static char *
find_chosen_archive (const RensaCifar *self, const RensaDataPlaces *places)
{
  g_autofree char *path = self->folder != NULL ? rensa_source_find_file (places, self->folder, NULL) : NULL;
  const char *dot = path != NULL ? strrchr (path, '.') : NULL;
  const gboolean is_archive =
      dot != NULL && (g_str_equal (dot, ".gz") || g_str_equal (dot, ".tgz") || g_str_equal (dot, ".tar"));

  return is_archive && g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

static gboolean
read_all (Reading *self, GError **error)
{
  const RensaSourceFiles *source = self->form->source;
  g_autofree char *chosen = find_chosen_archive (self->attrs, self->places);
  g_autofree char *folder = rensa_source_files_find_folder (self->attrs->folder, self->places);
  g_auto (GStrv) paths = NULL;

  if (chosen != NULL)
    return read_archive (self, chosen, error);
  if (!read_folder (self, folder, error))
    return FALSE;
  if (count_train (self) > 0 || self->test.n > 0)
    return TRUE;
  paths = rensa_source_files_find_all (source, source->n_files, self->attrs->folder, self->attrs->download,
                                       self->places, error);
  return paths != NULL && read_archive (self, paths[0], error);
}

static gboolean
check_parts (const Reading *self, GError **error)
{
  const char *missing = self->test.n > 0 ? self->form->train[0] : self->form->test;

  if (count_train (self) > 0 && self->test.n > 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("%s: file “%s” does not exist; choose the archive of the binary "
                       "version"),
                   self->form->source->name, missing);
  return FALSE;
}

/* Gathers the contents of @n files, and frees each once it is in the arrays. */
static gboolean
gather (Part *parts, guint n, RensaArray *x, RensaArray *t, GError **error)
{
  gint64 n_done = 0;

  for (guint i = 0; i < n; i++)
    {
      Part *part = &parts[i];
      g_autoptr (RensaArray) pictures = NULL;
      g_autoptr (RensaArray) labels = NULL;

      if (part->n == 0)
        continue;
      pictures = rensa_array_view_range (x, 0, n_done, part->n);
      labels = rensa_array_view_range (t, 0, n_done, part->n);
      if (!rensa_array_from_host (pictures, part->pictures, error)
          || !rensa_array_from_host (labels, part->labels, error))
        return FALSE;
      n_done += part->n;
      part_clear (part);
    }
  return TRUE;
}

static RensaDataset *
make_part (const Reading *self, Part *parts, guint n, gint64 n_rows, GError **error)
{
  const RensaShape shape = self->attrs->ndim == 1 ? RENSA_SHAPE (N_BYTES) : RENSA_SHAPE (N_CHANNELS, SIZE, SIZE);
  g_autoptr (RensaArray) x = rensa_array_new (RENSA_UINT8, &RENSA_SHAPE (n_rows, N_BYTES), error);
  g_autoptr (RensaArray) bytes = x != NULL ? rensa_array_new (RENSA_UINT8, &RENSA_SHAPE (n_rows), error) : NULL;
  g_autoptr (RensaArray) t = NULL;

  if (bytes == NULL || !gather (parts, n, x, bytes, error))
    return NULL;
  t = rensa_array_cast (bytes, RENSA_INT32, error);
  return t != NULL
             ? rensa_source_make_images (x, self->attrs->withlabel ? t : NULL, self->attrs->scale / 255, &shape, error)
             : NULL;
}

static void
warn_of_missing (const Reading *self, RensaDataBundle *bundle)
{
  guint n_there = 0;

  for (guint i = 0; i < self->form->n_train; i++)
    n_there += self->train[i].n > 0;
  if (n_there == self->form->n_train)
    return;
  bundle->notes = rensa_data_notes_new ();
  rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING,
                        g_strdup_printf (_ ("Only %u of %u training files were found."), n_there, self->form->n_train));
}

static gboolean
make_bundle (Reading *self, RensaDataBundle *bundle, GError **error)
{
  const guint n_classes = self->form->n_classes[self->attrs->labels];

  if (self->attrs->withlabel)
    {
      bundle->n_classes = n_classes;
      if (self->names != NULL && g_strv_length (self->names) == n_classes)
        bundle->label_names = g_steal_pointer (&self->names);
    }
  bundle->train = make_part (self, self->train, self->form->n_train, count_train (self), error);
  if (bundle->train != NULL)
    bundle->test = make_part (self, &self->test, 1, self->test.n, error);
  return bundle->test != NULL;
}

/* Creates as many black pictures as the data set has. */
static gboolean
load_stand_in (Reading *self, RensaDataBundle *bundle, GError **error)
{
  const char *place = self->form->source->title;

  if (!make_room (&self->train[0], 50000, place, error) || !make_room (&self->test, 10000, place, error))
    return FALSE;
  self->train[0].n = 50000;
  self->test.n = 10000;
  bundle->is_stand_in = TRUE;
  return make_bundle (self, bundle, error);
}

gboolean
rensa_cifar_load (const RensaCifar *attrs, const RensaCifarForm *form, const RensaDataPlaces *places,
                  RensaDataBundle *bundle, GError **error)
{
  g_auto (Reading) self = { .attrs = attrs, .form = form, .places = places };
  g_autoptr (GError) reason = NULL;

  if (attrs->ndim == 2)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: images with three channels must have 1 or 3 axes, not 2"),
                       form->source->name);
      return FALSE;
    }
  bundle->picture = (RensaPicture){ N_CHANNELS, SIZE, SIZE, attrs->scale, RENSA_DRAWING_NONE };
  if (read_all (&self, &reason) && check_parts (&self, &reason))
    {
      warn_of_missing (&self, bundle);
      return make_bundle (&self, bundle, error);
    }
  if (places->for_shapes && g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_NOT_FOUND))
    return load_stand_in (&self, bundle, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}
