/* npz.c: arrays in NumPy's archive format.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-error.h"
#include "rensa-label-values-private.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-source-private.h"
#include "rensa-wording.h"
#include "rensa-fault.h"

typedef struct
{
  char *path;
  char *x;
  char *t;
  char *test_x;
  char *test_t;
  int label_kind;
  int incomplete;
} Npz;

enum
{
  LABELS_AUTO,
  LABELS_CLASS,
};

static const char *const label_kinds[] = { "auto", "class", NULL };

enum
{
  INCOMPLETE_KEEP,
  INCOMPLETE_DROP,
};

static const char *const incompletes[] = { "keep", "drop", NULL };

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Npz, path, .required = TRUE, .is_path = TRUE, .title = N_ ("File"),
                     .hint = N_ ("Relative to the document or the data set folder")),
  RENSA_ATTR_STRING (
      Npz, x, .initial_text = "x", .title = N_ ("Inputs"),
      .hint = N_ ("Keys of arrays with one example per entry of the first axis, separated by commas; “xs: lengths” "
                  "are sequences concatenated in xs with the given lengths")),
  RENSA_ATTR_STRING (Npz, t, .initial_text = "t", .allow_none = TRUE, .title = N_ ("Labels"),
                     .hint = N_ ("Key; None if there are no labels")),
  RENSA_ATTR_STRING (Npz, test_x, .allow_none = TRUE, .none = TRUE, .title = N_ ("Test Inputs")),
  RENSA_ATTR_STRING (Npz, test_t, .allow_none = TRUE, .none = TRUE, .title = N_ ("Test Labels")),
  RENSA_ATTR_CHOICE (Npz, label_kind, .choices = label_kinds, .title = N_ ("Label Type"),
                     .hint = N_ ("Class numbers the distinct labels, which may be a column or one-hot rows")),
  RENSA_ATTR_CHOICE (Npz, incomplete, .choices = incompletes, .title = N_ ("Incomplete Examples"),
                     .hint = N_ ("Handling of examples with NaN or infinite values")),
};

/* Returns TRUE if all numbers of @array fit in int32. */
static gboolean
check_range (RensaArray *array, const char *path, const char *key, GError **error)
{
  const gint64 n = rensa_array_get_count (array);
  g_autofree gint64 *values = rensa_memory_try_new (gint64, n, path, error);

  if (values == NULL || !rensa_array_to_host (array, values, error))
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    if (values[i] != (gint32) values[i])
      {
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s: the number %lld does not fit in 32 bits"), path, key,
                         (long long) values[i]);
        return FALSE;
      }
  return TRUE;
}

/* Converts any NumPy types: links compute in float32 by default, and labels are int32.
 * @classes: class numbers of text labels; NULL for inputs. */
static RensaArray *
read_array (RensaNpz *npz, const char *path, const char *key, GHashTable *classes, GError **error)
{
  const gboolean are_texts = classes != NULL && rensa_npz_holds_texts (npz, key);
  g_autoptr (RensaArray) array =
      are_texts ? rensa_npz_read_texts (npz, key, classes, error) : rensa_npz_read (npz, key, error);
  RensaDtype dtype;

  if (array == NULL)
    return NULL;
  if (rensa_array_get_ndim (array) == 0)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s is a single number, not an array of examples"), path,
                       key);
      return NULL;
    }

  dtype = rensa_array_get_dtype (array);
  if (dtype == RENSA_INT64)
    return check_range (array, path, key, error) ? rensa_array_cast (array, RENSA_INT32, error) : NULL;
  if (dtype == RENSA_BOOL && classes != NULL)
    return rensa_array_cast (array, RENSA_INT32, error);
  return rensa_array_cast (array, dtype == RENSA_FLOAT64 || dtype == RENSA_BOOL ? rensa_source_get_dtype () : dtype,
                           error);
}

/* Splits "xs: lengths" into "xs" and "lengths"; a plain @key, or one that contains a colon itself,
 * is returned unchanged, with NULL. */
static void
part_key (RensaNpz *npz, const char *key, char **name, char **lengths)
{
  const char *colon = rensa_npz_has (npz, key) ? NULL : strrchr (key, ':');

  *name = colon != NULL ? g_strstrip (g_strndup (key, colon - key)) : g_strdup (key);
  *lengths = colon != NULL ? g_strstrip (g_strdup (colon + 1)) : NULL;
}

