/* rensa-preview-maker.h: visual output of a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/**
 * RensaPreviewed: a picture or a text.
 * @pixels: 0xRRGGBB row by row, @width x @height of them; NULL for a text
 * @text: UTF-8; NULL for a picture
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

/* Saves a picture as PNG, or a text unchanged. */
gboolean rensa_previewed_save (const RensaPreviewed *previewed, const char *path, GError **error);

/**
 * rensa_preview_make:
 * @extension: extension of a class with a preview
 * @target: the link that an updater calls with a batch
 * @previewed: empty
 *
 * Makes the preview in test mode, without recording. Its random numbers depend only on its seed, so
 * that pictures of different iterations use the same numbers; the random generator of this thread
 * and the state of links are restored afterwards.
 */
gboolean rensa_preview_make (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error);
/* Checks whether the preview would work, as far as shapes and names determine it: @target is on the
 * meta device, whose arrays have no values. */
gboolean rensa_preview_rehearse (RensaExtension *extension, RensaLink *target, GError **error);

/**
 * RensaPreviewSubject: properties of a document on which suggestions of extensions are based, as
 * far as they are known; all may be NULL.
 * @target: the link that an updater calls with a batch
 * @optimizer: the main optimizer
 * @n_calls: number of calls of an extension in a run, by default one after each iteration; 0 if
 *   unknown
 * @label_names, @tokens: same as those passed to extensions
 * @examples: validation examples; @picture: format of those that are images, else without channels
 * @reader: a model of the step whose input is part of an example
 * @answer: output of @reader, or of the model of a document without a step
 * @generator: a model of the step whose input is random numbers; @noise: their shape for one
 *   example
 * @encoder, @decoder: models of the step; the decoder writes, given states and values of the
 *   encoder, which reads
 * @attention: the decoder's node that attends to the encoder's sequences
 * @tagger: a model of the step that gives scores for each token; @crf: the link of the step that
 *   takes them
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

/* Returns TRUE if it reads and writes tokens of the same vocabulary. */
gboolean rensa_preview_is_of_language (const RensaPreviewSubject *subject);
/* Returns TRUE if an example has sequences. */
gboolean rensa_preview_takes_sequences (const RensaPreviewSubject *subject);
/* Returns TRUE if an example is @n_fields sequences of tokens. */
gboolean rensa_preview_is_of_sequences (const RensaPreviewSubject *subject, int n_fields);

/* Called at the start of a preview by classes that use random numbers. */
void rensa_preview_seed (gint64 seed);
/* Calls @target with a batch of @n fields and discards its reports, since they do not belong to
 * this iteration. */
gboolean rensa_preview_call_target (RensaLink *target, RensaVariable *const *batch, int n, GError **error);
/* Returns all elements of @array, for classes; NULL if out of memory, and with
 * %RENSA_ERROR_CANCELLED in a rehearsal, which ends there. */
double *rensa_preview_dup_numbers (RensaArray *array, GError **error);
/* Returns the name of @token in @names (nullable), or its number. */
char *rensa_preview_dup_name (const char *const *names, gint32 token);
/* Adds @tokens, a GArray of gint32, by their @names (nullable): words separated by blanks, letters
 * without. */
void rensa_preview_add_tokens (GString *text, const char *const *names, const GArray *tokens);
/* Returns sequence @i of @field, which holds tokens, as a GArray of gint32 without the last
 * @n_less; NULL with an error. */
GArray *rensa_preview_dup_tokens (RensaArray *field, gint64 i, gint64 n_less, GError **error);
/* Fields of the examples shown, each of sequences of tokens. */
typedef struct
{
  RensaArray *fields[RENSA_MAX_FIELDS];
} RensaPreviewSequences;

/* Gets at most @n first examples of the extension's iterator @name; returns FALSE with a message
 * that ends with @expected if their fields are not @n_fields sequences of tokens. */
gboolean rensa_preview_get_sequences (RensaExtension *extension, const char *name, gint64 n, int n_fields,
                                      const char *expected, RensaPreviewSequences *sequences, GError **error);
void rensa_preview_sequences_clear (RensaPreviewSequences *sequences);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaPreviewSequences, rensa_preview_sequences_clear)
/* Returns the first parameter of @link and its descendants, borrowed; NULL if there is none or it
 * has no value yet. */
RensaVariable *rensa_preview_get_first_param (RensaLink *link);
/* Returns the link at @path; NULL with an error message. */
RensaLink *rensa_preview_find_link (RensaExtension *extension, RensaLink *target, const char *path, GError **error);
/* Implements the call of a class with a preview: makes it and writes the file named by its
 * attribute filename, of RENSA_ATTR_FILE_PATTERN; adds ".png" or ".txt" if the name has no
 * extension. */
gboolean rensa_preview_call (RensaExtension *extension, RensaTrainer *trainer, GError **error);

G_END_DECLS
