/* test-preview.c: what is shown of data.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "data-fixture.h"
#include "project-fixture.h"
#include "rensa-npz.h"
#include "rensa-preview.h"

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = test_folder_new ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  test_folder_free (fixture->folder);
}

/* Of a document in the folder whose data are @data, with ' for ". */
static RensaPreview *
preview_of (Fixture *fixture, const char *data)
{
  g_autofree char *place = g_build_filename (fixture->folder, "test.rensa", NULL);
  g_autofree char *text = g_strdup_printf ("{'format': 1, 'seed': 3, 'data': {%s}}", data);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  document = rensa_document_parse (g_strdelimit (text, "'", '"'), -1, place, &error);
  g_assert_no_error (error);
  return rensa_preview_new (document, fixture->folder, NULL, NULL, NULL);
}

static void
assert_failed (Fixture *fixture, const char *data, RensaPreviewState state, const char *sentence)
{
  g_autoptr (RensaPreview) preview = preview_of (fixture, data);

  g_assert_cmpint (preview->state, ==, state);
  if (strstr (preview->sentence, sentence) == NULL)
    g_assert_cmpstr (preview->sentence, ==, sentence);
}

static void
assert_counts (const RensaPreview *preview, const RensaPreviewPart *part)
{
  gint64 sum = 0;

  for (gint64 i = 0; i < preview->n_classes; i++)
    sum += part->class_counts[i];
  g_assert_cmpint (sum, ==, preview->n_classes > 0 ? part->n : 0);
  g_assert_cmpuint (part->n_shown, ==, MIN (part->n, 1000));
}

/* The warning of a split that leaves a class out, with a change that mends it. */
static void
test_missing_class (Fixture *fixture, gconstpointer data)
{
  const char *plain = "'dataset': {'type': 'csv', 'attrs': {'path': 't.csv'}}, 'split': {'shuffle': false}";
  const char *mended = "'dataset': {'type': 'csv', 'attrs': {'path': 't.csv'}},"
                       "'split': {'shuffle': false, 'stratified': true}";
  g_autoptr (RensaPreview) before = NULL;
  g_autoptr (RensaPreview) after = NULL;
  const RensaDataNote *note;
  const RensaDataChange *change;

  test_file_write (fixture->folder, "t.csv",
                   "a,t\n1,up\n2,up\n3,up\n4,up\n5,up\n6,down\n7,down\n8,down\n9,down\n10,down\n", -1);
  before = preview_of (fixture, plain);
  note = rensa_data_notes_find_classes (before->notes);
  g_assert_nonnull (note);
  g_assert_cmpstr (note->text, ==, "There are no examples of “up” among the 3 validation examples.");
  change = note->changes->pdata[0];
  g_assert_true (change->is_split);
  g_assert_cmpstr (change->label, ==, "Stratified Split");
  g_assert_cmpstr (change->attr, ==, "stratified");
  g_assert_cmpstr (change->value, ==, "true");

  after = preview_of (fixture, mended);
  g_assert_null (rensa_data_notes_find_classes (after->notes));
  for (int class = 0; class < 2; class ++)
    {
      g_assert_cmpint (after->train.class_counts[class], >, 0);
      g_assert_cmpint (after->test.class_counts[class], >, 0);
    }
}

static RensaDataNote *
find_offer (GPtrArray *notes, const char *attr)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      RensaDataNote *note = notes->pdata[i];

      if (note->changes->len > 0 && g_str_equal (((RensaDataChange *) note->changes->pdata[0])->attr, attr))
        return note;
    }
  return NULL;
}

