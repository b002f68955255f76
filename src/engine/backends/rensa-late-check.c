/* rensa-late-check.c: what is wrong with values on a device, found without waiting for it.
 * SPDX-License-Identifier: MIT */

#include "rensa-late-check.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* @link: (nullable): where it was made */
typedef struct
{
  RensaArray *verdict;
  RensaLateCheck check;
  guint64 number;
  char *link;
} Pending;

static _Thread_local guint64 n_made;
/* NULL while there are none; and for each device the sum of the verdicts there, float64. */
static _Thread_local GArray *pending;
static _Thread_local GPtrArray *sums;

static void
pending_clear (gpointer data)
{
  Pending *self = data;

  rensa_array_unref (self->verdict);
  rensa_array_unref (self->check.values);
  g_free (self->link);
}

static gboolean
judge (RensaArray *verdict, const RensaLateCheck *check, GError **error)
{
  if (!isnan (rensa_array_get_scalar (verdict)))
    return TRUE;

  check->explain (check, error);
  return FALSE;
}

/* NaN once, NaN for good. */
static gboolean
add_up (RensaArray *verdict, GError **error)
{
  for (guint i = 0; sums != NULL && i < sums->len; i++)
    if (rensa_array_get_device (sums->pdata[i]) == rensa_array_get_device (verdict))
      return rensa_array_accumulate (sums->pdata[i], verdict, error);

  g_autoptr (RensaArray) wide = rensa_array_cast (verdict, RENSA_FLOAT64, error);
  RensaArray *sum = rensa_array_copy (wide, error);

  if (sum == NULL)
    return FALSE;
  if (sums == NULL)
    sums = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  g_ptr_array_add (sums, sum);
  return TRUE;
}

gboolean
rensa_late_check_is_due (RensaArray *array)
{
  return rensa_array_get_device (array) == rensa_device_get_host () || rensa_modes_get ()->debug;
}

gboolean
rensa_late_check (RensaArray *verdict, const RensaLateCheck *check, GError **error)
{
  const Pending entry = { verdict, *check, n_made };

  if (verdict == NULL)
    return FALSE;
  if (rensa_late_check_is_due (verdict))
    return judge (verdict, check, error);
  if (!add_up (verdict, error))
    return FALSE;

  if (pending == NULL)
    {
      pending = g_array_new (FALSE, FALSE, sizeof (Pending));
      g_array_set_clear_func (pending, pending_clear);
    }
  g_array_append_val (pending, entry);
  n_made++;
  rensa_array_ref (verdict);
  rensa_array_ref (check->values);
  return TRUE;
}

guint64
rensa_late_checks_get_next (void)
{
  return n_made;
}

void
rensa_late_checks_set_link (guint64 first, const char *path, const char *step)
{
  for (guint i = pending != NULL ? pending->len : 0; i > 0; i--)
    {
      Pending *entry = &g_array_index (pending, Pending, i - 1);

      if (entry->number < first)
        return;
      if (entry->link == NULL)
        entry->link = rensa_fault_join_link (path, step);
    }
}

/* Whether any of the sums, which may be NULL, tells of something wrong; one number for each device is waited for. */
static gboolean
has_nan (GPtrArray *totals)
{
  gboolean has = FALSE;

  for (guint i = 0; totals != NULL && i < totals->len; i++)
    has |= isnan (rensa_array_get_scalar (totals->pdata[i])) != 0;
  return has;
}

gboolean
rensa_late_checks_read (GError **error)
{
  g_autoptr (GArray) checks = g_steal_pointer (&pending);
  g_autoptr (GPtrArray) totals = g_steal_pointer (&sums);

  if (error != NULL && *error != NULL)
    return FALSE;
  if (!has_nan (totals))
    return TRUE;

  for (guint i = 0; i < checks->len; i++)
    {
      const Pending *entry = &g_array_index (checks, Pending, i);

      if (judge (entry->verdict, &entry->check, error))
        continue;
      if (entry->link != NULL)
        rensa_error_set_link (error, entry->link, NULL);
      /* What the explanation computed with has been looked at, too. */
      g_clear_pointer (&pending, g_array_unref);
      g_clear_pointer (&sums, g_ptr_array_unref);
      return FALSE;
    }
  return TRUE;
}
