/* rensa-decode.c: decodes sequences that an encoder has read.
 * SPDX-License-Identifier: MIT */

#include "rensa-decode.h"

#include <math.h>
#include <string.h>

#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

/* @tokens: gint32, without the end token; @row: row of its states in the last call; @source: index
 *   of the example */
typedef struct
{
  GArray *tokens;
  double score;
  gboolean is_over;
  gint64 row;
  gint64 source;
} Beginning;

static Beginning *
beginning_new (gint64 source)
{
  Beginning *self = g_new0 (Beginning, 1);

  self->tokens = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->row = source;
  self->source = source;
  return self;
}

static Beginning *
beginning_copy (const Beginning *self)
{
  Beginning *copy = beginning_new (self->source);

  if (self->tokens->len > 0)
    g_array_append_vals (copy->tokens, self->tokens->data, self->tokens->len);
  copy->score = self->score;
  copy->is_over = self->is_over;
  copy->row = self->row;
  return copy;
}

static void
beginning_free (gpointer data)
{
  Beginning *self = data;

  g_array_unref (self->tokens);
  g_free (self);
}

/* @examples: for each source a GPtrArray of Beginning, the best first; @given: @n_given inputs of
 *   the decoder before the tokens: first
 * @n_states states, those after the last call, then sequences, one for each source */
typedef struct
{
  const RensaDecoding *decoding;
  const char *what;
  GPtrArray *examples;
  RensaVariable *given[RENSA_MAX_OUTPUTS];
  int n_given;
  int n_states;
} Search;

static void
search_clear (Search *self)
{
  rensa_variables_clear (self->given, self->n_given);
  g_ptr_array_unref (self->examples);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static gboolean
is_sequence (RensaVariable *value)
{
  return rensa_array_get_lengths (rensa_variable_get_array (value)) != NULL;
}

/* Checks the inputs: states come before sequences, of which there is one for each source. */
static gboolean
check_given (Search *self, gint64 n, GError **error)
{
  while (self->n_states < self->n_given && !is_sequence (self->given[self->n_states]))
    self->n_states++;
  for (int i = 0; i < self->n_given; i++)
    {
      RensaArray *array = rensa_variable_get_array (self->given[i]);
      const gboolean is_state = i < self->n_states;

      if (is_state ? rensa_array_get_ndim (array) > 0
                   : is_sequence (self->given[i]) && rensa_array_count_examples (array) == n)
        continue;
      rensa_set_words (
          error, RENSA_ERROR_INVALID,
          is_state ? N_ ("%s: state %d of the encoder is a single number instead of one per sequence")
                   : N_ ("%s: output %d of the encoder must be a sequence for each source, like the one before it"),
          self->what, i);
      return FALSE;
    }
  return TRUE;
}

static gboolean
begin (Search *self, RensaArray *sources, GError **error)
{
  const gint64 n = rensa_lengths_count (rensa_array_get_lengths (sources));
  g_autoptr (RensaVariable) x = rensa_variable_new_constant (sources);

  self->n_given = rensa_link_call_n (self->decoding->encoder, &x, 1, self->given, RENSA_MAX_OUTPUTS - 1, error);
  if (self->n_given < 0)
    {
      self->n_given = 0;
      return FALSE;
    }
  for (gint64 i = 0; i < n; i++)
    {
      GPtrArray *beam = g_ptr_array_new_with_free_func (beginning_free);

      g_ptr_array_add (beam, beginning_new (i));
      g_ptr_array_add (self->examples, beam);
    }
  return check_given (self, n, error);
}

/* Returns the beginnings to be continued, borrowed. */
static GPtrArray *
list_open (Search *self)
{
  GPtrArray *open = g_ptr_array_new ();

  for (guint i = 0; i < self->examples->len; i++)
    {
      GPtrArray *beam = self->examples->pdata[i];

      for (guint j = 0; j < beam->len; j++)
        if (!((Beginning *) beam->pdata[j])->is_over)
          g_ptr_array_add (open, beam->pdata[j]);
    }
  return open;
}

/* Returns the steps of sequences @indices of @array, which has lengths. */
static RensaArray *
select_sequences (RensaArray *array, const gint64 *indices, gint64 n, GError **error)
{
  const RensaLengths *lengths = rensa_array_get_lengths (array);
  g_autoptr (RensaLengths) selected = rensa_lengths_select (lengths, indices, n);
  g_autofree gint64 *rows = g_new (gint64, rensa_lengths_get_total (selected) + 1);
  g_autoptr (RensaArray) index = NULL;
  RensaArray *steps;
  gint64 n_rows = 0;

  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < rensa_lengths_get (lengths, indices[i]); j++)
      rows[n_rows++] = rensa_lengths_get_start (lengths, indices[i]) + j;
  index = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n_rows), rows, error);
  steps = index != NULL ? rensa_take_along (array, 0, index, FALSE, error) : NULL;
  if (steps != NULL)
    rensa_array_set_lengths (steps, selected);
  return steps;
}

