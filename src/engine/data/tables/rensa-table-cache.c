/* rensa-table-cache.c: cache of large tables.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-cache-private.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "rensa-draft.h"
#include "rensa-file.h"
#include "rensa-memory.h"

/* Must be changed with the file format, and with the results of reading a table. */
#define VERSION "2"
#define MARK_SIZE 64
/* Bytes checked at either end of the table. */
#define PROBE (1 << 16)
#define MOST_STATE (G_GUINT64_CONSTANT (1) << 30)

/* Start of the file, followed by the state of the reading and by the cells, row by row. */
typedef struct
{
  char magic[16];
  guint32 order; /* byte order of the numbers */
  guint32 padding;
  guint64 n_state;
  char mark[MARK_SIZE];
} Head;

static const char magic[16] = "rensa-table " VERSION;
#define ORDER 0x01020304

/* The state: encoding, n_rows, n_incomplete, n_comments, and for each column the fields of RensaColumn. */
#define COLUMN_TYPE "(ba(st)ttttumsumsdbbdad(sb))"
#define STATE_TYPE "(uxxxa" COLUMN_TYPE ")"

/* Where it is */

/* Returns the path next to the table. */
static char *
make_near_path (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_strconcat (".", base, ".rensa-table", NULL);

  return g_build_filename (folder, name, NULL);
}

static char *
make_far_path (const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, full, -1);

  return g_build_filename (g_get_user_cache_dir (), "rensa", "tables", name, NULL);
}

/* Validity */

static void
add_probe (GChecksum *checksum, int fd, guint64 at)
{
  g_autofree guint8 *bytes = g_malloc (PROBE);
  const gssize n = pread (fd, bytes, PROBE, (off_t) at);

  g_checksum_update (checksum, bytes, MAX (n, 0));
}

static gboolean
add_table (GChecksum *checksum, const char *path)
{
  guint64 n_bytes;
  const int fd = rensa_file_open (path, &n_bytes, NULL);
  struct stat status = { 0 };
  g_autofree char *text = NULL;

  if (fd < 0)
    return FALSE;
  add_probe (checksum, fd, 0);
  add_probe (checksum, fd, n_bytes - MIN (n_bytes, PROBE));
  fstat (fd, &status);
  close (fd);
  text = g_strdup_printf ("%" G_GUINT64_FORMAT " %lld %ld\n", n_bytes, (long long) status.st_mtim.tv_sec,
                          (long) status.st_mtim.tv_nsec);
  g_checksum_update (checksum, (const guchar *) text, -1);
  return TRUE;
}

static void
add_texts (GChecksum *checksum, const char *const *texts)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    g_checksum_update (checksum, (const guchar *) texts[i], (gssize) strlen (texts[i]) + 1);
  g_checksum_update (checksum, (const guchar *) "\n", 1);
}

