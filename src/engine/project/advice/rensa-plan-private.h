/* rensa-plan-private.h: internals of a plan.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plan.h"
#include "rensa-preview.h"

G_BEGIN_DECLS

/**
 * RensaPlanning: a plan under construction
 * @last: (owned): the last node, after which the next one is added
 * @n_updates: number of weight updates to aim at in a run
 */
typedef struct
{
  RensaDocument *document;
  const RensaPreview *preview;
  GPtrArray *reasons;
  char *last;
  gint64 n_updates;
} RensaPlanning;

/**
 * RensaTrend: fit of simple models to a table
 * @n_features: number of columns, counting one for each word
 * @is_straight: TRUE if a weighted sum of the columns explains the labels as well as a curve does
 * @score: accuracy for classes, or fraction of the variance explained for values
 */
typedef struct
{
  gint64 n_features;
  gboolean is_straight;
  double score;
} RensaTrend;

RensaTrend rensa_plan_find_trend (const RensaPreview *preview);

/* Adds a sentence in the user's language to the explanation; takes ownership of it. */
void rensa_planning_tell (RensaPlanning *self, char *reason);
/* Adds a node after the last one. @attrs: (nullable): "out_size=64", "ksize=3, pad=1". */
gboolean rensa_planning_add (RensaPlanning *self, const char *type, const char *attrs, GError **error);
/* Calls rensa_document_set () with a formatted text; pass numbers with a fraction as "%s". */
gboolean rensa_planning_set (RensaPlanning *self, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Adds the layers up to the last hidden one, preprocessing and optimizer. */
gboolean rensa_planning_add_table (RensaPlanning *self, GError **error);
gboolean rensa_planning_add_pictures (RensaPlanning *self, GError **error);
gboolean rensa_planning_add_texts (RensaPlanning *self, GError **error);
/* Adds a complete model that predicts the next token. */
gboolean rensa_planning_add_language (RensaPlanning *self, GError **error);
/* Returns TRUE if there are few pictures and the installed features can be computed from them, with
 * frozen features. */
gboolean rensa_planning_suits_features (RensaPlanning *self);
gboolean rensa_planning_add_features (RensaPlanning *self, GError **error);
/* Adds the last layer and the loss, depending on the label. */
gboolean rensa_planning_add_output (RensaPlanning *self, GError **error);

G_END_DECLS
