/* rensa-budget.c: limit on the number of operations of a thread.
 * SPDX-License-Identifier: MIT */

#include "rensa-budget.h"

#include "rensa-base-faults.h"
#include "rensa-language.h"
#include "rensa-thread-private.h"

/* Number of operations between checks of flags and outer budgets. */
#define LOOK_EVERY 64

static RENSA_THREAD_LOCAL RensaBudget *current;

static void
look_ahead (RensaBudget *budget)
{
  gint64 n = LOOK_EVERY;

  for (const RensaBudget *each = budget; each != NULL; each = each->outer)
    n = MIN (n, each->limit - each->n_made);
  budget->n_ahead = budget->until_look = MAX (n, 0);
}

/* Charges the budget and its outer ones with the operations since the last check. */
static void
settle (RensaBudget *budget)
{
  const gint64 n = budget->n_ahead - budget->until_look;

  for (RensaBudget *each = budget; each != NULL; each = each->outer)
    each->n_made += n;
  budget->n_ahead = budget->until_look;
}

void
rensa_budget_enter (RensaBudget *budget)
{
  if (current != NULL)
    settle (current);
  budget->outer = current;
  budget->n_made = 0;
  budget->is_ending = FALSE;
  look_ahead (budget);
  current = budget;
}

void
rensa_budget_leave (RensaBudget *budget)
{
  settle (budget);
  current = budget->outer;
  if (current != NULL)
    look_ahead (current);
}

static gboolean
is_stopped (const RensaBudget *budget)
{
  for (; budget != NULL; budget = budget->outer)
    if (budget->stop != NULL && g_atomic_int_get (budget->stop))
      return TRUE;
  return FALSE;
}

static gboolean
refuse (const RensaBudget *spent, GError **error)
{
  if (spent->is_ending)
    {
      rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("stopped before completion"));
      return FALSE;
    }
  return rensa_set_fault (error, RENSA_ERROR_INVALID,
                          &(RensaFault){ .code = &rensa_fault_many_operations, .n_expected = { .n = spent->limit } });
}

static gboolean
look (RensaBudget *budget, GError **error)
{
  settle (budget);
  if (is_stopped (budget))
    for (RensaBudget *each = budget; each != NULL; each = each->outer)
      if (!each->is_ending && each->grace < each->limit - each->n_made)
        {
          each->is_ending = TRUE;
          each->limit = each->n_made + each->grace;
        }
  for (const RensaBudget *each = budget; each != NULL; each = each->outer)
    if (each->n_made >= each->limit)
      return refuse (each, error);
  look_ahead (budget);
  budget->until_look--;
  return TRUE;
}

gboolean
rensa_budget_spend (GError **error)
{
  RensaBudget *budget = current;

  if (budget == NULL || G_LIKELY (budget->until_look > 0))
    {
      if (budget != NULL)
        budget->until_look--;
      return TRUE;
    }
  return look (budget, error);
}
