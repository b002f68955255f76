/* rensa-pairs-private.h: pairs of token sequences.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-tokens-private.h"

G_BEGIN_DECLS

/**
 * RensaPairs:
 * @source, @target: concatenated token sequences; their kinds and encodings are set before the
 *   first pair is added
 * @source_lengths, @target_lengths: gint64, one per pair
 * @source_end, @target_end: number of their tokens that belong to a pair
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

/* @pairs: must be zeroed except for the kinds and encodings; @has_end: targets get a token that
 *   marks both beginning and end */
void rensa_pairs_init (RensaPairs *pairs, gboolean has_end);
void rensa_pairs_clear (RensaPairs *pairs);

/* For classes: TRUE. */
gboolean rensa_pairs_are_sequences (gconstpointer attrs);
gsize rensa_pairs_count (const RensaPairs *pairs);
/* Makes a pair of the tokens added to the corpora since the last call. RENSA_ERROR_FORMAT, naming
 * @place, if there is no source. */
gboolean rensa_pairs_end (RensaPairs *pairs, const char *place, GError **error);

/* Adds the contents of @line, which it may modify, to @pairs; @place is named in errors. */
typedef gboolean (*RensaPairsTakeLine) (RensaPairs *pairs, char *line, const char *place, GError **error);
/* Calls @take for each line of a file, and finally for an empty one. @name: the file as named in
 * the document; @encoding: as in rensa_tokens_get_encoding (). If the file cannot be read, possible
 * remedies are added to @bundle. */
gboolean rensa_pairs_read (RensaPairs *pairs, const char *name, int encoding, RensaPairsTakeLine take,
                           const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error);
/* Returns the number of training pairs if the fraction @test_fraction at the end is not used for training. */
gsize rensa_pairs_count_for_training (const RensaPairs *pairs, double test_fraction);

/* Fills @bundle with translations: the fields x, y_in (end token and target), and y_out (target and
 * end token). The first
 * @n_train pairs are for training, the others for validation. @most: size of each vocabulary, 0 for
 *   all; @reverse: sources are reversed. */
gboolean rensa_pairs_give_translations (RensaPairs *pairs, gsize n_train, gsize most, gboolean reverse,
                                        RensaDataBundle *bundle, GError **error);
/* Fills @bundle with tagged sequences: the fields x and t, of the same lengths. */
gboolean rensa_pairs_give_tags (RensaPairs *pairs, gsize n_train, gsize most, RensaDataBundle *bundle, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPairs, rensa_pairs_clear)

G_END_DECLS