static RensaLengths *
read_lengths (RensaNpz *npz, const char *path, const char *key, gint64 n_rows, GError **error)
{
  g_autoptr (RensaArray) array = rensa_npz_read (npz, key, error);
  g_autoptr (RensaArray) wide = NULL;
  g_autofree gint64 *values = NULL;
  gint64 left = n_rows;
  gint64 n;

  if (array == NULL)
    return NULL;
  n = rensa_array_get_count (array);
  wide = rensa_dtype_is_integer (rensa_array_get_dtype (array)) ? rensa_array_cast (array, RENSA_INT64, error) : NULL;
  values = wide != NULL ? rensa_memory_try_new (gint64, n + 1, path, error) : NULL;
  if (values != NULL && !rensa_array_to_host (wide, values, error))
    return NULL;
  for (gint64 i = 0; values != NULL && left >= 0 && i < n; i++)
    left = values[i] < 1 || values[i] > left ? -1 : left - values[i];
  if (values != NULL && left == 0 && n > 0)
    return rensa_lengths_new (values, n);
  if (error != NULL && *error == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("%s: %s must contain sequence lengths, integers of at least 1 that sum to %lld"), path, key,
                     (long long) n_rows);
  return NULL;
}

/* Reads an array or, if the key specifies lengths, sequences concatenated in it. */
static RensaArray *
read_field (RensaNpz *npz, const char *path, const char *key, GHashTable *classes, GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *lengths_name = NULL;
  g_autoptr (RensaLengths) lengths = NULL;
  RensaArray *array;

  part_key (npz, key, &name, &lengths_name);
  array = read_array (npz, path, name, classes, error);
  if (array == NULL || lengths_name == NULL)
    return array;
  lengths = read_lengths (npz, path, lengths_name, rensa_array_get_dim (array, 0), error);
  if (lengths == NULL)
    g_clear_pointer (&array, rensa_array_unref);
  else
    rensa_array_set_lengths (array, lengths);
  return array;
}

/* Returns the keys in @text: either @text itself, if it is a key with commas, or its
 * comma-separated parts. */
static GStrv
list_keys (RensaNpz *npz, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  if (parts[0] == NULL || parts[1] == NULL || rensa_npz_has (npz, text))
    return g_strdupv ((char *[]){ (char *) text, NULL });
  for (guint i = 0; parts[i] != NULL; i++)
    g_strstrip (parts[i]);
  return g_steal_pointer (&parts);
}

/* @keys: keys of the arrays that have been read already. */
static gboolean
check_lengths (const char *path, RensaArray *const *arrays, const char *const *keys, int i, GError **error)
{
  if (i == 0 || rensa_array_count_examples (arrays[0]) == rensa_array_count_examples (arrays[i]))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: %s contains %lld examples, but %s contains %lld"), path, keys[0],
                   (long long) rensa_array_count_examples (arrays[0]), keys[i],
                   (long long) rensa_array_count_examples (arrays[i]));
  return FALSE;
}

/* Checks that an example does not have too many values. */
static gboolean
check_count (const char *path, guint n, GError **error)
{
  if (n <= RENSA_MAX_FIELDS)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s: an example can have at most %d values, but %u arrays are "
                       "specified"),
                   path, RENSA_MAX_FIELDS, n);
  return FALSE;
}

/* @values: (nullable): all numbers that represent classes, if labels are such numbers. Takes
 * ownership of @array. */
static RensaArray *
number_labels (RensaArray *array, const GArray *values, GError **error)
{
  g_autoptr (RensaArray) labels = array;

  return labels != NULL && values != NULL ? rensa_label_values_number (values, labels, error)
                                          : g_steal_pointer (&labels);
}

