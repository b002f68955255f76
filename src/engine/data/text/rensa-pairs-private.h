/* rensa-pairs-private.h: pairs of token sequences, as numbers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-tokens-private.h"

G_BEGIN_DECLS

/**
 * RensaPairs:
 * @source, @target: all sequences of tokens one after another; their kinds and encodings are set before the first pair is added
 * @source_lengths, @target_lengths: gint64, one for each pair
 * @source_end, @target_end: how many tokens of them belong to a pair
 * @has_end: the first token of @target is its end token, with the ID 0
 */
typedef struct
{
  RensaCorpus source;
  RensaCorpus target;
  GArray *source_lengths;
  GArray *target_lengths;
  guint source_end;
  guint target_end;
  gboolean has_end;
} RensaPairs;

/* @pairs: zero but for the kinds and encodings; @has_end: targets get a token that begins and ends them */
void rensa_pairs_init (RensaPairs *pairs, gboolean has_end);
void rensa_pairs_clear (RensaPairs *pairs);

/* For classes: TRUE. */
gboolean rensa_pairs_are_sequences (gconstpointer attrs);
gsize rensa_pairs_count (const RensaPairs *pairs);
/* What was added to the corpora since the last call is one pair. RENSA_ERROR_FORMAT, naming @place, where there is no source. */
gboolean rensa_pairs_end (RensaPairs *pairs, const char *place, GError **error);

/* What @line, which it may write into, adds to @pairs; @place is what an error names. */
typedef gboolean (*RensaPairsTakeLine) (RensaPairs *pairs, char *line, const char *place, GError **error);
/* Has @take called for each line of a file, which @name names in a document, and at last for an empty one; @encoding: as
 * rensa_tokens_get_encoding () takes it.  Where the file cannot be read @bundle gets what could help. */
gboolean rensa_pairs_read (RensaPairs *pairs, const char *name, int encoding, RensaPairsTakeLine take,
                           const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error);
/* How many pairs are for training where the share @test_fraction of them, from the end on, is not. */
gsize rensa_pairs_count_for_training (const RensaPairs *pairs, double test_fraction);

/* Gives @bundle what translates: the fields x, y_in, the end token and the target, and y_out, the target and the end token.  The first
 * @n_train pairs are for training, the others for validation.  @most: tokens of each vocabulary, 0 for all; @reverse: sources are read from
 * their end. */
gboolean rensa_pairs_give_translations (RensaPairs *pairs, gsize n_train, gsize most, gboolean reverse,
                                        RensaDataBundle *bundle, GError **error);
/* Gives @bundle what tags: the fields x and t, of the same lengths. */
gboolean rensa_pairs_give_tags (RensaPairs *pairs, gsize n_train, gsize most, RensaDataBundle *bundle, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPairs, rensa_pairs_clear)

G_END_DECLS
