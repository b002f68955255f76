/* rensa-budget.h: limit on the number of operations of a thread, with a flag that stops them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Far more than a sensible document needs, but few enough to finish within seconds, or a minute, if
 * the arrays are small. TRIAL: for the trial of a step with second-order gradients. CALL: for the
 * analysis of a document, one forward call of a model, in which each step of a long sequence may be
 * a call, and one iteration of training. */
#define RENSA_BUDGET_TRIAL (1000 * 1000)
#define RENSA_BUDGET_CALL (10 * 1000 * 1000)

/**
 * RensaBudget:
 * @limit: the number of operations; %G_MAXINT64 for no limit
 * @stop: (nullable): another thread, or a signal handler, sets this to end the work inside the
 *   budget
 * @grace: number of operations still allowed once @stop is set, so that started work can be
 *   completed; %G_MAXINT64 if only the inner budgets end
 *
 * An operation is one call of a function, either in forward or in a recorded backward. The budgets
 * of one thread are nested: an operation counts for all enclosing budgets, and the stop flag of an
 * outer budget also stops the inner ones.
 *
 * |[
 *   g_auto (RensaBudget) budget = { .limit = RENSA_BUDGET_CALL };
 *
 *   rensa_budget_enter (&budget);
 * ]|
 */
typedef struct _RensaBudget RensaBudget;
struct _RensaBudget
{
  gint64 limit;
  const gint *stop;
  gint64 grace;

  /*< private >*/
  RensaBudget *outer;
  gint64 n_made;
  gint64 n_ahead;
  gint64 until_look;
  gboolean is_ending;
};

/* Puts the budget into effect until rensa_budget_leave (). @budget must not move in memory. */
void rensa_budget_enter (RensaBudget *budget);
void rensa_budget_leave (RensaBudget *budget);
/* Counts one operation. If it is not allowed, returns FALSE with RENSA_ERROR_INVALID, or with
 * RENSA_ERROR_CANCELLED after a stop; all later calls in this budget then fail in the same way. */
gboolean rensa_budget_spend (GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaBudget, rensa_budget_leave)

G_END_DECLS