/* Rows that occur several times are in both sets, until the offered setting keeps them together. */
static void
test_repeated_rows (Fixture *fixture, gconstpointer data)
{
  const char *plain = "'dataset': {'type': 'csv', 'attrs': {'path': 'r.csv'}}";
  const char *mended = "'dataset': {'type': 'csv', 'attrs': {'path': 'r.csv'}}, 'split': {'keep_together': true}";
  g_autoptr (GString) rows = g_string_new ("a,b,t\n");
  g_autoptr (RensaPreview) before = NULL;
  g_autoptr (RensaPreview) after = NULL;
  const RensaDataChange *change;

  for (int i = 0; i < 60; i++)
    g_string_append_printf (rows, "%d,%d,%s\n", i % 20, i % 20 / 3, i % 20 < 10 ? "low" : "high");
  test_file_write (fixture->folder, "r.csv", rows->str, -1);
  before = preview_of (fixture, plain);
  g_assert_nonnull (find_offer (before->notes, "keep_together"));
  g_assert_null (rensa_data_notes_find_classes (before->notes));
  change = find_offer (before->notes, "keep_together")->changes->pdata[0];
  g_assert_true (change->is_split);
  g_assert_cmpstr (change->label, ==, "Keep Equal Examples Together");
  g_assert_cmpstr (change->value, ==, "true");

  after = preview_of (fixture, mended);
  g_assert_cmpstr (after->sentence, ==, NULL);
  g_assert_cmpint (after->state, ==, RENSA_PREVIEW_READY);
  g_assert_null (find_offer (after->notes, "keep_together"));
  g_assert_cmpint (after->train.n + after->test.n, ==, 60);
  g_assert_cmpint (after->test.n, >, 0);
}

/* Every data set that needs neither file nor net. */
static void
test_built_in (Fixture *fixture, gconstpointer data)
{
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_DATASET, &n);
  guint n_ready = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (components[i]);
      g_autofree char *text = g_strdup_printf ("'dataset': {'type': '%s'}", components[i]->name);
      g_autoptr (RensaPreview) preview = preview_of (fixture, text);
      const gboolean is_whole = rensa_attrs_check_complete (attrs, NULL);

      g_assert_true (RENSA_COMPONENT (preview->dataset) == components[i]);
      if (preview->state != RENSA_PREVIEW_READY)
        {
          g_assert_cmpint (preview->state, ==, is_whole ? RENSA_PREVIEW_ABSENT : RENSA_PREVIEW_INCOMPLETE);
          continue;
        }
      n_ready++;
      g_assert_null (preview->sentence);
      /* Random numbers stand for data that nobody has split yet. */
      g_assert_cmpint (preview->was_split, ==, g_str_equal (components[i]->name, "random_arrays"));
      assert_counts (preview, &preview->train);
      assert_counts (preview, &preview->test);
    }
  g_assert_cmpuint (n_ready, >=, 6);
}

static void
test_forms (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaPreview) strokes = preview_of (fixture, "'dataset': 'strokes(n_train=1200, n_test=10, scale=2)'");
  g_autoptr (RensaPreview) moons = preview_of (fixture, "'dataset': 'moons'");
  g_autoptr (RensaPreview) waves = preview_of (fixture, "'dataset': 'waves'");
  g_autoptr (RensaPreview) blobs = preview_of (fixture, "'dataset': 'blobs(dims=5)'");
  float brightest = 0;

  g_assert_cmpint (strokes->form, ==, RENSA_PREVIEW_PICTURES);
  g_assert_cmpint (strokes->picture.height * strokes->picture.width, ==, strokes->n_values);
  g_assert_null (strokes->columns);
  for (gsize i = 0; i < strokes->n_values * strokes->train.n_shown; i++)
    brightest = MAX (brightest, strokes->train.inputs[i]);
  g_assert_cmpfloat (brightest, ==, strokes->picture.white);

  g_assert_cmpint (moons->form, ==, RENSA_PREVIEW_POINTS);
  g_assert_cmpint (waves->form, ==, RENSA_PREVIEW_CURVE);
  g_assert_cmpfloat (waves->columns[0].low, >=, -G_PI);
  g_assert_cmpfloat (waves->columns[0].high, <=, G_PI);
  g_assert_cmpint (blobs->form, ==, RENSA_PREVIEW_TABLE);
  g_assert_cmpuint (blobs->n_values, ==, 5);
}

