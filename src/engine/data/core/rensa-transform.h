/* rensa-transform.h: transforms of examples before they reach a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-attrs.h"
#include "rensa-dataset.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/* Maximum number of statistics that a transform computes from the examples. */
#define RENSA_MAX_FIGURES 2

/**
 * RensaExampleForm: form of the first field of the examples, the one that transforms change.
 * @type: type of one example
 * @picture: n_channels is 0 if it is not a picture; black and white are equal if the brightest
 *   value is unknown
 * @names: (nullable): names of its numbers, as in RensaDataBundle
 * @categories: (nullable): same as in RensaDataBundle
 * @numbers, @missing, @fills: same as in RensaDataBundle
 */
typedef struct
{
  RensaType type;
  RensaPicture picture;
  char **names;
  GPtrArray *categories;
  RensaNumberForm numbers;
  char **missing;
  GArray *fills;
} RensaExampleForm;

/* Both own their contents; @copy must be empty. */
void rensa_example_form_copy (const RensaExampleForm *form, RensaExampleForm *copy);
void rensa_example_form_clear (RensaExampleForm *form);

/**
 * RensaTransformCall: arguments of a call of one transform in a list.
 * @attrs: the attribute struct
 * @before, @after: forms of the examples
 * @figures: statistics in the order of the class; NULL if not computed
 * @seed: seed of the document
 * @step: index of the transform in the list
 * @position: number of examples that training has processed before the first of these; -1 outside
 *   of training
 */
typedef struct
{
  gconstpointer attrs;
  const RensaExampleForm *before;
  const RensaExampleForm *after;
  RensaArray *const *figures;
  guint64 seed;
  guint step;
  gint64 position;
} RensaTransformCall;

/**
 * RensaTransformClass:
 * @figures: (nullable) (array zero-terminated): names in files of the statistics computed from the
 *   training examples
 * @shapes_by_figures: TRUE if @infer needs the statistics
 * @in_training_only: TRUE if other examples are not changed
 * @infer: changes @form from the form of the input examples to that of the output; its type is
 *   floating
 * @fit: (nullable): computes @figures, float64 arrays, from @examples, of one field
 * @check: (nullable): checks if statistics from a file, float64 and finite, can belong to such
 *   examples. Its errors describe the problem; the position is prepended to them
 * @apply: transforms @x, n examples of the input form, in C order; must not write into it
 *
 * The form "python" is a Python expression of {x}, one example, or of {picture}, the same as
 * channels, rows and columns. {mean} is replaced by the statistic of that name, {size} by height
 * and width of the output picture, {fill} by the value beyond its edge, {levels} by black and white
 * or infinities; is_training is true while the model is trained. "python_function" defines a
 * function that the expression calls.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  const char *const *figures;
  gboolean shapes_by_figures;
  gboolean in_training_only;
  gboolean (*infer) (const RensaTransformCall *call, RensaExampleForm *form, GError **error);
  gboolean (*fit) (const RensaTransformCall *call, RensaDataset *examples, GCancellable *cancellable,
                   RensaArray **figures, GError **error);
  gboolean (*check) (const RensaTransformCall *call, GError **error);
  RensaArray *(*apply) (const RensaTransformCall *call, RensaArray *x, GError **error);
} RensaTransformClass;

guint rensa_transform_class_count_figures (const RensaTransformClass *transform);

/* For classes. */

/* Returns a generator for example @i, which depends on the seed, the step and the number of
 * examples processed before it. */
RensaRandom rensa_transform_call_get_random (const RensaTransformCall *call, gint64 i);

/* Processes @n examples of @size numbers each. */
typedef void (*RensaSurveyFunc) (const double *values, gint64 n, gint64 size, gpointer data);
/* Passes all examples to @func in order, in chunks that limit memory use. RENSA_ERROR_CANCELLED. */
gboolean rensa_transform_survey (RensaDataset *examples, RensaSurveyFunc func, gpointer data, GCancellable *cancellable,
                                 GError **error);

/* Returns the numbers in C order; NULL with an error. */
double *rensa_transform_get_doubles (RensaArray *array, GError **error);

G_END_DECLS
