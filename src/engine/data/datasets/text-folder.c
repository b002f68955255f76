/* text-folder.c: texts in folders, one folder per class.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-memory.h"
#include "rensa-random.h"
#include "rensa-source-private.h"
#include "rensa-tokens-private.h"

/* Pads shorter texts. */
#define PADDING "<pad>"

typedef struct
{
  char *path;
  int tokens;
  gint64 vocabulary;
  gint64 length;
  double test_fraction;
  int encoding;
} TextFolder;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (TextFolder, path, .required = TRUE, .is_path = TRUE, .is_folder = TRUE, .title = N_ ("Folder"),
                     .hint = N_ ("A folder with one subfolder of texts per class, or with folders “train” and "
                                 "“test” structured this way")),
  RENSA_ATTR_TOKENS (TextFolder, tokens),
  RENSA_ATTR_MOST_TOKENS (TextFolder, vocabulary),
  RENSA_ATTR_INT (TextFolder, length, .initial = 200, .min = 1, .max = 1 << 20, .title = N_ ("Length"),
                  .hint = N_ ("Tokens per example; longer texts are truncated, shorter ones are padded with "
                              "“<pad>” (ID 0)")),
  RENSA_ATTR_TEST_FRACTION (TextFolder, test_fraction),
  RENSA_ATTR_ENCODING (TextFolder, encoding),
};

/* A file and the start of its tokens. */
typedef struct
{
  char *path;
  gint32 label;
  gsize start;
  gsize end;
} Document;

typedef struct
{
  GArray *documents; /* training first */
  guint n_train;
  GPtrArray *classes;
  RensaCorpus corpus;
} Library;

static void
document_clear (gpointer data)
{
  g_free (((Document *) data)->path);
}

static void
library_clear (Library *self)
{
  g_clear_pointer (&self->documents, g_array_unref);
  g_clear_pointer (&self->classes, g_ptr_array_unref);
  rensa_corpus_clear (&self->corpus);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Library, library_clear)

static Document *
get_document (const Library *self, guint i)
{
  return &g_array_index (self->documents, Document, i);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static GPtrArray *
list_folders (const char *path, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GDir) dir = g_dir_open (path, 0, &why);
  GPtrArray *names;
  const char *name;

  if (dir == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s", why->message);
      return NULL;
    }
  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *full = g_build_filename (path, name, NULL);

      if (name[0] != '.' && g_file_test (full, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Returns the number of the class, after adding it if it is new and @is_open. */
static gint32
find_class (Library *self, const char *name, gboolean is_open)
{
  guint i;

  if (g_ptr_array_find_with_equal_func (self->classes, name, g_str_equal, &i))
    return (gint32) i;
  if (!is_open)
    return -1;
  g_ptr_array_add (self->classes, g_strdup (name));
  return (gint32) self->classes->len - 1;
}

static gboolean
fail_unknown (const char *folder, const char *name, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (name);

  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("“%s” contains a folder “%s” of test texts, but there are no training texts for this class"),
                   folder, shown);
  return FALSE;
}

/* Lists the files of one part; @is_open: its folders define the classes. */
static gboolean
list_part (Library *self, const char *folder, gboolean is_open, GError **error)
{
  g_autoptr (GPtrArray) names = list_folders (folder, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      g_autoptr (GPtrArray) files = rensa_text_files_list (path, error);
      gint32 label;

      if (files == NULL)
        return FALSE;
      if (files->len == 0)
        continue;
      label = find_class (self, names->pdata[i], is_open);
      if (label < 0)
        return fail_unknown (folder, names->pdata[i], error);
      for (guint j = 0; j < files->len; j++)
        g_array_append_val (self->documents, ((Document){ g_strdup (files->pdata[j]), label }));
    }
  return names != NULL;
}

/* Shuffles in a fixed order, so that adjacent documents belong to different classes. */
static void
mix (Library *self, guint start)
{
  const guint n = self->documents->len - start;
  RensaRandom random = rensa_random_init (0, 0);
  g_autofree gint64 *order = g_new (gint64, n + 1);
  g_autofree Document *sorted = n > 0 ? g_memdup2 (get_document (self, start), n * sizeof *sorted) : NULL;

  rensa_random_permutation (&random, order, n);
  for (guint i = 0; i < n; i++)
    *get_document (self, start + i) = sorted[order[i]];
}

/* Folders in folders, at most. */
#define MOST_LEVELS 8

static gboolean
lies_in (const char *file, const char *folder)
{
  g_autofree char *parent = g_path_get_dirname (file);

  return g_str_equal (parent, folder);
}

/* Returns the only folder in @path with texts if all texts are in folders inside it; NULL
 * otherwise. */
static char *
find_only_folder (const char *path)
{
  g_autoptr (GPtrArray) names = list_folders (path, NULL);
  g_autofree char *only = NULL;

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autofree char *folder = g_build_filename (path, names->pdata[i], NULL);
      g_autoptr (GPtrArray) files = rensa_text_files_list (folder, NULL);

      if (files == NULL || files->len == 0)
        continue;
      if (only != NULL)
        return NULL;
      for (guint j = 0; j < files->len; j++)
        if (lies_in (files->pdata[j], folder))
          return NULL;
      only = g_steal_pointer (&folder);
    }
  return g_steal_pointer (&only);
}

/* Returns the folder that contains those of the classes, as for pictures: @path, or a folder
 * further down if each level has a single folder. */
static char *
find_root (const char *path)
{
  char *root = g_strdup (path);
  char *only;

  for (int level = 0; level < MOST_LEVELS && (only = find_only_folder (root)) != NULL; level++)
    {
      g_free (root);
      root = only;
    }
  return root;
}

static gboolean
list_documents (Library *self, const char *given, double test_fraction, GError **error)
{
  g_autofree char *path = find_root (given);
  g_autofree char *train = g_build_filename (path, "train", NULL);
  g_autofree char *test = g_build_filename (path, "test", NULL);
  const gboolean has_parts = g_file_test (train, G_FILE_TEST_IS_DIR) && g_file_test (test, G_FILE_TEST_IS_DIR);

  if (!list_part (self, has_parts ? train : path, TRUE, error))
    return FALSE;
  mix (self, 0);
  self->n_train = self->documents->len;
  if (has_parts && !list_part (self, test, FALSE, error))
    return FALSE;
  mix (self, self->n_train);
  if (!has_parts)
    self->n_train = (guint) (self->documents->len * (1 - test_fraction));
  if (self->n_train > 0 && self->classes->len > 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” contains no folders with texts; expected one folder per class"),
                   path);
  return FALSE;
}

static gboolean
read_documents (Library *self, const RensaDataPlaces *places, GError **error)
{
  for (guint i = 0; i < self->documents->len; i++)
    {
      Document *document = get_document (self, i);

      document->start = self->corpus.ids->len;
      if (!rensa_corpus_add (&self->corpus, document->path, places, error))
        return FALSE;
      document->end = self->corpus.ids->len;
    }
  return TRUE;
}

/* Shifts the IDs by one, because the first ID is used for padding. */
static void
fill_row (const Library *self, const Document *document, gint64 length, gint32 *row)
{
  const gint64 n = MIN ((gint64) (document->end - document->start), length);

  for (gint64 i = 0; i < length; i++)
    row[i] = i < n ? g_array_index (self->corpus.ids, gint32, document->start + (gsize) i) + 1 : 0;
}

static RensaDataset *
make_part (const Library *self, guint start, guint end, gint64 length, GError **error)
{
  const gint64 n = (gint64) end - start;
  g_autofree gint32 *rows = rensa_memory_try_alloc ((guint64) n, (gsize) length * sizeof *rows, "text_folder", error);
  g_autofree gint32 *labels = g_new (gint32, n + 1);
  g_autoptr (RensaArray) x = NULL;
  g_autoptr (RensaArray) t = NULL;

  if (rows == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      const Document *document = get_document (self, start + (guint) i);

      fill_row (self, document, length, rows + i * length);
      labels[i] = document->label;
    }
  x = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n, length), rows, error);
  t = x != NULL ? rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (n), labels, error) : NULL;
  return rensa_source_make_pairs (x, t, error);
}

