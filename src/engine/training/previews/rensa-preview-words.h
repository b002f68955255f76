/* rensa-preview-words.h: word vectors in previews.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Attribute specs of word previews. */
#define RENSA_ATTR_WORD_LINK(Struct)                                                 \
  RENSA_ATTR_STRING (Struct, link, .names = RENSA_NAMES_WORD_LINK, .required = TRUE, \
                     .initial_text = "predictor/embed1", .title = N_ ("Link"),       \
                     .hint = N_ ("Link whose first parameter has one row per "       \
                                 "word, such as “predictor/embed1”, or “embed1” in a step"))
#define RENSA_ATTR_WORDS(Struct, ...)                                                                             \
  RENSA_ATTR_STRING (Struct, words, .names = RENSA_NAMES_WORD, .is_list = TRUE, .none = TRUE, .allow_none = TRUE, \
                     .title = N_ ("Words"), __VA_ARGS__)

/* @names: names of the data, borrowed; @vectors: @size values for each word, normalized to
 *   length 1 unless all are 0 */
typedef struct
{
  const char *const *names;
  gint64 n_words;
  gint64 size;
  double *vectors;
} RensaPreviewWords;

/* Reads the rows of the first parameter of the link @path; FALSE with a message if it does not have
 * one for each word. */
gboolean rensa_preview_words_read (RensaPreviewWords *words, RensaExtension *extension, RensaLink *target,
                                   const char *path, GError **error);
void rensa_preview_words_clear (RensaPreviewWords *words);
/* Returns the comma-separated names in @list (nullable), or the first @n of the vocabulary. */
char **rensa_preview_words_list (const RensaPreviewWords *words, const char *list, gint64 n);
/* Returns the word's number, or -1 if the data do not contain it. */
gint64 rensa_preview_words_find (const RensaPreviewWords *words, const char *name);

/* Returns TRUE if the first parameter of @link, which has no children, has @n_words rows. */
gboolean rensa_preview_has_rows (RensaLink *link, gint64 n_words);
/* Suggestion of classes with the attributes above: the first link with a row for each word. */
gboolean rensa_preview_words_suggest (const RensaPreviewSubject *subject, RensaAttrs *found);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPreviewWords, rensa_preview_words_clear)

G_END_DECLS
