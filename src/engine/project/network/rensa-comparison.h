/* rensa-comparison.h: checks that a loss or accuracy can compare the output of a model with
 * the labels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-data-inspect.h"
#include "rensa-project-parts.h"

G_BEGIN_DECLS

/* Common functions, the most usual one first; NULL-terminated. */
extern const char *const rensa_usual_losses[];

/* Reads the label range of a loss that only accepts some labels, which it declares in a form:
 * "labels" is "LOW HIGH". Fills that part of @use; @loss: nullable. */
void rensa_loss_find_label_range (RensaAttrs *loss, RensaDataUse *use);
extern const char *const rensa_usual_measures[];

/**
 * RensaLabels: values to predict.
 * @t: labels of a batch
 * @n_classes: 0 if the label is a value, or unknown
 * @dtype: data type of the parameters, and thus of the output of a model
 */
typedef struct
{
  RensaType t;
  gint64 n_classes;
  RensaDtype dtype;
} RensaLabels;

gboolean rensa_labels_are_classes (const RensaLabels *labels);
/* Returns TRUE if @function (RensaFunctionClass with its attributes) can compare @y with the labels
 * and reduces them to one number that can be learned from. */
gboolean rensa_labels_fit (const RensaLabels *labels, RensaAttrs *function, const RensaType *y);
/* Returns TRUE if it could with another model: sets @y to the output type that it needs. */
gboolean rensa_labels_suit (const RensaLabels *labels, RensaAttrs *function, RensaType *y);

/* Adds mistakes of loss and accuracy, if @last, the node of the model's output, gives @y; one per
 * cause. If the model has nothing to learn yet (@is_final FALSE), adds only those that no model
 * could fix. */
void rensa_project_check_comparisons (RensaProject *project, RensaModelNode *last, const RensaType *y,
                                      const RensaLabels *labels, gboolean is_final);

G_END_DECLS
