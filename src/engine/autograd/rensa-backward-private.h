/* rensa-backward-private.h: graph traversal shared by backward () and grad ().
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-node-private.h"

G_BEGIN_DECLS

enum
{
  RENSA_MARK_NONE,
  RENSA_MARK_QUEUED,
  RENSA_MARK_SEEN,   /* grad (): reachable from the outputs */
  RENSA_MARK_NEEDED, /* grad (): reachable from the outputs, and leads to an input */
};

typedef struct
{
  RensaFunctionNode *function;
  guint order;
} RensaWalkEntry;

typedef struct _RensaWalk RensaWalk;

/* @is_wanted: TRUE if the gradient of an input is to be computed; @take: receives it; @leave:
 *   called when the gradient of a function's output is complete. */
struct _RensaWalk
{
  gboolean recorded;
  gboolean retain_grad;
  gboolean only_needed; /* follow only functions that are marked as needed */
  RensaVariable *start;
  gboolean (*is_wanted) (const RensaWalk *walk, RensaNode *node);
  gboolean (*take) (RensaWalk *walk, RensaNode *node, RensaVariable *grad, GError **error);
  void (*leave) (RensaWalk *walk, RensaNode *node, RensaVariable *grad);
  gpointer data;

  RensaWalkEntry *entries;
  guint n_entries;
  guint capacity;
  guint n_found;
  RensaWalkEntry few[32];
};

void rensa_walk_begin (RensaWalk *walk);
/* Enqueues the creator of @node, once. */
void rensa_walk_enqueue (RensaWalk *walk, RensaNode *node);
gboolean rensa_walk_run (RensaWalk *walk, GError **error);
/* *@slot += @grad. */
gboolean rensa_walk_add (RensaVariable **slot, RensaVariable *grad, GError **error);

/* Returns @value in the shape of @variable, which must have one element; NULL with an error otherwise. */
RensaVariable *rensa_first_grad (RensaVariable *variable, double value, GError **error);

G_END_DECLS