static gboolean
has_class_of_each (Fixture *fixture, const char *data)
{
  g_autoptr (RensaPreview) preview = preview_of (fixture, data);

  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  return rensa_preview_has_class_of_each (preview);
}

/* Of a text or a segmentation each place has a class; the shape of the label tells. */
static void
test_classes (Fixture *fixture, gconstpointer data)
{
  RensaPreview segmented = { .n_fields = 2,
                             .n_classes = 3,
                             .fields = { { .dtype = RENSA_FLOAT32, .shape = RENSA_SHAPE (3, 8, 8) },
                                         { .dtype = RENSA_INT32, .shape = RENSA_SHAPE (8, 8) } } };

  test_file_write (
      fixture->folder, "letters.txt",
      "the cat sleeps and the dog does not sleep, nor do the birds in the trees sleep while the cat sleeps", -1);
  g_assert_true (has_class_of_each (fixture, "'dataset': 'strokes(n_train=20, n_test=10)'"));
  g_assert_true (has_class_of_each (fixture, "'dataset': 'moons'"));
  g_assert_false (has_class_of_each (fixture, "'dataset': 'waves'"));
  g_assert_false (has_class_of_each (
      fixture, "'dataset': {'type': 'text', 'attrs': {'path': 'letters.txt', 'tokens': 'characters', 'length': 8}}"));
  g_assert_false (rensa_preview_has_class_of_each (&segmented));
  segmented.fields[1].shape = RENSA_SHAPE (1);
  g_assert_true (rensa_preview_has_class_of_each (&segmented));
}

#define TABLE \
  "size,colour,kind\n1,red,a\n2,blue,b\n3,red,a\n4.5,green,b\n5,red,a\n6,blue,c\n7,red,a\n8,red,a\n9,red,b\n10,red,a\n"

/* Sequences end with -1, and what is to be made of them stands beside in words. */
static void
test_sequences (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaPreview) preview = NULL;

  test_file_write (fixture->folder, "pairs.tsv", "the cat sleeps\tle chat dort\nthe cat\tle chat\n", -1);
  preview = preview_of (
      fixture,
      "'dataset': {'type': 'text_pairs', 'attrs': {'path': 'pairs.tsv', 'reverse': false, 'test_fraction': 0}}, "
      "'split': {'fraction': 1, 'shuffle': false}");
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpint (preview->form, ==, RENSA_PREVIEW_TEXT);
  g_assert_cmpuint (preview->n_values, ==, 3);
  g_assert_cmpuint (preview->train.n_shown, ==, 2);
  g_assert_cmpfloat (preview->train.inputs[2], ==, 2);
  g_assert_cmpfloat (preview->train.inputs[4], ==, 1);
  g_assert_cmpfloat (preview->train.inputs[5], ==, -1);
  g_assert_cmpstr (preview->train.answers[0], ==, "le chat dort <eos>");
  g_assert_cmpstr (preview->train.answers[1], ==, "le chat <eos>");
  g_assert_cmpint (preview->n_classes, ==, 0);
}

static void
test_csv (Fixture *fixture, gconstpointer data)
{
  const char *text =
      "'dataset': {'type': 'csv', 'attrs': {'path': 't.csv'}}, 'split': {'fraction': 0.8, 'shuffle': false}";
  g_autoptr (RensaPreview) preview = NULL;
  g_autofree char *name = NULL;

  test_file_write (fixture->folder, "t.csv", TABLE, -1);
  preview = preview_of (fixture, text);
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpint (preview->form, ==, RENSA_PREVIEW_TABLE);
  g_assert_true (preview->was_split);
  g_assert_cmpint (preview->train.n, ==, 8);
  g_assert_cmpint (preview->test.n, ==, 2);

  g_assert_cmpstr (preview->columns[0].name, ==, "size");
  g_assert_null (preview->columns[0].categories);
  g_assert_false (preview->columns[0].is_whole);
  g_assert_cmpfloat (preview->columns[0].low, ==, 1);
  g_assert_cmpfloat (preview->columns[0].high, ==, 8);
  g_assert_cmpfloat (preview->columns[0].mean, ==, 36.5 / 8);
  g_assert_cmpstrv (preview->columns[1].categories, ((const char *[]){ "blue", "green", "red", NULL }));
  g_assert_true (preview->columns[1].is_whole);
  g_assert_cmpfloat (preview->train.inputs[2 * 3], ==, 4.5f);
  g_assert_cmpfloat (preview->train.inputs[2 * 3 + 1], ==, 1);

  g_assert_cmpint (preview->n_classes, ==, 3);
  g_assert_cmpmem (preview->train.class_counts, 24, ((gint64[]){ 5, 2, 1 }), 24);
  g_assert_cmpmem (preview->test.class_counts, 24, ((gint64[]){ 1, 1, 0 }), 24);
  g_assert_cmpfloat (preview->test.labels[0], ==, 1);
  name = rensa_preview_get_class_name (preview, 2);
  g_assert_cmpstr (name, ==, "c");
}

