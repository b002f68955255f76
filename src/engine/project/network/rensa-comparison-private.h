/* rensa-comparison-private.h: whether a loss or accuracy can compare what a model gives with the labels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-data-inspect.h"
#include "rensa-project-private.h"

G_BEGIN_DECLS

/* The functions that most people mean, the usual one first; NULL-terminated. */
extern const char *const rensa_usual_losses[];

/* A loss that takes some labels alone says so with a form: "labels" is "LOW HIGH". Fills that part of @use; @loss: nullable. */
void rensa_loss_find_label_range (RensaAttrs *loss, RensaDataUse *use);
extern const char *const rensa_usual_measures[];

/**
 * RensaLabels: what is to be predicted.
 * @t: of a batch
 * @n_classes: 0 where the label is a value, or not known
 * @dtype: of the parameters, and so of what a model gives
 */
typedef struct
{
  RensaType t;
  gint64 n_classes;
  RensaDtype dtype;
} RensaLabels;

gboolean rensa_labels_are_classes (const RensaLabels *labels);
/* Whether @function (RensaFunctionClass with its attributes) compares @y with the labels, so that one number is left, and
 * something can be learnt from it. */
gboolean rensa_labels_fit (const RensaLabels *labels, RensaAttrs *function, const RensaType *y);
/* Whether it would if the model were another: for @y, which is what that has to give. */
gboolean rensa_labels_suit (const RensaLabels *labels, RensaAttrs *function, RensaType *y);

/* Mistakes of loss and accuracy, where @last, the node of the model's output, gives @y; one for one cause. Where the model
 * has nothing to learn yet (@is_final FALSE), only those that no model could mend. */
void rensa_project_check_comparisons (RensaProject *project, RensaModelNode *last, const RensaType *y,
                                      const RensaLabels *labels, gboolean is_final);

G_END_DECLS