static RensaDataset *
load_part (RensaNpz *npz, const char *path, const char *x_keys, const char *t_key, GHashTable *classes,
           const GArray *values, RensaArray **t, GError **error)
{
  g_auto (GStrv) inputs = list_keys (npz, x_keys);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GPtrArray) arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  g_auto (GStrv) keys = NULL;

  g_strv_builder_addv (builder, (const char **) inputs);
  if (t_key != NULL)
    g_strv_builder_add (builder, t_key);
  keys = g_strv_builder_end (builder);
  if (!check_count (path, g_strv_length (keys), error))
    return NULL;
  for (guint i = 0; keys[i] != NULL; i++)
    {
      const gboolean is_label = t_key != NULL && keys[i + 1] == NULL;
      RensaArray *array = read_field (npz, path, keys[i], is_label ? classes : NULL, error);

      if (is_label)
        array = number_labels (array, values, error);
      if (array == NULL)
        return NULL;
      g_ptr_array_add (arrays, array);
      if (!check_lengths (path, (RensaArray *const *) arrays->pdata, (const char *const *) keys, (int) i, error))
        return NULL;
    }
  *t = t_key != NULL ? rensa_array_ref (arrays->pdata[arrays->len - 1]) : NULL;
  return rensa_tuple_dataset_new ((RensaArray **) arrays->pdata, (int) arrays->len, error);
}

static gboolean
drop_examples (const char *path, RensaDataBundle *bundle, GError **error)
{
  const gboolean has_test = bundle->test != NULL;
  gint64 n = 0;

  bundle->train = rensa_source_drop_incomplete (bundle->train, path, &n, error);
  if (bundle->train != NULL && has_test)
    bundle->test = rensa_source_drop_incomplete (bundle->test, path, &n, error);
  if (n > 0)
    {
      bundle->notes = bundle->notes != NULL ? bundle->notes : rensa_data_notes_new ();
      rensa_data_notes_add (
          bundle->notes, RENSA_DATA_READING,
          g_strdup_printf (ngettext ("%lu incomplete example left out", "%lu incomplete examples left out", (gulong) n),
                           (gulong) n));
    }
  return bundle->train != NULL && (!has_test || bundle->test != NULL);
}

/* Returns the number of classes if @t holds integers on one axis. */
static gint64
count_classes (RensaArray *t)
{
  g_autoptr (RensaArray) largest = NULL;

  if (t == NULL || rensa_array_get_ndim (t) != 1 || !rensa_dtype_is_integer (rensa_array_get_dtype (t))
      || rensa_array_get_count (t) == 0)
    return 0;
  largest = rensa_reduce (RENSA_REDUCE_MAX, t, 1, FALSE, NULL);
  return largest != NULL ? MAX (rensa_array_get_scalar (largest) + 1, 0) : 0;
}

/* Adds the labels @key to @classes if they are texts. */
static gboolean
collect_classes (RensaNpz *npz, const char *key, GHashTable *classes, GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *lengths = NULL;
  g_autoptr (RensaArray) array = NULL;

  if (key == NULL)
    return TRUE;
  part_key (npz, key, &name, &lengths);
  if (!rensa_npz_holds_texts (npz, name))
    return TRUE;
  array = rensa_npz_read_texts (npz, name, classes, error);
  return array != NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Numbers the labels of both parts in the order of their texts; @names: the sorted texts, NULL if
 * there are none. */
static gboolean
number_classes (const Npz *self, RensaNpz *npz, GHashTable *classes, char ***names, GError **error)
{
  g_autofree char **sorted = NULL;
  guint n;

  if (!collect_classes (npz, self->t, classes, error)
      || (self->test_x != NULL && !collect_classes (npz, self->test_t, classes, error)))
    return FALSE;
  sorted = (char **) g_hash_table_get_keys_as_array (classes, &n);
  if (n == 0)
    return TRUE;
  qsort (sorted, n, sizeof *sorted, compare_names);
  *names = g_strdupv (sorted);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (classes, g_strdup ((*names)[i]), GINT_TO_POINTER (i));
  return TRUE;
}

/* Returns the distinct labels of both parts if they are used as classes and are not texts;
 * otherwise NULL, or NULL with an error. */
static GArray *
list_values (const Npz *self, RensaNpz *npz, const char *path, GError **error)
{
  const char *const keys[] = { self->t, self->test_x != NULL ? self->test_t : NULL };
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  if (self->label_kind != LABELS_CLASS || self->t == NULL || rensa_npz_holds_texts (npz, self->t))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (keys) && keys[i] != NULL; i++)
    {
      g_autoptr (RensaArray) labels = read_array (npz, path, keys[i], NULL, error);

      if (labels == NULL || !rensa_label_values_add (values, labels, keys[i], error))
        return NULL;
    }
  return g_steal_pointer (&values);
}