static RensaArray *
select_states (RensaArray *array, const gint64 *rows, gint64 n, GError **error)
{
  g_autoptr (RensaArray) index = rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE (n), rows, error);

  return index != NULL ? rensa_take_along (array, rensa_array_get_ndim (array) == 3 ? 1 : 0, index, FALSE, error)
                       : NULL;
}

/* Selects the decoder's inputs before the tokens for @open, in its order. */
static gboolean
select_given (Search *self, GPtrArray *open, RensaVariable **inputs, GError **error)
{
  g_autofree gint64 *rows = g_new (gint64, open->len);
  g_autofree gint64 *sources = g_new (gint64, open->len);

  for (guint i = 0; i < open->len; i++)
    {
      rows[i] = ((Beginning *) open->pdata[i])->row;
      sources[i] = ((Beginning *) open->pdata[i])->source;
    }
  for (int i = 0; i < self->n_given; i++)
    {
      RensaArray *array = rensa_variable_get_array (self->given[i]);
      g_autoptr (RensaArray) selected = i < self->n_states ? select_states (array, rows, open->len, error)
                                                           : select_sequences (array, sources, open->len, error);

      inputs[i] = rensa_variable_new_constant (selected);
      if (inputs[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Returns the last token of each as a sequence of length one. */
static RensaVariable *
make_tokens (Search *self, GPtrArray *open, GError **error)
{
  g_autofree gint32 *tokens = g_new (gint32, open->len);
  g_autoptr (RensaLengths) lengths = rensa_lengths_new_even (open->len, open->len);
  g_autoptr (RensaArray) array = NULL;

  for (guint i = 0; i < open->len; i++)
    {
      const GArray *own = ((Beginning *) open->pdata[i])->tokens;

      tokens[i] = own->len > 0 ? g_array_index (own, gint32, own->len - 1) : self->decoding->begin;
    }
  array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (open->len), tokens, error);
  if (array != NULL)
    rensa_array_set_lengths (array, lengths);
  return rensa_variable_new_constant (array);
}

static gboolean
refuse (Search *self, int n_outputs, GError **error)
{
  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("%s: the decoder must return %d states followed by scores, because the encoder returns %d states, but it "
          "returns %d values"),
      self->what, self->n_states, self->n_states, n_outputs);
  return FALSE;
}

/* Computes the log-probabilities of the next token for each, (rows, V), and keeps the states after
 * this step. */
static RensaArray *
call_decoder (Search *self, GPtrArray *open, GError **error)
{
  RensaVariable *inputs[RENSA_MAX_OUTPUTS] = { NULL };
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  g_autoptr (RensaVariable) scores = NULL;
  g_autoptr (RensaVariable) likely = NULL;
  int n = -1;

  if (select_given (self, open, inputs, error))
    inputs[self->n_given] = make_tokens (self, open, error);
  if (inputs[self->n_given] != NULL)
    n = rensa_link_call_n (self->decoding->decoder, inputs, self->n_given + 1, outputs, RENSA_MAX_OUTPUTS, error);
  rensa_variables_clear (inputs, self->n_given + 1);
  if (n >= 0 && n != self->n_states + 1)
    refuse (self, n, error);
  else if (n >= 0)
    {
      rensa_variables_clear (self->given, self->n_states);
      memcpy (self->given, outputs, (gsize) self->n_states * sizeof *outputs);
      scores = g_steal_pointer (&outputs[self->n_states]);
      memset (outputs, 0, sizeof outputs);
    }
  rensa_variables_clear (outputs, MAX (n, 0));
  likely = scores != NULL ? rensa_log_softmax (scores, 1, error) : NULL;
  return likely != NULL ? rensa_array_cast (rensa_variable_get_array (likely), RENSA_FLOAT64, error) : NULL;
}

static int
compare_beginnings (gconstpointer a, gconstpointer b)
{
  const Beginning *x = *(Beginning *const *) a;
  const Beginning *y = *(Beginning *const *) b;

  return (x->score < y->score) - (x->score > y->score);
}

/* Returns the next of @n tokens after @before, by decreasing probability, then by number. */
static gint32
find_next (const double *scores, gint64 n, gint32 before)
{
  gint32 best = -1;

  for (gint32 i = 0; i < n; i++)
    if ((before < 0 || scores[i] < scores[before] || (scores[i] == scores[before] && i > before))
        && (best < 0 || scores[i] > scores[best]))
      best = i;
  return best;
}

/* Adds as many continuations of @from as the beam holds. */
static void
expand (const Search *self, const Beginning *from, const double *scores, gint64 n, gint64 row, GPtrArray *beam)
{
  gint32 token = -1;

  for (gint64 i = 0; i < self->decoding->beam; i++)
    {
      Beginning *longer;

      token = find_next (scores, n, token);
      if (token < 0)
        return;
      longer = beginning_copy (from);
      longer->score += scores[token];
      longer->row = row;
      longer->is_over = token == self->decoding->end;
      if (!longer->is_over)
        g_array_append_val (longer->tokens, token);
      g_ptr_array_add (beam, longer);
    }
}

/* @row: row of the example's first open beginning; returns that of the next example. */
static gint64
go_on_with (Search *self, guint example, const double *scores, gint64 n, gint64 row)
{
  GPtrArray *old = self->examples->pdata[example];
  g_autoptr (GPtrArray) beam = g_ptr_array_new_with_free_func (beginning_free);

  for (guint i = 0; i < old->len; i++)
    {
      Beginning *from = old->pdata[i];

      if (from->is_over)
        {
          g_ptr_array_add (beam, beginning_copy (from));
          continue;
        }
      expand (self, from, scores + row * n, n, row, beam);
      row++;
    }
  g_ptr_array_sort (beam, compare_beginnings);
  if (beam->len > (guint) self->decoding->beam)
    g_ptr_array_set_size (beam, (gint) self->decoding->beam);
  g_ptr_array_unref (old);
  self->examples->pdata[example] = g_steal_pointer (&beam);
  return row;
}

static gboolean
go_on (Search *self, GPtrArray *open, GError **error)
{
  g_autoptr (RensaArray) likely = call_decoder (self, open, error);
  g_autofree double *scores = NULL;
  gint64 row = 0;
  gint64 n;

  if (likely == NULL)
    return FALSE;
  if (rensa_array_get_ndim (likely) != 2 || rensa_array_get_dim (likely, 0) != open->len
      || rensa_array_get_dim (likely, 1) == 0)
    {
      g_autofree char *found = rensa_shape_to_string (rensa_array_get_shape (likely));

      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("%s: the decoder must return scores for each token, but its output has the shape %s"),
                       self->what, found);
      return FALSE;
    }
  n = rensa_array_get_dim (likely, 1);
  scores = g_new (double, rensa_array_get_count (likely) + 1);
  if (!rensa_array_to_host (likely, scores, error))
    return FALSE;
  for (guint i = 0; i < self->examples->len; i++)
    row = go_on_with (self, i, scores, n, row);
  return TRUE;
}

static void
unref_beam (gpointer beam)
{
  g_ptr_array_unref (beam);
}

GPtrArray *
rensa_decode (const RensaDecoding *decoding, RensaArray *sources, const char *what, GError **error)
{
  g_auto (Search) self = { decoding, what, g_ptr_array_new_with_free_func (unref_beam) };
  GPtrArray *results;

  if (!begin (&self, sources, error))
    return NULL;
  for (gint64 i = 0; i < decoding->max_length; i++)
    {
      g_autoptr (GPtrArray) open = list_open (&self);

      if (open->len == 0)
        break;
      if (!go_on (&self, open, error))
        return NULL;
    }
  results = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < self.examples->len; i++)
    g_ptr_array_add (results, g_array_ref (((Beginning *) ((GPtrArray *) self.examples->pdata[i])->pdata[0])->tokens));
  return results;
}

