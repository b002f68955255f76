/* rensa-reporter.c: values reported by links and the trainer.
 * SPDX-License-Identifier: MIT */

#include "rensa-reporter.h"

#include <string.h>

#include "rensa-modes.h"
#include "rensa-slab.h"

/* The value of a variable is read from the device when it is first requested. @late: set if it was
 * requested in advance. */
typedef struct
{
  const char *key; /* interned */
  RensaVariable *variable;
  RensaLateNumber *late;
  gboolean is_read;
  double value;
  double weight;
} Entry;

struct _RensaObservation
{
  GArray *entries;
};

RensaObservation *
rensa_observation_new (void)
{
  RensaObservation *observation = g_new0 (RensaObservation, 1);

  observation->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  return observation;
}

void
rensa_observation_free (RensaObservation *observation)
{
  rensa_observation_clear (observation);
  g_array_unref (observation->entries);
  g_free (observation);
}

static Entry *
get_entry (RensaObservation *observation, guint i)
{
  return &g_array_index (observation->entries, Entry, i);
}

static void
clear_entry (Entry *entry)
{
  g_clear_pointer (&entry->variable, rensa_variable_unref);
  g_clear_pointer (&entry->late, rensa_late_number_unref);
}

void
rensa_observation_clear (RensaObservation *observation)
{
  for (guint i = 0; i < observation->entries->len; i++)
    clear_entry (get_entry (observation, i));
  g_array_set_size (observation->entries, 0);
}

guint
rensa_observation_get_n (RensaObservation *observation)
{
  return observation->entries->len;
}

const char *
rensa_observation_get_key (RensaObservation *observation, guint i)
{
  return get_entry (observation, i)->key;
}

double
rensa_observation_get_value (RensaObservation *observation, guint i)
{
  Entry *entry = get_entry (observation, i);

  if (!entry->is_read)
    entry->value = entry->late != NULL ? rensa_late_number_get (entry->late)
                                       : rensa_array_get_scalar (rensa_variable_get_array (entry->variable));
  entry->is_read = TRUE;
  return entry->value;
}

RensaLateNumber *
rensa_observation_get_late (RensaObservation *observation, guint i)
{
  Entry *entry = get_entry (observation, i);

  if (entry->is_read)
    return NULL;
  if (entry->late == NULL && rensa_array_get_count (rensa_variable_get_array (entry->variable)) == 1)
    entry->late = rensa_late_number_new (rensa_variable_get_array (entry->variable));
  return entry->late != NULL ? rensa_late_number_ref (entry->late) : NULL;
}

double
rensa_observation_get_weight (RensaObservation *observation, guint i)
{
  return get_entry (observation, i)->weight;
}

static int
find_key (RensaObservation *observation, const char *key)
{
  for (guint i = 0; i < observation->entries->len; i++)
    {
      const char *other = get_entry (observation, i)->key;

      if (other == key || strcmp (other, key) == 0)
        return (int) i;
    }
  return -1;
}

gboolean
rensa_observation_lookup (RensaObservation *observation, const char *key, double *value)
{
  const int i = find_key (observation, key);

  if (i >= 0)
    *value = rensa_observation_get_value (observation, (guint) i);
  return i >= 0;
}

RensaVariable *
rensa_observation_get_variable (RensaObservation *observation, const char *key)
{
  const int i = find_key (observation, key);

  return i >= 0 ? get_entry (observation, (guint) i)->variable : NULL;
}

/* Returns the entry of @key, cleared. */
static Entry *
renew_entry (RensaObservation *observation, const char *key)
{
  const int i = find_key (observation, key);
  const Entry entry = {
    .key = i >= 0 ? get_entry (observation, (guint) i)->key : g_intern_string (key),
    .weight = 1,
  };

  if (i < 0)
    {
      g_array_append_val (observation->entries, entry);
      return get_entry (observation, observation->entries->len - 1);
    }
  clear_entry (get_entry (observation, (guint) i));
  *get_entry (observation, (guint) i) = entry;
  return get_entry (observation, (guint) i);
}