static void
test_bad_csv (Fixture *fixture, gconstpointer data)
{
  const char *text = "'dataset': {'type': 'csv', 'attrs': {'path': 't.csv'}}";

  assert_failed (fixture, text, RENSA_PREVIEW_FAILED, "t.csv” does not exist.");
  test_file_write (fixture->folder, "t.csv", "a,t\n1,0\n2,1\nthree,0\n4,1\n", -1);
  assert_failed (fixture, text, RENSA_PREVIEW_FAILED,
                 "t.csv, line 4, column “a”: expected a number, but found “three”");
  test_file_write (fixture->folder, "t.csv", "a,t\n1,0\n2,1,5\n", -1);
  assert_failed (fixture, text, RENSA_PREVIEW_FAILED, "t.csv, line 3: the row has 3 fields, but the header has 2.");
  test_file_write (fixture->folder, "t.csv", "a,t\n1,0\n", -1);
  assert_failed (fixture, text, RENSA_PREVIEW_FAILED, "No examples out of 1 example would remain for training.");
  assert_failed (fixture, "'dataset': 'csv'", RENSA_PREVIEW_INCOMPLETE, "path");
  assert_failed (fixture, "'dataset': 'cvs'", RENSA_PREVIEW_FAILED, "There is no dataset cvs.");
  assert_failed (fixture, "'split': {'fraction': 2}", RENSA_PREVIEW_FAILED, "");
  assert_failed (fixture, "'dataset': 'moons', 'split': {'fraction': 2}", RENSA_PREVIEW_FAILED, "fraction");
}

/* @settings: of the data set; @sentence: what is wrong, in part; @remedies: all that help, in their order */
typedef struct
{
  const char *text;
  const char *settings;
  const char *sentence;
  const char *remedies;
} Broken;

static const Broken broken[] = {
  { "a;b;t\n1;2;3\n1;;3\n1;2;4\n", "", "line 3, column “b”: the value is missing.",
    "Fill with the Mean, Drop These Rows, Fill with Zero" },
  { "a;b;t\n1;2;3,5\n1;NA;4\n1;2;\n2;3;4\n", "", "column “b”: the value is missing: found “NA”", "Drop These Rows" },
  { "a;b;t\n1;;3\n1;;4\n1;;4\n", "", "column “b”: the value is missing; values are missing in 3 rows.", "Exclude b" },
  { "a;b;t\n1;2;3\n1;2;4\n", ", 'delimiter': ','",
    "with the delimiter “,”, the table has only one column, which leaves no input columns.", "Separate by “;”" },
  { "a;t\n1,5;3\n1;4\n2;4\n3;4\n", ", 'decimal': 'point'", "column “a”: expected a number, but found “1,5”",
    "Decimal Comma, Treat a as Categories" },
  { "a;b;t\n1;2;3\nx;2;4\n2;3;4\n3;3;4\n", "", "line 3, column “a”: expected a number, but found “x”",
    "Treat “x” as Missing, Treat a as Categories, Exclude a" },
  { "a;t\n1;3\nGr\xc3\xbc\xdf;4\n2;3\n", "", "line 3: byte 0xdf is not valid UTF-8 text.", "Read as Windows-1252" },
  { "Gr\xfc\xdf;t\n1;3\n2;4\n", ", 'encoding': 'UTF-8'", "line 1: byte 0xfc is not valid UTF-8 text.",
    "Read as Windows-1252" },
  { "a;t\n1;3\n2;4\n", ", 'label': 'price'", "has no column “price”", "Predict t" },
  { "a;t\n1;3\n2;4\n", ", 'leave_out': 'a'", "no input columns remain", "Use All Columns" },
  { "1;3\n", ", 'header': true", "the header is not followed by any rows", "First Row Contains Data" },
  { "a;t\n1;3\n2;4;5\n", "", "line 3: the row has 3 fields, but the header has 2.", "" },
  { "a;t\n1;\"3\n2;4\n", "", "line 2: this opening quote is never closed.", "" },
};

