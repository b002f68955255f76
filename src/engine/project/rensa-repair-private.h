/* rensa-repair-private.h: looking for a repair.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis-private.h"

G_BEGIN_DECLS

/* Labels of repairs are read where they are clicked, in the studio; a program that has no translations leaves them English. */
#define _(String) g_dgettext ("rensa", String)

/**
 * RensaRepairing:
 * @scope: the path of the model that the mistake is in; "" also where it is in none
 * @model: that one; NULL where it is not there
 * @node: (nullable): which the mistake is about; @number: its number in @model; @name: its name
 * @repairs: RensaRepair, the best first
 */
typedef struct
{
  const RensaFindings *findings;
  RensaDocument *document;
  const RensaMistake *mistake;
  const char *scope;
  RensaModel *model;
  const RensaModelNode *node;
  int number;
  const char *name;
  GPtrArray *repairs;
} RensaRepairing;

/* @label is taken over; the arguments of @apply, texts, end with NULL. Returns the repair, for more to be said of it. */
RensaRepair *rensa_repairing_add (RensaRepairing *self, RensaRepairFunc apply, char *label, ...) G_GNUC_NULL_TERMINATED;
/* Path and text. */
gboolean rensa_repair_set (RensaDocument *document, char **args, GError **error);
/* The path of a component, the name of an attribute and JSON. */
gboolean rensa_repair_set_attr (RensaDocument *document, char **args, GError **error);
/* Scope and name. */
gboolean rensa_repair_remove (RensaDocument *document, char **args, GError **error);

/* "Remove l3", where there is a node. */
void rensa_repairs_offer_removal (RensaRepairing *self);

void rensa_repairs_for_wires (RensaRepairing *self);
void rensa_repairs_for_shapes (RensaRepairing *self);
void rensa_repairs_for_comparison (RensaRepairing *self);

G_END_DECLS