static void
tell_of_labels (const Npz *self, RensaArray *t, RensaDataBundle *bundle)
{
  const gboolean are_plain = t != NULL && bundle->label_names == NULL && strchr (self->t, ':') == NULL;
  char *text = are_plain ? rensa_label_values_doubt (t, self->t) : NULL;

  if (text == NULL)
    return;
  bundle->notes = bundle->notes != NULL ? bundle->notes : rensa_data_notes_new ();
  rensa_data_note_offer (rensa_data_notes_add (bundle->notes, RENSA_DATA_WARNING, text),
                         g_strdup (_ ("Use the Labels as Classes")), "label_kind", label_kinds[LABELS_CLASS]);
}

/* Maximum number of names listed and suggested. */
#define MOST_NAMES 8

/* Lists the existing arrays if the requested one does not exist. */
static gboolean
check_name (RensaNpz *npz, const char *path, const char *key, GError **error)
{
  const guint n = rensa_npz_get_n_keys (npz);
  g_autoptr (GString) names = NULL;

  if (key == NULL || rensa_npz_has (npz, key))
    return TRUE;
  if (rensa_npz_has_other (npz, key))
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: entry “%s” is not an array"), path, key);
      return FALSE;
    }

  names = g_string_new (NULL);
  for (guint i = 0; i < MIN (n, MOST_NAMES); i++)
    {
      g_autofree char *name = rensa_excerpt (rensa_npz_get_key (npz, i));

      g_string_append_printf (names, "%s“%s”", i > 0 ? ", " : "", name);
    }
  if (n > MOST_NAMES)
    g_string_append_printf (names, _ (" and %u more"), n - MOST_NAMES);
  if (n > 0)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not contain “%s”, only %s"), path, key, names->str);
  else
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s does not contain “%s” or anything else"), path, key);
  return FALSE;
}

static gboolean
check_key (RensaNpz *npz, const char *path, const char *key, GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *lengths = NULL;

  if (key != NULL)
    part_key (npz, key, &name, &lengths);
  return check_name (npz, path, name, error) && check_name (npz, path, lengths, error);
}

static gboolean
check_keys (RensaNpz *npz, const char *path, const char *text, GError **error)
{
  g_auto (GStrv) keys = text != NULL ? list_keys (npz, text) : NULL;

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    if (!check_key (npz, path, keys[i], error))
      return FALSE;
  return TRUE;
}

/* Suggests the other arrays for an attribute whose array does not exist. */
static void
advise (const Npz *self, RensaNpz *npz, RensaDataBundle *bundle)
{
  const struct
  {
    const char *attr;
    const char *key;
    const char *label;
    gboolean can_be_none;
  } all[] = {
    /* Translators: an array in a file. */
    { "x", self->x, N_ ("Use “%s” as Inputs"), FALSE },
    { "t", self->t, N_ ("Use “%s” as Labels"), TRUE },
    { "test_x", self->test_x, N_ ("Use “%s” as Test Inputs"), TRUE },
    { "test_t", self->test_t, N_ ("Use “%s” as Test Labels"), TRUE },
  };
  RensaDataNote *note;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      if (all[i].key == NULL || check_keys (npz, "", all[i].key, NULL))
        continue;

      bundle->notes = rensa_data_notes_new ();
      bundle->how_far = (int) i;
      note = rensa_data_notes_add (bundle->notes, RENSA_DATA_REMEDY, NULL);
      for (guint j = 0; j < MIN (rensa_npz_get_n_keys (npz), MOST_NAMES); j++)
        {
          const char *key = rensa_npz_get_key (npz, j);
          g_autofree char *name = rensa_excerpt (key);
          g_auto (GStrv) parts = g_strsplit (_ (all[i].label), "%s", 2);

          if (g_strcmp0 (key, self->x) != 0 && g_strcmp0 (key, self->t) != 0)
            rensa_data_note_offer (note, g_strconcat (parts[0], name, parts[1], NULL), all[i].attr, key);
        }
      if (all[i].can_be_none)
        rensa_data_note_offer (note, g_strdup (_ ("Do Not Use")), all[i].attr, NULL);
      return;
    }
  bundle->how_far = G_N_ELEMENTS (all);
}

