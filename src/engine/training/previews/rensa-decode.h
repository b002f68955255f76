/* rensa-decode.h: decodes sequences that an encoder has read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/**
 * RensaDecoding:
 * @encoder: takes a sequence and returns states, arrays with the sequences on axis 1 if they have
 *   three axes, else on the first; optionally followed by sequences, which the decoder reads with
 *   each token
 * @decoder: takes the encoder's output and a sequence of tokens, and returns states and scores of
 *   the next token after each
 * @begin, @end: tokens with which a decoder begins and ends
 * @max_length: maximum length of the output, at least 1
 * @beam: number of beginnings continued at once; 1 always takes the most probable token
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
 * @what: prefix of error messages
 *
 * Returns the most probable sequences found by a beam search, by the sum of their tokens'
 * log-probabilities, without the end token: a GArray of gint32 for each source. NULL with an error
 * if the links do not fit together.
 *
 * Sutskever et al., "Sequence to Sequence Learning with Neural Networks", NIPS 2014.
 */
GPtrArray *rensa_decode (const RensaDecoding *decoding, RensaArray *sources, const char *what, GError **error);

/**
 * rensa_decode_attend:
 * @written: decoded sequences, a GArray of gint32 for each source
 * @node: a node of @decoder that attends to sequences of the encoder; its second output is weights,
 *   as of sequence_attention
 *
 * Returns the attention weights of each step of @written, and of the end, on each token of its
 * source: (steps, longest source), with the lengths of
 * @written plus one. NULL with an error.
 */
RensaArray *rensa_decode_attend (const RensaDecoding *decoding, RensaArray *sources, const GPtrArray *written,
                                 const char *node, const char *what, GError **error);

/**
 * rensa_bleu:
 * @candidates, @references: GArray of gint32, one reference for each candidate
 *
 * Returns the BLEU of the whole corpus: the geometric mean of the fractions of n-grams, n = 1 … 4,
 * that the references also contain, times exp (1 - r / c) if all candidates together, c tokens, are
 * shorter than the references, r. The mean omits n for which the candidates have no n-grams. From 0
 * to 1; 0 for no candidates.
 *
 * Papineni et al., "BLEU: a Method for Automatic Evaluation of Machine Translation", ACL 2002.
 */
double rensa_bleu (const GPtrArray *candidates, const GPtrArray *references);

G_END_DECLS
