/* rensa-call-profile.c: costs of calls, individually and by name.
 * SPDX-License-Identifier: MIT */

#include "rensa-call-profile.h"

#include <string.h>
#include <time.h>

#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"

/* Costs accumulated before a call began. */
typedef struct
{
  double costs[RENSA_MAX_COSTS];
} Start;

struct _RensaCallProfile
{
  const char *what;
  const RensaCost *costs;
  guint n_costs;
  GArray *starts;     /* Start of each active call, innermost last */
  GArray *history;    /* RensaProfiledCall */
  GArray *summary;    /* RensaProfileSum */
  GHashTable *places; /* name -> index in the summary */
  double totals[RENSA_MAX_COSTS];
};

RensaCallProfile *
rensa_call_profile_new (const char *what, const RensaCost *costs, guint n_costs)
{
  RensaCallProfile *profile;

  g_return_val_if_fail (n_costs <= RENSA_MAX_COSTS, NULL);

  profile = g_new0 (RensaCallProfile, 1);
  profile->what = what;
  profile->costs = costs;
  profile->n_costs = n_costs;
  profile->starts = g_array_new (FALSE, FALSE, sizeof (Start));
  profile->history = g_array_new (FALSE, FALSE, sizeof (RensaProfiledCall));
  profile->summary = g_array_new (FALSE, FALSE, sizeof (RensaProfileSum));
  profile->places = g_hash_table_new (g_str_hash, g_str_equal);
  return profile;
}

static double
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return 1e9 * (double) now.tv_sec + (double) now.tv_nsec;
}

RensaCallProfile *
rensa_call_profile_new_timer (const char *what)
{
  static const char *const units[] = { "ns", "us", "ms", "sec", NULL };
  static const RensaCost time = { "ElapsedTime", units, 1000, read_clock };

  return rensa_call_profile_new (what, &time, 1);
}

void
rensa_call_profile_free (RensaCallProfile *profile)
{
  g_array_unref (profile->starts);
  g_array_unref (profile->history);
  g_array_unref (profile->summary);
  g_hash_table_unref (profile->places);
  g_free (profile);
}

void
rensa_call_profile_begin (RensaCallProfile *profile)
{
  Start start = { 0 };

  for (guint i = 0; i < profile->n_costs; i++)
    start.costs[i] = profile->costs[i].read ();
  g_array_append_val (profile->starts, start);
}

void
rensa_call_profile_end (RensaCallProfile *profile, const char *name)
{
  const guint last = profile->starts->len - 1;
  RensaProfiledCall call = { .name = name, .depth = (int) last };

  for (guint i = 0; i < profile->n_costs; i++)
    call.costs[i] = profile->costs[i].read () - g_array_index (profile->starts, Start, last).costs[i];
  g_array_set_size (profile->starts, last);
  rensa_call_profile_add (profile, &call);
}

/* Creates the entry if there is none. */
static RensaProfileSum *
get_sum (RensaCallProfile *profile, const char *name)
{
  gpointer place;

  if (!g_hash_table_lookup_extended (profile->places, name, NULL, &place))
    {
      const RensaProfileSum sum = { .name = name };

      place = GUINT_TO_POINTER (profile->summary->len);
      g_array_append_val (profile->summary, sum);
      g_hash_table_insert (profile->places, (gpointer) name, place);
    }
  return &g_array_index (profile->summary, RensaProfileSum, GPOINTER_TO_UINT (place));
}

void
rensa_call_profile_add (RensaCallProfile *profile, const RensaProfiledCall *call)
{
  RensaProfileSum *sum = get_sum (profile, call->name);

  g_array_append_val (profile->history, *call);
  sum->n_calls++;
  for (guint i = 0; i < profile->n_costs; i++)
    {
      sum->costs[i] += call->costs[i];
      profile->totals[i] += call->depth == 0 ? call->costs[i] : 0;
    }
}