char *
rensa_table_cache_make_mark (const RensaReading *reading)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const RensaTableForm *form = &reading->form;
  g_autofree char *text = g_strdup_printf (
      VERSION " %d %d %d %d %d %d %d %d %u\n", form->delimiter, form->number.decimal, form->number.thousands,
      form->header, form->skips_line, form->is_trailing, (int) reading->encoding, reading->label, reading->n_columns);

  if (!add_table (checksum, reading->path))
    return NULL;
  g_checksum_update (checksum, (const guchar *) text, -1);
  add_texts (checksum, (const char *const *) reading->names);
  add_texts (checksum, reading->missing.always);
  add_texts (checksum, reading->missing.among_numbers);
  for (guint i = 0; i < reading->n_columns; i++)
    {
      const guchar how[] = { (guchar) reading->columns[i].kind, (guchar) reading->left_out[i] };

      g_checksum_update (checksum, how, sizeof how);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

/* Columns */

static GVariant *
column_to_variant (const RensaColumn *column)
{
  GVariantBuilder words, seen;

  g_variant_builder_init (&words, G_VARIANT_TYPE ("a(st)"));
  for (guint i = 0; column->texts != NULL && i < column->texts->len; i++)
    {
      guint64 count;
      const char *text = rensa_column_get_word (column, i, &count);

      g_variant_builder_add (&words, "(st)", text, count);
    }
  g_variant_builder_init (&seen, G_VARIANT_TYPE ("ad"));
  for (int i = 0; i < MIN (column->n_seen, RENSA_MOST_CLASSES); i++)
    g_variant_builder_add (&seen, "d", column->seen[i]);
  /* One additional entry indicates that there were too many. */
  if (column->n_seen > RENSA_MOST_CLASSES)
    g_variant_builder_add (&seen, "d", 0.0);
  return g_variant_new (COLUMN_TYPE, column->as_words, &words, column->n_numbers, column->n_texts, column->n_missing,
                        column->n_like_numbers, column->bad_line, column->bad_text, column->missing_line,
                        column->missing_text, column->sum, column->is_whole, column->is_counter, column->last, &seen,
                        column->unit.text, column->unit.is_before);
}

static gboolean
take_words (RensaColumn *column, GVariantIter *words)
{
  const char *text;
  guint64 count;

  while (g_variant_iter_next (words, "(&st)", &text, &count))
    if (!column->as_words || !rensa_column_add_word (column, text, count))
      return FALSE;
  return TRUE;
}

static gboolean
take_seen (RensaColumn *column, GVariantIter *seen)
{
  double value;

  for (column->n_seen = 0; g_variant_iter_next (seen, "d", &value); column->n_seen++)
    if (column->n_seen < RENSA_MOST_CLASSES)
      column->seen[column->n_seen] = value;
    else if (column->n_seen > RENSA_MOST_CLASSES)
      return FALSE;
  return TRUE;
}

/* Messages about a line quote its text, so both must be present or absent. */
static gboolean
column_from_variant (RensaColumn *column, GVariant *variant)
{
  g_autoptr (GVariantIter) words = NULL;
  g_autoptr (GVariantIter) seen = NULL;
  const char *unit = NULL;

  g_variant_get_child (variant, 0, "b", &column->as_words);
  rensa_column_restart (column);
  g_variant_get (variant, COLUMN_TYPE, NULL, &words, &column->n_numbers, &column->n_texts, &column->n_missing,
                 &column->n_like_numbers, &column->bad_line, &column->bad_text, &column->missing_line,
                 &column->missing_text, &column->sum, &column->is_whole, &column->is_counter, &column->last, &seen,
                 NULL, NULL);
  g_variant_get_child (variant, 15, "(&sb)", &unit, &column->unit.is_before);
  return g_strlcpy (column->unit.text, unit, sizeof column->unit.text) < sizeof column->unit.text
         && take_words (column, words) && take_seen (column, seen)
         && (column->bad_line != 0) == (column->bad_text != NULL)
         && (column->missing_line != 0) == (column->missing_text != NULL)
         && (column->n_missing > 0) == (column->missing_line != 0);
}

/* Saving */

static GVariant *
make_state (const RensaReading *reading)
{
  GVariantBuilder columns;

  g_variant_builder_init (&columns, G_VARIANT_TYPE ("a" COLUMN_TYPE));
  for (guint i = 0; i < reading->n_columns; i++)
    g_variant_builder_add_value (&columns, column_to_variant (&reading->columns[i]));
  return g_variant_ref_sink (g_variant_new (STATE_TYPE, (guint32) reading->encoding, reading->n_rows,
                                            reading->n_incomplete, reading->n_comments, &columns));
}

static gboolean
write_cells (const RensaReading *reading, RensaDraft *draft, const RensaDataPlaces *places)
{
  const gint64 block_rows = rensa_reading_get_block_rows (reading);

  for (guint i = 0; i < reading->blocks->len; i++)
    {
      const gint64 n = MIN (block_rows, reading->n_rows - i * block_rows);

      if (g_cancellable_is_cancelled (places->cancellable)
          || !rensa_draft_write (draft, reading->blocks->pdata[i], (gsize) n * reading->n_kept * sizeof (RensaCell),
                                 NULL))
        return FALSE;
    }
  return TRUE;
}

static gboolean
save_as (const RensaReading *reading, const char *path, const char *mark, GVariant *state,
         const RensaDataPlaces *places)
{
  g_auto (RensaDraft) draft = { 0 };
  g_autofree char *folder = g_path_get_dirname (path);
  Head head = { .order = ORDER, .n_state = g_variant_get_size (state) };

  memcpy (head.magic, magic, sizeof magic);
  memcpy (head.mark, mark, MARK_SIZE);
  if (g_access (folder, W_OK) != 0)
    return FALSE;
  rensa_draft_clear_folder (folder);
  return rensa_draft_open (&draft, path, NULL) && rensa_draft_write (&draft, &head, sizeof head, NULL)
         && rensa_draft_write (&draft, g_variant_get_data (state), head.n_state, NULL)
         && write_cells (reading, &draft, places) && rensa_draft_finish (&draft, NULL);
}

void
rensa_table_cache_save (const RensaReading *reading, const char *mark, const RensaDataPlaces *places)
{
  g_autofree char *near_path = make_near_path (reading->path);
  g_autofree char *far_path = make_far_path (reading->path);
  g_autofree char *far_folder = g_path_get_dirname (far_path);
  g_autoptr (GVariant) state = make_state (reading);

  if (g_variant_get_size (state) > MOST_STATE || save_as (reading, near_path, mark, state, places)
      || g_cancellable_is_cancelled (places->cancellable))
    return;
  g_mkdir_with_parents (far_folder, 0700);
  save_as (reading, far_path, mark, state, places);
}

/* Loading */

/* A file being read, and the result. */
typedef struct
{
  const RensaReading *reading;
  const RensaDataPlaces *places;
  const char *path;
  int fd;
  guint64 n_bytes;
  guint64 start; /* start of the cells */
  RensaReading found;
  guint *kept;        /* column of each cell in a row */
  guint64 *n_missing; /* number of missing values for each of these */
} Loading;

static void
loading_clear (Loading *self)
{
  if (self->fd >= 0)
    close (self->fd);
  rensa_reading_clear (&self->found);
  g_free (self->kept);
  g_free (self->n_missing);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Loading, loading_clear)

static gboolean
read_bytes (const Loading *self, gpointer bytes, guint64 n, guint64 at)
{
  for (guint8 *to = bytes; n > 0;)
    {
      const gssize n_read = pread (self->fd, to, MIN (n, 1 << 30), (off_t) at);

      if (n_read <= 0)
        return FALSE;
      to += n_read;
      at += (guint64) n_read;
      n -= (guint64) n_read;
    }
  return TRUE;
}

static GVariant *
read_state (Loading *self, const char *mark)
{
  Head head;
  guint8 *bytes;
  GVariant *state;

  if (!read_bytes (self, &head, sizeof head, 0) || memcmp (head.magic, magic, sizeof magic) != 0 || head.order != ORDER
      || memcmp (head.mark, mark, MARK_SIZE) != 0 || head.n_state > MIN (MOST_STATE, self->n_bytes - sizeof head))
    return NULL;
  self->start = sizeof head + head.n_state;
  bytes = rensa_memory_try_alloc (head.n_state, 1, self->path, NULL);
  if (bytes == NULL || !read_bytes (self, bytes, head.n_state, sizeof head))
    {
      g_free (bytes);
      return NULL;
    }
  state = g_variant_ref_sink (
      g_variant_new_from_data (G_VARIANT_TYPE (STATE_TYPE), bytes, head.n_state, FALSE, g_free, bytes));
  if (g_variant_is_normal_form (state))
    return state;
  g_variant_unref (state);
  return NULL;
}

static gboolean
take_state (Loading *self, GVariant *state)
{
  RensaReading *found = &self->found;
  guint32 encoding;
  g_autoptr (GVariant) columns = NULL;

  g_variant_get (state, "(uxxx@a" COLUMN_TYPE ")", &encoding, &found->n_rows, &found->n_incomplete, &found->n_comments,
                 &columns);
  found->encoding = (RensaEncoding) encoding;
  if (encoding >= RENSA_ENCODING_AUTO || g_variant_n_children (columns) != self->reading->n_columns)
    return FALSE;
  found->n_columns = self->reading->n_columns;
  found->columns = g_new0 (RensaColumn, found->n_columns);
  for (guint i = 0; i < found->n_columns; i++)
    {
      g_autoptr (GVariant) column = g_variant_get_child_value (columns, i);

      rensa_column_init (&found->columns[i], self->reading->columns[i].kind);
      if (!column_from_variant (&found->columns[i], column))
        return FALSE;
    }
  return TRUE;
}

/* Checks that the number of cells matches the file size. */
static gboolean
check_size (const Loading *self)
{
  const guint64 n_rows = (guint64) self->found.n_rows;
  guint64 n_cells, n_bytes;

  return self->found.n_rows > 0 && self->found.n_incomplete >= 0 && self->found.n_incomplete <= self->found.n_rows
         && g_uint64_checked_mul (&n_cells, n_rows, self->reading->n_kept)
         && g_uint64_checked_mul (&n_bytes, n_cells, sizeof (RensaCell)) && n_bytes == self->n_bytes - self->start
         && rensa_memory_check (n_bytes, self->path, NULL);
}

/* Returns TRUE if reading a table can produce this cell. */
static gboolean
is_sound (const RensaColumn *column, RensaCell cell)
{
  if (column->as_words)
    return cell.word == RENSA_WORD_MISSING || cell.word < column->texts->len;
  return !isinf (cell.number);
}

/* Counts the incomplete rows of a block; -1 if a cell is invalid. */
static gint64
check_block (const Loading *self, const RensaCell *cells, gint64 n_rows, guint64 *n_missing)
{
  const guint n_kept = self->reading->n_kept;
  gint64 n_incomplete = 0;

  for (gint64 row = 0; row < n_rows; row++, cells += n_kept)
    {
      gboolean is_complete = TRUE;

      for (guint i = 0; i < n_kept; i++)
        {
          const RensaColumn *column = &self->found.columns[self->kept[i]];
          const gboolean is_missing = rensa_column_is_missing (column, cells[i]);

          if (!is_sound (column, cells[i]))
            return -1;
          n_missing[i] += is_missing;
          is_complete = is_complete && !is_missing;
        }
      n_incomplete += !is_complete;
    }
  return n_incomplete;
}

/* Reads block @i and counts its incomplete rows. */
static gboolean
read_block (Loading *self, guint i, gint64 *n_incomplete, guint64 *n_missing)
{
  const guint n_kept = self->reading->n_kept;
  const gint64 block_rows = rensa_reading_get_block_rows (self->reading);
  const gint64 n_rows = MIN (block_rows, self->found.n_rows - i * block_rows);
  const guint64 row_size = n_kept * sizeof (RensaCell);
  RensaCell *cells = rensa_memory_try_map ((gsize) block_rows * row_size);

  self->found.blocks->pdata[i] = cells;
  *n_incomplete = -1;
  if (cells != NULL && !g_cancellable_is_cancelled (self->places->cancellable)
      && read_bytes (self, cells, (guint64) n_rows * row_size, self->start + (guint64) (i * block_rows) * row_size))
    *n_incomplete = check_block (self, cells, n_rows, n_missing);
  return *n_incomplete >= 0;
}

/* Reads all blocks in parallel, and compares the number of missing values with the state. */
static gboolean
read_blocks (Loading *self)
{
  const guint n_kept = self->reading->n_kept;
  const gint64 block_rows = rensa_reading_get_block_rows (self->reading);
  const gint64 n_blocks = (self->found.n_rows + block_rows - 1) / block_rows;
  gint64 n_incomplete = 0;
  gboolean is_good = n_blocks <= G_MAXINT32;

  self->found.blocks = g_ptr_array_new_with_free_func (rensa_memory_unmap);
  g_ptr_array_set_size (self->found.blocks, is_good ? (gint) n_blocks : 0);

#pragma omp parallel for schedule(dynamic) reduction(+ : n_incomplete) reduction(&& : is_good)
  for (guint i = 0; i < self->found.blocks->len; i++)
    {
      g_autofree guint64 *n_missing = g_new0 (guint64, n_kept);
      gint64 n;

      is_good = read_block (self, i, &n, n_missing) && is_good;
      n_incomplete += n;
      for (guint j = 0; j < n_kept; j++)
#pragma omp atomic
        self->n_missing[j] += n_missing[j];
    }

  is_good = is_good && n_incomplete == self->found.n_incomplete;
  for (guint j = 0; is_good && j < n_kept; j++)
    is_good = self->n_missing[j] == self->found.columns[self->kept[j]].n_missing;
  return is_good;
}

static gboolean
load_from (Loading *self, const char *path, const char *mark)
{
  g_autoptr (GVariant) state = NULL;

  self->path = path;
  self->fd = g_file_test (path, G_FILE_TEST_EXISTS) ? rensa_file_open (path, &self->n_bytes, NULL) : -1;
  if (self->fd < 0 || self->n_bytes < sizeof (Head))
    return FALSE;
  state = read_state (self, mark);
  return state != NULL && take_state (self, state) && check_size (self) && read_blocks (self);
}

/* Moves the result into the reading. */
static void
take (RensaReading *reading, Loading *loading)
{
  RensaReading *found = &loading->found;

  for (guint i = 0; i < reading->n_columns; i++)
    rensa_column_clear (&reading->columns[i]);
  g_free (reading->columns);
  reading->columns = g_steal_pointer (&found->columns);
  if (reading->blocks != NULL)
    g_ptr_array_unref (reading->blocks);
  reading->blocks = g_steal_pointer (&found->blocks);
  reading->encoding = found->encoding;
  reading->n_rows = found->n_rows;
  reading->n_incomplete = found->n_incomplete;
  reading->n_comments = found->n_comments;
}

gboolean
rensa_table_cache_load (RensaReading *reading, const RensaDataPlaces *places)
{
  g_autofree char *mark = rensa_table_cache_make_mark (reading);
  g_autofree char *near_path = make_near_path (reading->path);
  g_autofree char *far_path = make_far_path (reading->path);
  const char *const paths[] = { near_path, far_path };
  gboolean is_loaded = FALSE;

  for (guint i = 0; mark != NULL && !is_loaded && i < G_N_ELEMENTS (paths); i++)
    {
      g_auto (Loading) loading = { .reading = reading, .places = places, .fd = -1 };

      loading.kept = rensa_reading_list_kept (reading);
      loading.n_missing = g_new0 (guint64, reading->n_kept + 1);
      is_loaded = load_from (&loading, paths[i], mark);
      if (is_loaded)
        take (reading, &loading);
    }
  return is_loaded;
}