static char *
join_remedies (const RensaPreview *preview)
{
  const RensaDataNote *note = rensa_data_notes_find (preview->notes, RENSA_DATA_REMEDY);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; note != NULL && i < note->changes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", ((RensaDataChange *) note->changes->pdata[i])->label);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* A remedy is offered only where what is wrong is then wrong no more. */
static void
test_remedies (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("'dataset': {'type': 'csv', 'attrs': {'path': 't.csv'%s}}", broken[i].settings);
      g_autoptr (RensaPreview) preview = NULL;
      g_autofree char *remedies = NULL;

      test_file_write (fixture->folder, "t.csv", broken[i].text, -1);
      preview = preview_of (fixture, text);
      g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_FAILED);
      if (strstr (preview->sentence, broken[i].sentence) == NULL)
        g_assert_cmpstr (preview->sentence, ==, broken[i].sentence);
      remedies = join_remedies (preview);
      g_assert_cmpstr (remedies, ==, broken[i].remedies);
    }
}

typedef struct
{
  RensaArray *x;
  RensaArray *t;
} Arrays;

static gboolean
serialize_arrays (gpointer data, RensaSerializer *serializer, GError **error)
{
  Arrays *arrays = data;

  return rensa_serializer_array (serializer, "x", &arrays->x, error)
         && rensa_serializer_array (serializer, "t", &arrays->t, error);
}

#define FOLDER "'dataset': {'type': 'image_folder', 'attrs': {'path': '.', 'width': 2, 'height': 2%s}}"

/* Of a folder few pictures are shown, but all of their labels are counted. */
static void
test_image_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (FOLDER, "");
  g_autoptr (RensaPreview) preview = NULL;

  for (int i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%d.ppm", i % 3 > 0 ? "many" : "few", i);

      write_picture (fixture->folder, name, 255, 0, 0);
    }
  preview = preview_of (fixture, text);
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpint (preview->form, ==, RENSA_PREVIEW_PICTURES);
  g_assert_cmpuint (preview->train.n_shown, ==, 120);
  g_assert_cmpuint (preview->test.n_shown, ==, preview->test.n);
  g_assert_cmpuint (preview->train.class_counts[0] + preview->test.class_counts[0], ==, 100);
  g_assert_cmpuint (preview->train.class_counts[1] + preview->test.class_counts[1], ==, 200);
  g_assert_cmpfloat (preview->train.inputs[0], ==, 1);
  g_assert_cmpfloat (preview->train.inputs[4], ==, 0);
}

