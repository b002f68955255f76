/* rensa-decode.h: what a decoder makes of sequences that an encoder has read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * RensaDecoding:
 * @encoder: takes a sequence and gives states, arrays with the sequences on axis 1 of three, or else on the first; then perhaps
 *   sequences, which the decoder looks at with each token
 * @decoder: takes what the encoder gives and a sequence of tokens, and gives states and scores of what follows each token
 * @begin, @end: the tokens with which a decoder begins and ends
 * @max_length: of what it gives, at least 1
 * @beam: how many beginnings are gone on with at once; 1 always takes the likeliest token
 */
typedef struct
{
  RensaLink *encoder;
  RensaLink *decoder;
  gint32 begin;
  gint32 end;
  gint64 max_length;
  gint64 beam;
} RensaDecoding;

/**
 * rensa_decode:
 * @sources: tokens, with the lengths of the sequences
 * @what: begins an error
 *
 * The likeliest sequences that a beam search finds, by the sum of the logarithms of their tokens' probabilities, without the end token: a
 * GArray of gint32 for each source.  NULL with an error where the links do not go together so.
 *
 * Sutskever et al., "Sequence to Sequence Learning with Neural Networks", NIPS 2014.
 */
GPtrArray *rensa_decode (const RensaDecoding *decoding, RensaArray *sources, const char *what, GError **error);

/**
 * rensa_decode_attend:
 * @written: what was decoded, a GArray of gint32 for each source
 * @node: a node of @decoder that attends to sequences of the encoder: what it makes secondly are weights, as of sequence_attention
 *
 * How much each step of @written, and then the end, looks at each token of its source: (steps, longest source), with the lengths of
 * @written and one more.  NULL with an error.
 */
RensaArray *rensa_decode_attend (const RensaDecoding *decoding, RensaArray *sources, const GPtrArray *written,
                                 const char *node, const char *what, GError **error);

/**
 * rensa_bleu:
 * @candidates, @references: GArray of gint32, one reference for each candidate
 *
 * BLEU of the whole corpus: the geometric mean of the shares of n-grams, n = 1 … 4, that the references have, too, times exp (1 - r / c)
 * where all candidates together, c tokens, are shorter than the references, r.  Lengths of n-grams of which the candidates have none are
 * left out of the mean.  From 0 to 1; 0 for no candidates.
 *
 * Papineni et al., "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL 2002.
 */
double rensa_bleu (const GPtrArray *candidates, const GPtrArray *references);

G_END_DECLS
