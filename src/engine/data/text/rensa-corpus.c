/* rensa-corpus.c: tokenized texts.
 * SPDX-License-Identifier: MIT */

#include "rensa-corpus-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-memory.h"

/* Limits of nested folders and of files. */
#define MOST_LEVELS 8
#define MOST_FILES (1 << 20)
/* Maximum length of a token; longer ones are not words. */
#define MOST_TOKEN_BYTES 1024
#define MOST_TOKENS (1 << 22)
/* Growth increment of the array of IDs. */
#define CHUNK (1 << 20)

void
rensa_corpus_init (RensaCorpus *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
}

void
rensa_corpus_clear (RensaCorpus *self)
{
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
}

/* Returns the ID of @text, creating one if necessary. */
static gint32
number_token (RensaCorpus *self, const char *text)
{
  gpointer number;
  char *kept;

  if (g_hash_table_lookup_extended (self->numbers, text, NULL, &number))
    return GPOINTER_TO_INT (number);
  kept = g_strdup (text);
  g_hash_table_insert (self->numbers, kept, GINT_TO_POINTER ((gint32) self->texts->len));
  g_ptr_array_add (self->texts, kept);
  return (gint32) self->texts->len - 1;
}

/* A file being added to the corpus; @token: beginning of a word that may continue in the next block. */
typedef struct
{
  RensaCorpus *corpus;
  const char *path;
  GString *token;
} Scan;

static gboolean
add_token (Scan *self, const char *text, GError **error)
{
  GArray *ids = self->corpus->ids;
  gint32 id;

  if (self->corpus->texts->len >= MOST_TOKENS)
    {
      rensa_set_words (error, RENSA_ERROR_FORMAT,
                       N_ ("%s: more than four million different words; use characters as tokens"), self->path);
      return FALSE;
    }
  if (ids->len >= G_MAXINT32 - 1
      || (ids->len % CHUNK == 0 && !rensa_memory_check ((guint64) ids->len * sizeof (gint32), self->path, error)))
    {
      if (error != NULL && *error == NULL)
        rensa_set_words (error, RENSA_ERROR_NO_MEMORY, N_ ("%s: more than two billion tokens"), self->path);
      return FALSE;
    }
  id = number_token (self->corpus, text);
  g_array_append_val (ids, id);
  return TRUE;
}

static gboolean
end_token (Scan *self, GError **error)
{
  if (self->token->len == 0)
    return TRUE;
  if (!add_token (self, self->token->str, error))
    return FALSE;
  g_string_truncate (self->token, 0);
  return TRUE;
}

static gboolean
is_word (gunichar letter)
{
  return g_unichar_isalnum (letter) || g_unichar_ismark (letter) || letter == '_';
}

static gboolean
take_letter (Scan *self, gunichar letter, const char *bytes, gsize n, GError **error)
{
  const gboolean is_blank = g_unichar_isspace (letter) || g_unichar_iscntrl (letter);

  if (self->corpus->kind == RENSA_TOKENS_CHARACTERS || (self->corpus->kind == RENSA_TOKENS_WORDS && !is_word (letter)))
    {
      if (!end_token (self, error))
        return FALSE;
      if (self->corpus->kind == RENSA_TOKENS_CHARACTERS || !is_blank)
        {
          g_string_append_len (self->token, bytes, (gssize) n);
          return end_token (self, error);
        }
    }
  else if (is_blank)
    return end_token (self, error) && (letter != '\n' || add_token (self, RENSA_TOKEN_END_OF_LINE, error));

  if (is_blank)
    return letter != '\n' || add_token (self, RENSA_TOKEN_END_OF_LINE, error);
  g_string_append_len (self->token, bytes, (gssize) n);
  if (self->token->len <= MOST_TOKEN_BYTES)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT,
                   N_ ("%s: a word has more than a thousand letters; use characters as tokens"), self->path);
  return FALSE;
}