static Entry *
set_value (RensaObservation *observation, const char *key, double value)
{
  Entry *entry = renew_entry (observation, key);

  entry->is_read = TRUE;
  entry->value = value;
  return entry;
}

static Entry *
set_variable (RensaObservation *observation, const char *key, RensaVariable *variable)
{
  Entry *entry = renew_entry (observation, key);

  entry->variable = rensa_modes_get ()->keep_graph_on_report
                        ? rensa_variable_ref (variable)
                        : rensa_variable_new_constant (rensa_variable_get_array (variable));
  return entry;
}

void
rensa_observation_set (RensaObservation *observation, const char *key, double value)
{
  set_value (observation, key, value);
}

void
rensa_observation_set_variable (RensaObservation *observation, const char *key, RensaVariable *variable)
{
  set_variable (observation, key, variable);
}

struct _RensaReporter
{
  GHashTable *names; /* names of observers, interned */
};

/* Reporters pushed on this thread, innermost first. */
typedef struct _Scope Scope;
struct _Scope
{
  RensaReporter *reporter;
  RensaObservation *observation;
  double weight;
  Scope *outer;
};

static _Thread_local Scope *current;

RensaReporter *
rensa_reporter_new (void)
{
  RensaReporter *reporter = g_new0 (RensaReporter, 1);

  reporter->names = g_hash_table_new (NULL, NULL);
  return reporter;
}

void
rensa_reporter_free (RensaReporter *reporter)
{
  g_hash_table_unref (reporter->names);
  g_free (reporter);
}

void
rensa_reporter_add_observer (RensaReporter *reporter, const char *name, gpointer observer)
{
  g_hash_table_insert (reporter->names, observer, (gpointer) g_intern_string (name));
}

typedef struct
{
  RensaReporter *reporter;
  const char *name;
} Naming;

static gboolean
add_named_link (const char *path, RensaLink *link, gpointer data, GError **error)
{
  const Naming *naming = data;
  g_autofree char *name = g_strconcat (naming->name, strcmp (path, "/") != 0 ? path : "", NULL);

  rensa_reporter_add_observer (naming->reporter, name, link);
  return TRUE;
}

void
rensa_reporter_add_link (RensaReporter *reporter, const char *name, RensaLink *link)
{
  Naming naming = { .reporter = reporter, .name = name };

  rensa_link_foreach_link (link, add_named_link, &naming, NULL);
}

void
rensa_reporter_push (RensaReporter *reporter, RensaObservation *observation)
{
  Scope *scope = rensa_slab_new0 (Scope);

  *scope = (Scope){ .reporter = reporter, .observation = observation, .weight = 1, .outer = current };
  current = scope;
}

void
rensa_reporter_pop (RensaReporter *reporter)
{
  Scope *scope = current;

  g_return_if_fail (scope != NULL && scope->reporter == reporter);

  current = scope->outer;
  rensa_slab_free (scope, sizeof *scope);
}

#define SHORT_KEY 256

/* "main/loss", in @buffer if it fits: steady loops report the same keys repeatedly, without an allocation. */
static const char *
make_key (const char *key, gpointer observer, char buffer[SHORT_KEY])
{
  const char *name = observer != NULL ? g_hash_table_lookup (current->reporter->names, observer) : NULL;
  g_autofree char *whole = NULL;

  if (name == NULL)
    return key;
  if (strlen (name) + strlen (key) + 2 <= SHORT_KEY)
    {
      g_stpcpy (g_stpcpy (g_stpcpy (buffer, name), "/"), key);
      return buffer;
    }
  whole = g_strconcat (name, "/", key, NULL);
  return g_intern_string (whole);
}

void
rensa_report (const char *key, RensaVariable *value, gpointer observer)
{
  char buffer[SHORT_KEY];

  if (current != NULL)
    set_variable (current->observation, make_key (key, observer, buffer), value)->weight = current->weight;
}

void
rensa_report_number (const char *key, double value, gpointer observer)
{
  char buffer[SHORT_KEY];

  if (current != NULL)
    set_value (current->observation, make_key (key, observer, buffer), value)->weight = current->weight;
}

void
rensa_report_weigh (double weight)
{
  if (current != NULL)
    current->weight = weight;
}