/* A picture that cannot be read is told before anybody trains, and can be left out. */
static void
test_unreadable_picture (Fixture *fixture, gconstpointer data)
{
  g_autofree char *refusing = g_strdup_printf (FOLDER, "");
  g_autofree char *dropping = g_strdup_printf (FOLDER, ", 'unreadable': 'drop'");
  g_autoptr (RensaPreview) failed = NULL;
  g_autoptr (RensaPreview) dropped = NULL;
  RensaDataNote *note;

  for (int i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("one/%d.ppm", i);

      write_picture (fixture->folder, name, 255, 0, 0);
    }
  test_file_write (fixture->folder, "one/bad.jpg", "no picture", -1);
  failed = preview_of (fixture, refusing);
  g_assert_cmpint (failed->state, ==, RENSA_PREVIEW_FAILED);
  g_assert_nonnull (strstr (failed->sentence, "one/bad.jpg” is not a readable image"));
  note = rensa_data_notes_find (failed->notes, RENSA_DATA_REMEDY);
  g_assert_cmpstr (((RensaDataChange *) note->changes->pdata[0])->value, ==, "drop");
  dropped = preview_of (fixture, dropping);
  g_assert_cmpint (dropped->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpuint (dropped->train.n + dropped->test.n, ==, 4);
}

static void
test_npz (Fixture *fixture, gconstpointer data)
{
  const gint32 classes[] = { 0, 1, 1, 0, 1 };
  g_autofree float *values = g_new0 (float, 5 * 3 * 9 * 8);
  g_autoptr (RensaArray) x = floats_new (values, RENSA_SHAPE (5, 3, 9, 8));
  g_autoptr (RensaArray) t = ints_new (classes, 5);
  Arrays arrays = { x, t };
  g_autofree char *path = g_build_filename (fixture->folder, "d.npz", NULL);
  g_autofree char *remedies = NULL;
  g_autoptr (RensaPreview) preview = NULL;
  g_autoptr (GError) error = NULL;

  rensa_save_npz (path, serialize_arrays, &arrays, TRUE, &error);
  g_assert_no_error (error);
  preview = preview_of (fixture, "'dataset': {'type': 'npz', 'attrs': {'path': 'd.npz'}}");
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpint (preview->form, ==, RENSA_PREVIEW_PICTURES);
  g_assert_cmpint (preview->picture.n_channels, ==, 3);
  g_assert_cmpint (preview->picture.height, ==, 9);
  g_assert_cmpint (preview->n_classes, ==, 2);
  g_assert_cmpint (preview->train.n + preview->test.n, ==, 5);
  assert_failed (fixture, "'dataset': {'type': 'npz', 'attrs': {'path': 'd.npz', 'x': 'y'}}", RENSA_PREVIEW_FAILED,
                 "y");

  /* Another name than the one that is asked for is named, and offered. */
  g_clear_pointer (&preview, rensa_preview_unref);
  preview = preview_of (fixture, "'dataset': {'type': 'npz', 'attrs': {'path': 'd.npz', 'x': 'images'}}");
  g_assert_true (g_str_has_suffix (preview->sentence, "d.npz does not contain “images”, only “x”, “t”."));
  remedies = join_remedies (preview);
  g_assert_cmpstr (remedies, ==, "Use “x” as Inputs");
}

static void
test_idx (Fixture *fixture, gconstpointer data)
{
  const char images[] = "\0\0\x08\3\0\0\0\4\0\0\0\2\0\0\0\2"
                        "\xff\0\0\0\0\xff\0\0\0\0\xff\0\0\0\0\xff";
  const char labels[] = "\0\0\x08\1\0\0\0\4\0\1\2\1";
  const char *text = "'dataset': {'type': 'idx', 'attrs': {'images': 'i', 'labels': 'l', 'scale': 3, 'shape': 'flat'}},"
                     "'split': {'fraction': 1}";
  g_autoptr (RensaPreview) preview = NULL;

  test_file_write (fixture->folder, "i", images, sizeof images - 1);
  test_file_write (fixture->folder, "l", labels, sizeof labels - 1);
  preview = preview_of (fixture, text);
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpint (preview->form, ==, RENSA_PREVIEW_PICTURES);
  g_assert_cmpfloat (preview->picture.white, ==, 3);
  g_assert_cmpfloat (preview->train.inputs[4 + 1], ==, 3);
  g_assert_cmpint (preview->test.n, ==, 0);
  g_assert_cmpint (preview->train.class_counts[1], ==, 2);

  test_file_write (fixture->folder, "l", labels, sizeof labels - 2);
  assert_failed (fixture, text, RENSA_PREVIEW_FAILED, "unexpected end of file");
}

static void
test_mnist (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = find_test_data ("mnist/train-images-idx3-ubyte.gz");
  g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;
  Fixture there = { folder };
  g_autoptr (RensaPreview) preview = NULL;

  assert_failed (fixture, "'dataset': 'mnist'", RENSA_PREVIEW_ABSENT, "train-images-idx3-ubyte");
  if (file == NULL)
    return;

  preview = preview_of (&there, "'dataset': 'mnist'");
  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  assert_counts (preview, &preview->train);
  g_assert_cmpint (preview->train.class_counts[0], ==, 5923);
  g_assert_cmpint (preview->test.class_counts[0], ==, 980);
  g_assert_cmpint (preview->picture.drawing, ==, RENSA_DRAWING_BY_MASS);
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaDocument) document = document_of ("{\"format\": 1, \"data\": {\"dataset\": \"moons\"}}");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (RensaPreview) preview = NULL;

  g_cancellable_cancel (cancellable);
  preview = rensa_preview_new (document, fixture->folder, cancellable, NULL, NULL);
  g_assert_cmpint (preview->train.class_counts[0], ==, 0);
}