/* Drops one of the two line-end characters of Windows. */
static gboolean
take_block (Scan *self, const char *block, gsize n_bytes, GError **error)
{
  for (const char *at = block, *next; at < block + n_bytes; at = next)
    {
      next = g_utf8_next_char (at);
      if (*at != '\r' && !take_letter (self, g_utf8_get_char (at), at, (gsize) (next - at), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
report (const Scan *self, RensaText *text, const RensaDataPlaces *places, GError **error)
{
  if (places->progress != NULL)
    places->progress (rensa_text_get_n_read (text), rensa_text_get_size (text), self->corpus->ids->len,
                      places->progress_data);
  if (!g_cancellable_is_cancelled (places->cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("%s: reading was cancelled"), self->path);
  return FALSE;
}

static gboolean
scan (Scan *self, RensaText *text, const RensaDataPlaces *places, GError **error)
{
  g_autofree char *block = g_malloc (RENSA_TEXT_BLOCK);
  gssize n;

  while ((n = rensa_text_read (text, block, error)) > 0)
    if (!take_block (self, block, (gsize) n, error) || !report (self, text, places, error))
      return FALSE;
  return n == 0 && end_token (self, error);
}

gboolean
rensa_corpus_add (RensaCorpus *self, const char *path, const RensaDataPlaces *places, GError **error)
{
  g_autoptr (RensaText) text = rensa_text_open (path, self->encoding, error);
  g_autoptr (GString) token = g_string_new (NULL);
  g_autoptr (GError) reason = NULL;
  Scan state = { self, path, token };
  const guint n_before = self->ids->len;

  if (text == NULL)
    return FALSE;
  if (scan (&state, text, places, &reason))
    {
      self->encoding = rensa_text_get_encoding (text);
      return TRUE;
    }
  if (rensa_text_is_perhaps_other (text))
    {
      g_array_set_size (self->ids, n_before);
      self->encoding = RENSA_ENCODING_WINDOWS_1252;
      return rensa_corpus_add (self, path, places, error);
    }
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

gboolean
rensa_corpus_add_text (RensaCorpus *self, const char *text, const char *place, GError **error)
{
  g_autoptr (GString) token = g_string_new (NULL);
  Scan state = { self, place, token };

  return take_block (&state, text, strlen (text), error) && end_token (&state, error);
}

gboolean
rensa_corpus_add_token (RensaCorpus *self, const char *token, const char *place, GError **error)
{
  Scan state = { .corpus = self, .path = place };

  return add_token (&state, token, error);
}

/* The vocabulary */

/* A token and its frequency in the text from which the vocabulary is built. */
typedef struct
{
  guint count;
  gint32 id;
} Count;

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const Count *x = a;
  const Count *y = b;

  return x->count != y->count ? (x->count < y->count) - (x->count > y->count) : x->id - y->id;
}

/* Chooses the tokens to keep. */
static gboolean *
choose (const RensaCorpus *self, gsize n_train, gsize most)
{
  const guint n = self->texts->len;
  g_autofree Count *counts = g_new0 (Count, n + 1);
  gboolean *is_kept = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    counts[i].id = (gint32) i;
  for (gsize i = 0; i < n_train; i++)
    counts[g_array_index (self->ids, gint32, i)].count++;
  for (guint i = 0; i < MIN (self->n_always, n); i++)
    counts[i].count = G_MAXUINT;
  if (most > 0 && most < n)
    qsort (counts, n, sizeof *counts, compare_counts);
  for (guint i = 0; i < (most > 0 ? MIN (most, n) : n); i++)
    is_kept[counts[i].id] = counts[i].count > 0;
  return is_kept;
}

/* Returns the kept tokens in the order of their IDs; @ids gets the new ID of each, -1 for dropped ones. */
static GPtrArray *
renumber (RensaCorpus *self, const gboolean *is_kept, gint32 *ids)
{
  GPtrArray *kept = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->texts->len; i++)
    {
      ids[i] = is_kept[i] ? (gint32) kept->len : -1;
      if (is_kept[i])
        g_ptr_array_add (kept, g_steal_pointer (&self->texts->pdata[i]));
    }
  return kept;
}

/* Keeps the order of the IDs, which is that of first occurrence. */
void
rensa_corpus_settle (RensaCorpus *self, gsize n_train, gsize most)
{
  g_autofree gboolean *is_kept = choose (self, n_train, most);
  g_autofree gint32 *ids = g_new (gint32, self->texts->len + 1);
  g_autoptr (GPtrArray) kept = NULL;
  gint32 unknown = -1;

  g_hash_table_remove_all (self->numbers);
  kept = renumber (self, is_kept, ids);
  for (guint i = 0; i < kept->len; i++)
    {
      g_hash_table_insert (self->numbers, kept->pdata[i], GINT_TO_POINTER ((gint32) i));
      if (g_str_equal (kept->pdata[i], RENSA_TOKEN_UNKNOWN))
        unknown = (gint32) i;
    }
  g_ptr_array_unref (self->texts);
  self->texts = g_steal_pointer (&kept);

  for (guint i = 0; i < self->ids->len; i++)
    {
      gint32 *id = &g_array_index (self->ids, gint32, i);

      if (ids[*id] < 0 && unknown < 0)
        unknown = number_token (self, RENSA_TOKEN_UNKNOWN);
      *id = ids[*id] >= 0 ? ids[*id] : unknown;
    }
}

char **
rensa_corpus_dup_tokens (const RensaCorpus *self)
{
  char **tokens = g_new0 (char *, self->texts->len + 1);

  for (guint i = 0; i < self->texts->len; i++)
    tokens[i] = g_strdup (self->texts->pdata[i]);
  return tokens;
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Links to folders are skipped, as they may be cyclic. */
static gboolean
add_files (GPtrArray *paths, const char *folder, int level, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &why);
  const char *name;

  if (dir == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_IO, "%s", why->message);
      return FALSE;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      const gboolean is_hidden = name[0] == '.';

      if (!is_hidden && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else if (!is_hidden && level < MOST_LEVELS && g_file_test (path, G_FILE_TEST_IS_DIR)
               && !g_file_test (path, G_FILE_TEST_IS_SYMLINK) && !add_files (paths, path, level + 1, error))
        return FALSE;
      if (paths->len > MOST_FILES)
        {
          rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("“%s” contains more than a million files"), folder);
          return FALSE;
        }
    }
  return TRUE;
}

GPtrArray *
rensa_text_files_list (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (!add_files (paths, folder, 0, error))
    return NULL;
  g_ptr_array_sort (paths, compare_paths);
  return g_steal_pointer (&paths);
}