const RensaProfiledCall *
rensa_call_profile_get_history (RensaCallProfile *profile, guint *n)
{
  *n = profile->history->len;
  return (const RensaProfiledCall *) (gpointer) profile->history->data;
}

const RensaProfileSum *
rensa_call_profile_get_summary (RensaCallProfile *profile, guint *n)
{
  *n = profile->summary->len;
  return (const RensaProfileSum *) (gpointer) profile->summary->data;
}

const RensaProfileSum *
rensa_call_profile_find (RensaCallProfile *profile, const char *name)
{
  return g_hash_table_contains (profile->places, name) ? get_sum (profile, name) : NULL;
}

double
rensa_call_profile_get_total (RensaCallProfile *profile, guint i)
{
  return profile->totals[i];
}

/* Returns the largest unit in which @figure is at least one, else the smallest unit. */
static int
choose_unit (const RensaCost *cost, double figure)
{
  int unit = 0;

  while (cost->units[unit + 1] != NULL && figure >= cost->step)
    {
      figure /= cost->step;
      unit++;
    }
  return unit;
}

static char *
format_figure (const RensaCost *cost, double figure, int unit)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE + 32];

  for (int i = 0; i < unit; i++)
    figure /= cost->step;
  g_ascii_formatd (digits, sizeof digits, "%3.2f", figure);
  return g_strconcat (digits, cost->units[unit], NULL);
}

static double
find_largest (RensaCallProfile *profile, guint cost)
{
  double largest = 0;

  for (guint i = 0; i < profile->summary->len; i++)
    largest = MAX (largest, g_array_index (profile->summary, RensaProfileSum, i).costs[cost]);
  return largest;
}

/* Chooses the unit of each cost for the whole report; -1 if each value has its own. */
static gboolean
choose_units (RensaCallProfile *profile, const char *unit, int *units, GError **error)
{
  for (guint i = 0; i < profile->n_costs; i++)
    {
      const RensaCost *cost = &profile->costs[i];

      units[i] = -1;
      if (strcmp (unit, "auto_foreach") == 0)
        continue;
      if (strcmp (unit, "auto") == 0)
        units[i] = choose_unit (cost, find_largest (profile, i));
      for (int j = 0; units[i] < 0 && cost->units[j] != NULL; j++)
        units[i] = strcmp (unit, cost->units[j]) == 0 ? j : -1;
      if (units[i] >= 0)
        continue;

      g_autofree char *all = g_strjoinv (", ", (char **) (gpointer) cost->units);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: invalid unit “%s”; expected auto, auto_foreach, %s"),
                       cost->title, unit, all);
      return FALSE;
    }
  return TRUE;
}

static void
add_sum (RensaCallProfile *profile, GPtrArray *cells, const RensaProfileSum *sum, const int *units)
{
  g_ptr_array_add (cells, g_strdup (sum->name));
  for (guint i = 0; i < profile->n_costs; i++)
    {
      const RensaCost *cost = &profile->costs[i];
      const double figure = sum->costs[i];

      g_ptr_array_add (cells, format_figure (cost, figure, units[i] >= 0 ? units[i] : choose_unit (cost, figure)));
    }
  g_ptr_array_add (cells, g_strdup_printf ("%u", sum->n_calls));
}

char *
rensa_call_profile_report (RensaCallProfile *profile, const char *unit, GError **error)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  int units[RENSA_MAX_COSTS];

  if (!choose_units (profile, unit, units, error))
    return NULL;

  g_ptr_array_add (cells, g_strdup (profile->what));
  for (guint i = 0; i < profile->n_costs; i++)
    g_ptr_array_add (cells, g_strdup (profile->costs[i].title));
  g_ptr_array_add (cells, g_strdup ("Occurrence"));
  for (guint i = 0; i < profile->summary->len; i++)
    add_sum (profile, cells, &g_array_index (profile->summary, RensaProfileSum, i), units);
  return rensa_format_columns ((const char *const *) cells->pdata, cells->len, profile->n_costs + 2);
}
