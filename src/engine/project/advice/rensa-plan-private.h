/* rensa-plan-private.h: the parts of a plan.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plan.h"
#include "rensa-preview.h"

G_BEGIN_DECLS

/**
 * RensaPlanning: a plan that is being made
 * @last: (owned): the node that the next one follows
 * @n_updates: how often the weights should change in a run
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
 * RensaTrend: what simple rules tell of a table
 * @n_features: columns, with one for each word
 * @is_straight: a weighted sum of the columns explains the labels as well as a curve does
 * @score: how well: the share of classes that are right, or of the variance of values
 */
typedef struct
{
  gint64 n_features;
  gboolean is_straight;
  double score;
} RensaTrend;

RensaTrend rensa_plan_find_trend (const RensaPreview *preview);

/* A sentence in the user's language, which is taken over. */
void rensa_planning_tell (RensaPlanning *self, char *reason);
/* Puts a node behind the last one. @attrs: (nullable): "out_size=64", "ksize=3, pad=1". */
gboolean rensa_planning_add (RensaPlanning *self, const char *type, const char *attrs, GError **error);
/* rensa_document_set () with a formatted text; numbers with a fraction are "%s". */
gboolean rensa_planning_set (RensaPlanning *self, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* The layers up to the last hidden one, preprocessing and optimizer. */
gboolean rensa_planning_add_table (RensaPlanning *self, GError **error);
gboolean rensa_planning_add_pictures (RensaPlanning *self, GError **error);
gboolean rensa_planning_add_texts (RensaPlanning *self, GError **error);
/* A model that predicts the next token, whole. */
gboolean rensa_planning_add_language (RensaPlanning *self, GError **error);
/* Whether the pictures are few, and such that features which are installed can be had of them; and these, frozen. */
gboolean rensa_planning_suits_features (RensaPlanning *self);
gboolean rensa_planning_add_features (RensaPlanning *self, GError **error);
/* The last layer and the loss, by the label. */
gboolean rensa_planning_add_output (RensaPlanning *self, GError **error);

G_END_DECLS
