/* rensa-chain-private.h: plans of links made of links.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* The state of Chain and Sequential. */
typedef struct
{
  int n_inputs;
  int n_values; /* inputs included */
  GPtrArray *steps;
  GArray *outputs;  /* int; empty: the last value */
  GArray *leaves;   /* int: values with respect to which a gradient is taken */
  GArray *last_use; /* int for each value: the step after which nobody needs it; empty where it has to be found out */
  RensaStepFunc observer;
  gpointer observer_data;
} RensaPlan;

/* A link of a class without attributes. */
RensaLink *rensa_link_new_plain (const RensaLinkClass *class);

gboolean rensa_plan_setup (RensaLink *link, GError **error);
gboolean rensa_plan_copy (RensaLink *link, RensaLink *copy, GError **error);
void rensa_plan_clear (RensaLink *link);
/* Layer @child of a Sequential. */
void rensa_sequential_plan_child (RensaLink *sequential, RensaLink *child);

int rensa_chain_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                         int max_outputs, GError **error);
/* For each value of the plan whether one of @values is made of it, themselves included. */
gboolean *rensa_chain_list_needed (RensaLink *chain, const int *values, int n_values);
/* A call that makes @wanted, numbers of values, and what they are made of, alone. @outputs: gets as many. */
gboolean rensa_chain_forward_to (RensaLink *link, RensaVariable *const *inputs, int n_inputs, const int *wanted,
                                 int n_wanted, RensaVariable **outputs, GError **error);
int rensa_sequential_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                              int max_outputs, GError **error);

G_END_DECLS
