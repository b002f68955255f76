/* rensa-preview-maker.h: what a model makes, to be looked at.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/**
 * RensaPreviewed: a picture or a text.
 * @pixels: 0xRRGGBB row by row, @width x @height of them; NULL for a text
 * @text: in UTF-8; NULL for a picture
 */
struct _RensaPreviewed
{
  int width;
  int height;
  guint32 *pixels;
  char *text;
};

void rensa_previewed_clear (RensaPreviewed *previewed);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPreviewed, rensa_previewed_clear)

/* As PNG, or as it is. */
gboolean rensa_previewed_save (const RensaPreviewed *previewed, const char *path, GError **error);

/**
 * rensa_preview_make:
 * @extension: of a class with a preview
 * @target: what an updater calls with a batch
 * @previewed: is empty
 *
 * Calls it in test mode, without recording.  What it draws at random depends on its seed alone, so that pictures of different iterations are of
 * the same numbers; the generator of this thread and what links carry are afterwards what they were.
 */
gboolean rensa_preview_make (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error);
/* Whether that would work, as far as shapes and names tell: @target is on the meta device, whose arrays have no values. */
gboolean rensa_preview_rehearse (RensaExtension *extension, RensaLink *target, GError **error);

/**
 * RensaPreviewSubject: what extensions are suggested for, as far as it is known; all may be NULL.
 * @target: what an updater calls with a batch
 * @optimizer: the main one
 * @n_calls: how often an extension is called in a run, after each iteration unless somebody says otherwise; 0 where nobody knows
 * @label_names, @tokens: as extensions get them
 * @examples: those for validation; @picture: how they are shown that are pictures, else without channels
 * @reader: a model of the step that is given what an example holds
 * @answer: of what that gives, or the model of a document without a step
 * @generator: a model of the step that is given random numbers; @noise: shape of those for one example
 * @encoder, @decoder: models of the step, of which the second writes, given states and values of the first, which reads
 * @attention: the node of the decoder that looks at what was read
 * @tagger: a model of the step that gives scores for each token; @crf: the link of the step that takes them
 */
struct _RensaPreviewSubject
{
  RensaLink *target;
  RensaOptimizer *optimizer;
  gint64 n_calls;
  const char *const *label_names;
  const char *const *tokens;
  RensaDataset *examples;
  RensaPicture picture;
  const char *reader;
  const RensaType *answer;
  const char *generator;
  RensaShape noise;
  const char *encoder;
  const char *decoder;
  const char *attention;
  const char *tagger;
  const char *crf;
};

/* Whether it reads and gives tokens of one vocabulary. */
gboolean rensa_preview_is_of_language (const RensaPreviewSubject *subject);
/* Whether an example has sequences. */
gboolean rensa_preview_takes_sequences (const RensaPreviewSubject *subject);
/* Whether an example is @n_fields sequences of tokens. */
gboolean rensa_preview_is_of_sequences (const RensaPreviewSubject *subject, int n_fields);

/* For classes that draw at random, at the start of a preview. */
void rensa_preview_seed (gint64 seed);
/* Calls @target with a batch of @n; what it reports is heard by nobody, since it is not of this iteration. */
gboolean rensa_preview_call_target (RensaLink *target, RensaVariable *const *batch, int n, GError **error);
/* For classes: all elements of @array; NULL where there is no memory, and with %RENSA_ERROR_CANCELLED in a rehearsal, which ends there. */
double *rensa_preview_dup_numbers (RensaArray *array, GError **error);
/* That of @names (nullable), or the number. */
char *rensa_preview_dup_name (const char *const *names, gint32 token);
/* Adds @tokens, a GArray of gint32, by their @names (nullable): words with blanks between them, letters without. */
void rensa_preview_add_tokens (GString *text, const char *const *names, const GArray *tokens);
/* Sequence @i of @field, which holds tokens, as a GArray of gint32 without the last @n_less; NULL with an error. */
GArray *rensa_preview_dup_tokens (RensaArray *field, gint64 i, gint64 n_less, GError **error);
/* Fields of the examples that are looked at, each of sequences of tokens. */
typedef struct
{
  RensaArray *fields[RENSA_MAX_FIELDS];
} RensaPreviewSequences;

/* The first @n examples of the extension's iterator @name, or as many as there are; FALSE, with a sentence that @expected ends, where their
 * fields are not @n_fields sequences of tokens. */
gboolean rensa_preview_get_sequences (RensaExtension *extension, const char *name, gint64 n, int n_fields,
                                      const char *expected, RensaPreviewSequences *sequences, GError **error);
void rensa_preview_sequences_clear (RensaPreviewSequences *sequences);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPreviewSequences, rensa_preview_sequences_clear)
/* Of @link and all below it, borrowed; NULL where it has none, or that has no value yet. */
RensaVariable *rensa_preview_get_first_param (RensaLink *link);
/* The link of that path; NULL with a sentence. */
RensaLink *rensa_preview_find_link (RensaExtension *extension, RensaLink *target, const char *path, GError **error);
/* What a class with a preview calls: makes it and writes the file that its attribute filename, of RENSA_ATTR_FILE_PATTERN, stands for now; where
 * that has no ending, ".png" or ".txt" follows. */
gboolean rensa_preview_call (RensaExtension *extension, RensaTrainer *trainer, GError **error);

G_END_DECLS