/* Second output of the node @name. */
typedef struct
{
  const char *name;
  RensaArray *weights;
} Watch;

static void
keep_weights (const char *name, RensaVariable *const *outputs, int n_outputs, gpointer data)
{
  Watch *watch = data;

  if (strcmp (name, watch->name) != 0 || n_outputs < 2)
    return;
  g_clear_pointer (&watch->weights, rensa_array_unref);
  watch->weights = rensa_array_ref (rensa_variable_get_array (outputs[1]));
}

/* Returns the input tokens of each step of @written, and of the end token. */
static RensaVariable *
make_written (const RensaDecoding *decoding, const GPtrArray *written, GError **error)
{
  g_autofree gint64 *extents = g_new (gint64, written->len);
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (RensaLengths) lengths = NULL;
  g_autoptr (RensaArray) array = NULL;

  for (guint i = 0; i < written->len; i++)
    {
      const GArray *own = written->pdata[i];

      extents[i] = (gint64) own->len + 1;
      g_array_append_val (tokens, decoding->begin);
      if (own->len > 0)
        g_array_append_vals (tokens, own->data, own->len);
    }
  lengths = rensa_lengths_new (extents, written->len);
  array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (tokens->len), tokens->data, error);
  if (array != NULL)
    rensa_array_set_lengths (array, lengths);
  return rensa_variable_new_constant (array);
}