static gboolean
load_parts (const Npz *self, RensaNpz *npz, const char *path, RensaDataBundle *bundle, GError **error)
{
  g_autoptr (GHashTable) classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (RensaArray) t = NULL;
  g_autoptr (RensaArray) test_t = NULL;
  g_autoptr (GArray) values = NULL;
  GError *why = NULL;

  if (!check_keys (npz, path, self->x, error) || !check_key (npz, path, self->t, error)
      || !check_keys (npz, path, self->test_x, error) || !check_key (npz, path, self->test_t, error)
      || !number_classes (self, npz, classes, &bundle->label_names, error))
    return FALSE;

  values = list_values (self, npz, path, &why);
  if (why != NULL)
    {
      g_propagate_error (error, why);
      return FALSE;
    }
  if (values != NULL)
    bundle->label_names = rensa_label_values_dup_names (values);
  bundle->train = load_part (npz, path, self->x, self->t, classes, values, &t, error);
  if (bundle->train != NULL && self->test_x != NULL)
    bundle->test = load_part (npz, path, self->test_x, self->test_t, classes, values, &test_t, error);
  tell_of_labels (self, t, bundle);
  bundle->n_classes = bundle->label_names != NULL ? g_strv_length (bundle->label_names)
                                                  : MAX (count_classes (t), count_classes (test_t));
  return bundle->train != NULL && (self->test_x == NULL || bundle->test != NULL);
}

/* Unused test arrays */

static const char *const test_words[] = { "test", "val", "valid", "validation" };

/* Returns the key of the test examples that matches @key: "x_test" for "x_train" or "x"; NULL if
 * the file has no such array. */
static char *
find_test_key (RensaNpz *npz, const char *key, const char *word)
{
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func (g_free);
  const char *train = strstr (key, "train");

  if (train != NULL)
    {
      g_autofree char *before = g_strndup (key, (gsize) (train - key));

      g_ptr_array_add (candidates, g_strconcat (before, word, train + strlen ("train"), NULL));
    }
  g_ptr_array_add (candidates, g_strconcat (key, "_", word, NULL));
  g_ptr_array_add (candidates, g_strconcat (word, "_", key, NULL));
  for (guint i = 0; i < candidates->len; i++)
    if (rensa_npz_has (npz, candidates->pdata[i]) && !g_str_equal (candidates->pdata[i], key))
      return g_strdup (candidates->pdata[i]);
  return NULL;
}

static void
tell_of_test_arrays (const Npz *self, RensaNpz *npz, RensaDataBundle *bundle)
{
  for (guint i = 0; self->test_x == NULL && self->t != NULL && i < G_N_ELEMENTS (test_words); i++)
    {
      g_autofree char *x = find_test_key (npz, self->x, test_words[i]);
      g_autofree char *t = find_test_key (npz, self->t, test_words[i]);
      RensaDataNote *note;

      if (x == NULL || t == NULL)
        continue;
      bundle->notes = bundle->notes != NULL ? bundle->notes : rensa_data_notes_new ();
      note = rensa_data_notes_add (
          bundle->notes, RENSA_DATA_WARNING,
          g_strdup_printf (_ ("The file also contains the arrays “%s” and “%s”, which are not used."), x, t));
      rensa_data_note_offer_both (note, g_strdup (_ ("Use for Validation")), "test_x", x, "test_t", t);
      return;
    }
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const Npz *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);
  g_autoptr (RensaNpz) npz = path != NULL ? rensa_npz_open (path, error) : NULL;

  if (npz == NULL)
    return FALSE;
  if (load_parts (self, npz, path, bundle, error))
    {
      tell_of_test_arrays (self, npz, bundle);
      bundle->can_drop_examples = self->incomplete == INCOMPLETE_KEEP;
      return self->incomplete == INCOMPLETE_KEEP || drop_examples (path, bundle, error);
    }
  advise (self, npz, bundle);
  return FALSE;
}

static gboolean
gives_sequences (gconstpointer data)
{
  const Npz *self = data;

  return strchr (self->x, ':') != NULL || (self->t != NULL && strchr (self->t, ':') != NULL);
}

static const char *const endings[] = { ".npz", NULL };

const RensaDatasetClass rensa_dataset_npz_class = {
  .name = "npz",
  .group = &rensa_files_group,
  .title = N_ ("NPZ File"),
  .summary = N_ ("Arrays from a file saved by NumPy"),
  RENSA_ATTRS (Npz, attrs),
  .load = load,
  .gives_sequences = gives_sequences,
  .endings = endings,
};