#define ADD(path, func) g_test_add ("/project/advice/preview/" path, Fixture, NULL, set_up, func, tear_down)

/* Moons in a range: the examples as they were, and what becomes of them; the columns stay two. */
static void
test_prepared (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaPreview) preview =
      preview_of (fixture, "'dataset': {'type': 'moons'}, 'preprocessing': [{'type': 'ScaleRange'}]");
  g_autoptr (RensaPreview) noisy =
      preview_of (fixture, "'dataset': {'type': 'moons'}, 'preprocessing': [{'type': 'GaussianNoise'}]");
  g_autoptr (RensaPreview) plain = preview_of (fixture, "'dataset': {'type': 'moons'}");

  g_assert_null (plain->prepared);
  g_assert_cmpint (preview->prepared->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpfloat (preview->low, ==, plain->low);
  g_assert_cmpfloat (preview->low, <, -0.5);
  g_assert_cmpfloat_with_epsilon (preview->prepared->low, 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (preview->prepared->high, 1, 1e-6);
  g_assert_cmpint (preview->prepared->form, ==, RENSA_PREVIEW_POINTS);
  g_assert_cmpint (preview->prepared->test.n, ==, preview->test.n);
  /* Noise is for training alone. */
  g_assert_cmpfloat (noisy->prepared->train.inputs[0], !=, plain->train.inputs[0]);
  g_assert_cmpfloat (noisy->prepared->test.inputs[0], ==, plain->test.inputs[0]);
}

static void
test_not_prepared (Fixture *fixture, gconstpointer data)
{
  g_autoptr (RensaPreview) preview =
      preview_of (fixture, "'dataset': {'type': 'moons'}, 'preprocessing': [{'type': 'RandomFlip'}]");

  g_assert_cmpint (preview->state, ==, RENSA_PREVIEW_READY);
  g_assert_cmpint (preview->prepared->state, ==, RENSA_PREVIEW_FAILED);
  g_assert_cmpstr (preview->prepared->sentence, ==, "Only available for images.");
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  ADD ("built-in", test_built_in);
  ADD ("forms", test_forms);
  ADD ("classes", test_classes);
  ADD ("sequences", test_sequences);
  ADD ("missing-class", test_missing_class);
  ADD ("repeated-rows", test_repeated_rows);
  ADD ("csv", test_csv);
  ADD ("bad-csv", test_bad_csv);
  ADD ("remedies", test_remedies);
  ADD ("image-folder", test_image_folder);
  ADD ("unreadable-picture", test_unreadable_picture);
  ADD ("npz", test_npz);
  ADD ("idx", test_idx);
  ADD ("mnist", test_mnist);
  ADD ("cancelled", test_cancelled);
  ADD ("prepared", test_prepared);
  ADD ("not-prepared", test_not_prepared);
  return g_test_run ();
}
