/* rensa-transform.h: what is done to examples before a model sees them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-attrs.h"
#include "rensa-dataset.h"
#include "rensa-random.h"

G_BEGIN_DECLS

/* More numbers than these arrays has no transform worked out from the examples. */
#define RENSA_MAX_FIGURES 2

/**
 * RensaExampleForm: what the first field of the examples is, which is the one that transforms change.
 * @type: of one example
 * @picture: n_channels 0 where it is no picture; black and white are equal where nobody knows its brightest value
 * @names: (nullable): of its numbers, as in RensaDataBundle
 * @categories: (nullable): likewise
 * @numbers, @missing, @fills: likewise
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

/* Both own what they hold; @copy is empty before. */
void rensa_example_form_copy (const RensaExampleForm *form, RensaExampleForm *copy);
void rensa_example_form_clear (RensaExampleForm *form);

/**
 * RensaTransformCall: one transform of a list, and what it is asked for.
 * @attrs: the attribute struct
 * @before, @after: of the examples
 * @figures: as the class names them; NULL where they have not been worked out
 * @seed: of the document
 * @step: the number of the transform in the list
 * @position: how many examples training has seen before the first of these; -1 outside of training
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
 * @figures: (nullable) (array zero-terminated): what is worked out from the examples for training, as files name it
 * @shapes_by_figures: @infer needs them
 * @in_training_only: other examples stay as they are
 * @infer: @form is that of the examples before, and becomes that of those after; its type is floating
 * @fit: (nullable): works out @figures, float64 arrays, from @examples, of one field
 * @check: (nullable): whether figures of a file can be those of such examples; they are float64 and finite. Its errors say
 *   what is wrong, the place stands before them
 * @apply: to @x, n examples of the form before, in C order; does not write into it
 *
 * Its form "python" is a Python expression of {x}, one example, or of {picture}, the same as channels, rows and columns. {mean} stands
 * for the figure of that name, {size} for height and width of the picture after, {fill} for what is beyond its edge, {levels} for black
 * and white or infinities; is_training tells whether the model is being trained. "python_function" has the function that it calls.
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

/* A generator for example @i alone, which depends on the seed, the step and how many examples were seen before it. */
RensaRandom rensa_transform_call_get_random (const RensaTransformCall *call, gint64 i);

/* Sees @n examples of @size numbers each. */
typedef void (*RensaSurveyFunc) (const double *values, gint64 n, gint64 size, gpointer data);
/* Hands all examples to @func in their order, as many at once as are good for the memory. RENSA_ERROR_CANCELLED. */
gboolean rensa_transform_survey (RensaDataset *examples, RensaSurveyFunc func, gpointer data, GCancellable *cancellable,
                                 GError **error);

/* As numbers in C order; NULL with an error. */
double *rensa_transform_get_doubles (RensaArray *array, GError **error);

G_END_DECLS
