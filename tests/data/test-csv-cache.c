/* test-csv-cache.c: tables that are kept as numbers.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "data-fixture.h"
#include "rensa-datasets.h"
#include "rensa-error.h"

#define CACHE ".t.csv.rensa-table"
#define TABLE "n,u,w,t\n1,2 km,red,yes\n2.5,1 km,blue,no\n,3 km,red,yes\n4,5 km,green,no\n"
#define SETTINGS "path=t.csv, missing=mean, cache=always"

static gboolean
try_load (DataFixture *fixture, const char *settings, GError **error)
{
  rensa_data_bundle_clear (&fixture->bundle);
  return load_dataset (&rensa_dataset_csv_class, settings, fixture->folder, &fixture->bundle, error);
}

/* All that a table gives, as text. */
static char *
load (DataFixture *fixture, const char *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  const RensaDataBundle *bundle = &fixture->bundle;

  try_load (fixture, settings, &error);
  g_assert_no_error (error);
  for (int field = 0; field < rensa_dataset_get_n_fields (bundle->train); field++)
    {
      g_autofree double *values = field_to_doubles (bundle->train, field);
      RensaType type;

      rensa_dataset_get_field_type (bundle->train, field, &type);
      for (gint64 i = 0; i < rensa_dataset_get_length (bundle->train) * rensa_shape_count (&type.shape); i++)
        g_string_append_printf (text, "%g ", values[i]);
    }
  for (guint i = 0; bundle->label_names != NULL && bundle->label_names[i] != NULL; i++)
    g_string_append_printf (text, "%s ", bundle->label_names[i]);
  for (guint i = 0; i < bundle->notes->len; i++)
    {
      const RensaDataNote *note = bundle->notes->pdata[i];

      g_string_append_printf (text, "%d:%s ", note->kind, note->text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_kept (DataFixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, CACHE, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Writes @table, changed at a moment that stays the same, so that its bytes alone tell it from another. */
static void
write_table (DataFixture *fixture, const char *table)
{
  g_autofree char *path = g_build_filename (fixture->folder, "t.csv", NULL);

  test_file_write (fixture->folder, "t.csv", table, -1);
  g_assert_cmpint (utime (path, &(struct utimbuf){ 1000, 1000 }), ==, 0);
}

/* Replaces @find, which is as long, in the file of numbers. */
static void
change_cache (DataFixture *fixture, const char *find, const char *replacement, gsize n)
{
  g_autofree char *path = g_build_filename (fixture->folder, CACHE, NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes;
  char *at;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  at = memmem (bytes, n_bytes, find, n);
  g_assert_nonnull (at);
  memcpy (at, replacement, n);
  test_file_write (fixture->folder, CACHE, bytes, (gssize) n_bytes);
}

/* The same in every respect, the second time from the numbers: a word that is changed there shows it. */
static void
test_same (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *plain = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  write_table (fixture, TABLE);
  plain = load (fixture, "path=t.csv, missing=mean, cache=never");
  g_assert_false (is_kept (fixture));
  first = load (fixture, SETTINGS);
  g_assert_true (is_kept (fixture));
  second = load (fixture, SETTINGS);
  g_assert_cmpstr (first, ==, plain);
  g_assert_cmpstr (second, ==, plain);

  change_cache (fixture, "yes", "YES", 3);
  third = load (fixture, SETTINGS);
  g_assert_nonnull (strstr (plain, " no yes "));
  g_assert_nonnull (strstr (third, " YES no "));
}

/* Small tables are read as fast. */
static void
test_small (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *text = NULL;

  write_table (fixture, TABLE);
  text = load (fixture, "path=t.csv, missing=mean");
  g_assert_false (is_kept (fixture));
}

/* Another byte, another time, another way of reading: the table is read anew. */
static void
test_stale (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "t.csv", NULL);
  g_autofree char *first = NULL;
  g_autofree char *other = NULL;
  g_autofree char *later = NULL;
  g_autofree char *label = NULL;

  write_table (fixture, TABLE);
  first = load (fixture, SETTINGS);
  write_table (fixture, "n,u,w,t\n7,2 km,red,yes\n2.5,1 km,blue,no\n,3 km,red,yes\n4,5 km,green,no\n");
  other = load (fixture, SETTINGS);
  g_assert_true (g_str_has_prefix (first, "1 2 2 2.5"));
  g_assert_true (g_str_has_prefix (other, "7 2 2 2.5"));

  change_cache (fixture, "yes", "YES", 3);
  g_assert_cmpint (utime (path, &(struct utimbuf){ 2000, 2000 }), ==, 0);
  later = load (fixture, SETTINGS);
  g_assert_cmpstr (later, ==, other);

  change_cache (fixture, "yes", "YES", 3);
  label = load (fixture, SETTINGS ", label=w");
  g_assert_null (strstr (label, "YES"));
}

/* A file of numbers that is cut, or in which any byte is another, is none, or changes numbers alone. */
static void
test_spoiled (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, CACHE, NULL);
  g_autofree char *first = NULL;
  g_autofree char *bytes = NULL;
  gsize n;

  write_table (fixture, TABLE);
  first = load (fixture, SETTINGS);
  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (gsize cut = 0; cut < n; cut += 7)
    {
      g_autofree char *text = NULL;

      test_file_write (fixture->folder, CACHE, bytes, (gssize) cut);
      text = load (fixture, SETTINGS);
      g_assert_cmpstr (text, ==, first);
    }
  for (gsize i = 0; i < n; i++)
    {
      bytes[i] ^= 0x81;
      test_file_write (fixture->folder, CACHE, bytes, (gssize) n);
      bytes[i] ^= 0x81;
      try_load (fixture, SETTINGS, NULL);
    }
}

/* Where nothing can be written beside the table, the folder of caches is taken. */
static void
test_far (DataFixture *fixture, gconstpointer data)
{
  g_autofree char *tables = g_build_filename (g_get_user_cache_dir (), "rensa", "tables", NULL);
  g_autofree char *near_path = g_build_filename (fixture->folder, CACHE, NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  /* A folder of that name is in the way, also for somebody who may do everything. */
  write_table (fixture, TABLE);
  g_assert_cmpint (g_mkdir (near_path, 0700), ==, 0);
  first = load (fixture, SETTINGS);
  g_assert_cmpuint (test_folder_count (tables), ==, 1);
  second = load (fixture, SETTINGS);
  g_assert_cmpstr (second, ==, first);
}

/* Nothing is written when the reading was cancelled. */
static void
test_cancelled (DataFixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const RensaDataPlaces places = { fixture->folder, fixture->folder, cancellable };
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&rensa_dataset_csv_class));

  write_table (fixture, TABLE);
  rensa_attrs_parse (attrs, SETTINGS, NULL);
  g_cancellable_cancel (cancellable);
  rensa_dataset_load (attrs, &places, &fixture->bundle, NULL);
  g_assert_false (is_kept (fixture));
}

int
main (int argc, char **argv)
{
  g_autofree char *caches = test_folder_new ();
  int status;

  g_setenv ("XDG_CACHE_HOME", caches, TRUE);
  g_test_init (&argc, &argv, NULL);

#define ADD(path, function) \
  g_test_add ("/data/csv-cache/" path, DataFixture, NULL, data_set_up, function, data_tear_down)
  ADD ("same", test_same);
  ADD ("small", test_small);
  ADD ("stale", test_stale);
  ADD ("spoiled", test_spoiled);
  ADD ("far", test_far);
  ADD ("cancelled", test_cancelled);
  status = g_test_run ();
  test_folder_remove (caches);
  return status;
}