static void
describe (const Library *self, RensaDataBundle *bundle)
{
  rensa_tokens_tell (&self->corpus, bundle);
  bundle->n_classes = self->classes->len;
  bundle->label_names = g_new0 (char *, self->classes->len + 1);
  for (guint i = 0; i < self->classes->len; i++)
    bundle->label_names[i] = rensa_file_dup_shown_name (self->classes->pdata[i]);
}

static void
put_padding_first (RensaCorpus *corpus)
{
  g_ptr_array_insert (corpus->texts, 0, g_strdup (PADDING));
}

static gboolean
load_library (Library *self, const TextFolder *settings, const char *path, const RensaDataPlaces *places,
              RensaDataBundle *bundle, GError **error)
{
  if (!list_documents (self, path, settings->test_fraction, error) || !read_documents (self, places, error))
    return FALSE;
  rensa_corpus_settle (&self->corpus, get_document (self, self->n_train - 1)->end,
                       rensa_tokens_get_most (settings->vocabulary));
  put_padding_first (&self->corpus);
  describe (self, bundle);
  bundle->train = make_part (self, 0, self->n_train, settings->length, error);
  if (bundle->train == NULL || self->n_train == self->documents->len)
    return bundle->train != NULL;
  bundle->test = make_part (self, self->n_train, self->documents->len, settings->length, error);
  return bundle->test != NULL;
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  const TextFolder *self = data;
  g_autofree char *path = rensa_source_find_file (places, self->path, error);
  g_autoptr (GError) reason = NULL;
  g_auto (Library) library = {
    .documents = g_array_new (FALSE, TRUE, sizeof (Document)),
    .classes = g_ptr_array_new_with_free_func (g_free),
    .corpus = { .kind = (RensaTokenKind) self->tokens, .encoding = rensa_tokens_get_encoding (self->encoding) },
  };

  g_array_set_clear_func (library.documents, document_clear);
  rensa_corpus_init (&library.corpus);
  if (path == NULL)
    return FALSE;
  if (load_library (&library, self, path, places, bundle, &reason))
    return TRUE;
  rensa_tokens_advise (&library.corpus, reason, bundle);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

const RensaDatasetClass rensa_dataset_text_folder_class = {
  .name = "text_folder",
  .group = &rensa_files_group,
  .title = N_ ("Text Folder"),
  .summary = N_ ("Texts to classify, in one folder per class"),
  RENSA_ATTRS (TextFolder, attrs),
  .load = load,
};
