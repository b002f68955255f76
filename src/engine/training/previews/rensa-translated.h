/* rensa-translated.h: translated examples in previews.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-decode.h"
#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Name of the iterator among the inputs of a class with translations. */
#define RENSA_TRANSLATED_EXAMPLES "validation"

/* Attribute specs of translation previews. */
#define RENSA_ATTR_ENCODER(Struct)                                                                                    \
  RENSA_ATTR_STRING (Struct, encoder, .names = RENSA_NAMES_MODEL, .initial_text = "encoder", .title = N_ ("Encoder"), \
                     .hint = N_ ("Model that takes a sequence and returns states"))
#define RENSA_ATTR_DECODER(Struct)                                                                                    \
  RENSA_ATTR_STRING (Struct, decoder, .names = RENSA_NAMES_MODEL, .initial_text = "decoder", .title = N_ ("Decoder"), \
                     .hint = N_ ("Model that takes states and tokens and returns states and scores"))
#define RENSA_ATTR_MAX_LENGTH(Struct)                                                                        \
  RENSA_ATTR_INT (Struct, max_length, .initial = 50, .min = 1, .max = 10000, .title = N_ ("Maximum Length"), \
                  .hint = N_ ("Number of tokens after which a translation is cut off"))
#define RENSA_ATTR_REVERSED(Struct)                                             \
  RENSA_ATTR_BOOL (Struct, reversed, .initial = TRUE, .title = N_ ("Reversed"), \
                   .hint = N_ ("The sources in the data are reversed; shows them in their original order"))

/* @encoder, @decoder: paths of links; @n: maximum number of examples */
typedef struct
{
  const char *encoder;
  const char *decoder;
  gint64 n;
  gint64 beam;
  gint64 max_length;
} RensaTranslating;

/* @examples: sources, targets without the begin token, targets without the end token; @sources: on
 *   the device of the links;
 * @translations: a GArray of gint32 for each */
typedef struct
{
  RensaPreviewSequences examples;
  RensaDecoding decoding;
  RensaArray *sources;
  GPtrArray *translations;
} RensaTranslated;

gboolean rensa_translate_examples (RensaExtension *extension, RensaLink *target, const RensaTranslating *how,
                                   RensaTranslated *translated, GError **error);
/* Suggestion of a class with the attributes above, if a step has such models. */
gboolean rensa_translated_suggest (const RensaPreviewSubject *subject, RensaAttrs *found);
void rensa_translated_clear (RensaTranslated *translated);
/* Returns the tokens of source @i, in their original order if the data have them reversed. */
GArray *rensa_translated_dup_source (const RensaTranslated *translated, gint64 i, gboolean reversed, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTranslated, rensa_translated_clear)

G_END_DECLS