/* Checks that @weights have one row for each step of each source. */
static gboolean
are_weights (RensaArray *weights, RensaVariable *written, RensaArray *sources)
{
  const RensaLengths *lengths = rensa_array_get_lengths (sources);
  const RensaLengths *own = weights != NULL ? rensa_array_get_lengths (weights) : NULL;
  gint64 longest = 0;

  for (gint64 i = 0; i < rensa_lengths_count (lengths); i++)
    longest = MAX (longest, rensa_lengths_get (lengths, i));
  return own != NULL && rensa_lengths_equal (own, rensa_array_get_lengths (rensa_variable_get_array (written)))
         && rensa_array_get_ndim (weights) == 2 && rensa_array_get_dim (weights, 1) == longest;
}

RensaArray *
rensa_decode_attend (const RensaDecoding *decoding, RensaArray *sources, const GPtrArray *written, const char *node,
                     const char *what, GError **error)
{
  g_auto (Search) self = { decoding, what, g_ptr_array_new_with_free_func (unref_beam) };
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  Watch watch = { node, NULL };
  RensaVariable *tokens;
  int n;

  if (!begin (&self, sources, error))
    return NULL;
  tokens = make_written (decoding, written, error);
  if (tokens == NULL)
    return NULL;
  self.given[self.n_given++] = tokens;
  rensa_chain_observe (decoding->decoder, keep_weights, &watch);
  n = rensa_link_call_n (decoding->decoder, self.given, self.n_given, outputs, RENSA_MAX_OUTPUTS, error);
  rensa_chain_observe (decoding->decoder, NULL, NULL);
  rensa_variables_clear (outputs, MAX (n, 0));
  if (n >= 0 && are_weights (watch.weights, tokens, sources))
    return watch.weights;
  if (n >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s: the decoder has no node “%s” that returns weights for each source token"), what, node);
  g_clear_pointer (&watch.weights, rensa_array_unref);
  return NULL;
}
