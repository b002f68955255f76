/* rensa-chain-private.h: plans of links made of links.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* State of Chain and Sequential. */
typedef struct
{
  int n_inputs;
  int n_values; /* inputs included */
  GPtrArray *steps;
  GArray *outputs;  /* int; if empty, the last value */
  GArray *leaves;   /* int: values with respect to which a gradient is taken */
  GArray *last_use; /* int for each value: the last step that needs it; empty until it is computed */
  RensaStepFunc observer;
  gpointer observer_data;
} RensaPlan;

/* Creates a link of a class without attributes. */
RensaLink *rensa_link_new_plain (const RensaLinkClass *class);

gboolean rensa_plan_setup (RensaLink *link, GError **error);
gboolean rensa_plan_copy (RensaLink *link, RensaLink *copy, GError **error);
void rensa_plan_clear (RensaLink *link);
/* Adds @child as a layer of a Sequential. */
void rensa_sequential_plan_child (RensaLink *sequential, RensaLink *child);

int rensa_chain_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                         int max_outputs, GError **error);
/* Returns for each value of the plan whether any of @values depends on it, including those themselves. */
gboolean *rensa_chain_list_needed (RensaLink *chain, const int *values, int n_values);
/* Computes only the values with the indices @wanted, and those that they depend on. @outputs:
 * receives as many. */
gboolean rensa_chain_forward_to (RensaLink *link, RensaVariable *const *inputs, int n_inputs, const int *wanted,
                                 int n_wanted, RensaVariable **outputs, GError **error);
int rensa_sequential_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                              int max_outputs, GError **error);

G_END_DECLS
