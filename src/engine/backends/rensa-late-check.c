/* rensa-late-check.c: checks of values on a device without waiting for it; counting of values that are not finite.
 * SPDX-License-Identifier: MIT */

#include "rensa-late-check.h"

#include <math.h>

#include "rensa-fault.h"
#include "rensa-late-number.h"
#include "rensa-modes.h"
#include "rensa-primitives.h"

/* @link: (nullable): link that made the check */
typedef struct
{
  RensaArray *verdict;
  RensaLateCheck check;
  guint64 number;
  char *link;
} Pending;

/* @checks: Pending; @sums: sum of the verdicts on each device, float64; @totals: RensaLateNumber,
 *   the sums that are already being transferred, once no more verdicts are added. NULL if there are
 *   none. */
typedef struct
{
  GArray *checks;
  GPtrArray *sums;
  GPtrArray *totals;
} Round;

static _Thread_local guint64 n_made;
static _Thread_local Round now;
static _Thread_local Round before;

static void
pending_clear (gpointer data)
{
  Pending *self = data;

  rensa_array_unref (self->verdict);
  rensa_array_unref (self->check.values);
  g_free (self->link);
}

static void
round_clear (Round *round)
{
  g_clear_pointer (&round->checks, g_array_unref);
  g_clear_pointer (&round->sums, g_ptr_array_unref);
  g_clear_pointer (&round->totals, g_ptr_array_unref);
}

/* @sums: (inout) (nullable): RensaArray, float64, one for each device; initially NULL. Adds @number, of one element, to the sum on
 * its device, without waiting for the device. */
static gboolean
add_to_sums (GPtrArray **sums, RensaArray *number, GError **error)
{
  for (guint i = 0; *sums != NULL && i < (*sums)->len; i++)
    if (rensa_array_get_device ((*sums)->pdata[i]) == rensa_array_get_device (number))
      return rensa_array_accumulate ((*sums)->pdata[i], number, error);

  g_autoptr (RensaArray) wide = rensa_array_cast (number, RENSA_FLOAT64, error);
  RensaArray *sum = rensa_array_copy (wide, error);

  if (sum == NULL)
    return FALSE;
  if (*sums == NULL)
    *sums = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_array_unref);
  g_ptr_array_add (*sums, sum);
  return TRUE;
}

static gboolean
judge (RensaArray *verdict, const RensaLateCheck *check, GError **error)
{
  if (!isnan (rensa_array_get_scalar (verdict)))
    return TRUE;

  check->explain (check, error);
  return FALSE;
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
  /* NaN propagates through the sum. */
  if (!add_to_sums (&now.sums, verdict, error))
    return FALSE;

  if (now.checks == NULL)
    {
      now.checks = g_array_new (FALSE, FALSE, sizeof (Pending));
      g_array_set_clear_func (now.checks, pending_clear);
    }
  g_array_append_val (now.checks, entry);
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
  for (guint i = now.checks != NULL ? now.checks->len : 0; i > 0; i--)
    {
      Pending *entry = &g_array_index (now.checks, Pending, i - 1);

      if (entry->number < first)
        return;
      if (entry->link == NULL)
        entry->link = rensa_fault_join_link (path, step);
    }
}

/* TRUE if any sum indicates an error; waits for one number per device. */
static gboolean
has_nan (const Round *round)
{
  gboolean has = FALSE;

  for (guint i = 0; round->sums != NULL && i < round->sums->len; i++)
    {
      RensaLateNumber *total = round->totals != NULL ? round->totals->pdata[i] : NULL;

      has |=
          isnan (total != NULL ? rensa_late_number_get (total) : rensa_array_get_scalar (round->sums->pdata[i])) != 0;
    }
  return has;
}

/* Computing the explanation may add checks; they are discarded together with all pending ones. */
static gboolean
tell (const Round *round, GError **error)
{
  for (guint i = 0; i < round->checks->len; i++)
    {
      const Pending *entry = &g_array_index (round->checks, Pending, i);

      if (judge (entry->verdict, &entry->check, error))
        continue;
      if (entry->link != NULL)
        rensa_error_set_link (error, entry->link, NULL);
      round_clear (&now);
      return FALSE;
    }
  return TRUE;
}

/* Clears it. */
static gboolean
read_round (Round *round, GError **error)
{
  Round taken = *round;
  gboolean ok;

  *round = (Round){ NULL };
  ok = !has_nan (&taken) || tell (&taken, error);
  round_clear (&taken);
  return ok;
}

gboolean
rensa_late_checks_read (GError **error)
{
  if (error != NULL && *error != NULL)
    {
      round_clear (&before);
      round_clear (&now);
      return FALSE;
    }
  return read_round (&before, error) && read_round (&now, error);
}

static void
unref_total (gpointer total)
{
  if (total != NULL)
    rensa_late_number_unref (total);
}

static void
post_totals (Round *round)
{
  round->totals = g_ptr_array_new_with_free_func (unref_total);
  for (guint i = 0; i < round->sums->len; i++)
    g_ptr_array_add (round->totals, rensa_late_number_new (round->sums->pdata[i]));
}

gboolean
rensa_late_checks_read_last (GError **error)
{
  if (error != NULL && *error != NULL)
    return rensa_late_checks_read (error);

  if (now.sums != NULL)
    post_totals (&now);
  if (!read_round (&before, error))
    return FALSE;

  before = now;
  now = (Round){ NULL };
  return TRUE;
}

static gboolean
add_count (GPtrArray **sums, RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) n = NULL;

  if (array == NULL)
    return TRUE;
  n = rensa_reduce (RENSA_REDUCE_N_NOT_FINITE, array, (1u << rensa_array_get_ndim (array)) - 1, FALSE, error);
  return n != NULL && add_to_sums (sums, n, error);
}

gboolean
rensa_count_not_finite (RensaArray *const *arrays, guint n, double *count, GError **error)
{
  g_autoptr (GPtrArray) sums = NULL;

  *count = 0;
  for (guint i = 0; i < n; i++)
    if (!add_count (&sums, arrays[i], error))
      return FALSE;
  for (guint i = 0; sums != NULL && i < sums->len; i++)
    *count += rensa_array_get_scalar (sums->pdata[i]);
  return TRUE;
}
