/* rensa-run.c: one run of the store, as an item of a list.
 * SPDX-License-Identifier: MIT */

#include "rensa-run-private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (RensaRun, rensa_run, G_TYPE_OBJECT)

/* The property of field i has the number i + 1. */
enum
{
  PROP_SIZE = RENSA_N_RUN_FIELDS + 1,
  PROP_NUMBER,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
rensa_run_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  RensaRun *self = RENSA_RUN (object);
  const RensaRunField *field;
  gconstpointer member;

  if (id == PROP_SIZE || id == PROP_NUMBER)
    {
      g_value_set_int64 (value, id == PROP_SIZE ? self->size : self->number);
      return;
    }

  field = &rensa_run_fields[id - 1];
  member = G_STRUCT_MEMBER_P (&self->record, field->offset);
  switch (field->kind)
    {
    case RENSA_KIND_TEXT:
    case RENSA_KIND_MAYBE:
      g_value_set_string (value, *(char *const *) member);
      break;
    case RENSA_KIND_FLAG:
      g_value_set_boolean (value, *(const gboolean *) member);
      break;
    case RENSA_KIND_STATE:
      g_value_set_int (value, *(const int *) member);
      break;
    case RENSA_KIND_TIME:
    case RENSA_KIND_COUNT:
    case RENSA_KIND_INTEGER:
      g_value_set_int64 (value, *(const gint64 *) member);
      break;
    case RENSA_KIND_AMOUNT:
    case RENSA_KIND_REAL:
      g_value_set_double (value, *(const double *) member);
      break;
    }
}

static void
rensa_run_finalize (GObject *object)
{
  rensa_run_record_clear (&RENSA_RUN (object)->record);
  G_OBJECT_CLASS (rensa_run_parent_class)->finalize (object);
}

static GParamSpec *
make_property (const RensaRunField *field)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY;

  switch (field->kind)
    {
    case RENSA_KIND_TEXT:
    case RENSA_KIND_MAYBE:
      return g_param_spec_string (field->column, NULL, NULL, NULL, flags);
    case RENSA_KIND_FLAG:
      return g_param_spec_boolean (field->column, NULL, NULL, FALSE, flags);
    case RENSA_KIND_STATE:
      return g_param_spec_int (field->column, NULL, NULL, 0, RENSA_N_RUN_STATES - 1, 0, flags);
    case RENSA_KIND_TIME:
    case RENSA_KIND_COUNT:
    case RENSA_KIND_INTEGER:
      return g_param_spec_int64 (field->column, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
    default:
      return g_param_spec_double (field->column, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0, flags);
    }
}

static void
rensa_run_class_init (RensaRunClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = rensa_run_get_property;
  object_class->finalize = rensa_run_finalize;
  for (guint i = 0; i < RENSA_N_RUN_FIELDS; i++)
    properties[i + 1] = make_property (&rensa_run_fields[i]);
  properties[PROP_SIZE] =
      g_param_spec_int64 ("size", NULL, NULL, -1, G_MAXINT64, -1, G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_NUMBER] =
      g_param_spec_int64 ("number", NULL, NULL, 0, G_MAXINT64, 0, G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
rensa_run_init (RensaRun *self)
{
  self->size = -1;
}

RensaRun *
rensa_run_new (RensaRunRecord *record)
{
  RensaRun *self = g_object_new (RENSA_TYPE_RUN, NULL);

  self->record = *record;
  memset (record, 0, sizeof *record);
  return self;
}

void
rensa_run_assign (RensaRun *self, const RensaRunRecord *from, guint first, guint end)
{
  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = first; i < end; i++)
    if (!rensa_run_record_is_equal (&self->record, from, i))
      {
        rensa_run_record_copy (&self->record, from, i, i + 1);
        g_object_notify_by_pspec (G_OBJECT (self), properties[i + 1]);
      }
  g_object_thaw_notify (G_OBJECT (self));
}

void
rensa_run_set_size (RensaRun *self, gint64 size)
{
  if (self->size == size)
    return;

  self->size = size;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZE]);
}

void
rensa_run_set_number (RensaRun *self, gint64 number)
{
  if (self->number == number)
    return;

  self->number = number;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NUMBER]);
}

gint64
rensa_run_get_number (RensaRun *run)
{
  return run->number;
}

int
rensa_run_compare (RensaRun *a, RensaRun *b)
{
  if (a->record.started != b->record.started)
    return a->record.started > b->record.started ? -1 : 1;

  return strcmp (a->record.uuid, b->record.uuid);
}

const char *
rensa_run_get_uuid (RensaRun *run)
{
  return run->record.uuid;
}

const char *
rensa_run_get_name (RensaRun *run)
{
  return run->record.name;
}

RensaRunState
rensa_run_get_state (RensaRun *run)
{
  return run->record.state;
}

gboolean
rensa_run_is_active (RensaRun *run)
{
  return run->record.state == RENSA_RUN_RUNNING || run->record.state == RENSA_RUN_PAUSED;
}

gint64
rensa_run_get_started (RensaRun *run)
{
  return run->record.started;
}

gint64
rensa_run_get_ended (RensaRun *run)
{
  return run->record.ended;
}

double
rensa_run_get_elapsed (RensaRun *run)
{
  return run->record.elapsed;
}

gint64
rensa_run_get_iteration (RensaRun *run)
{
  return run->record.iteration;
}

double
rensa_run_get_epoch (RensaRun *run)
{
  return run->record.epoch;
}

const char *
rensa_run_get_dataset (RensaRun *run)
{
  return run->record.dataset;
}

const char *
rensa_run_get_optimizer (RensaRun *run)
{
  return run->record.optimizer;
}

gint64
rensa_run_get_n_links (RensaRun *run)
{
  return run->record.n_links;
}

gint64
rensa_run_get_n_params (RensaRun *run)
{
  return run->record.n_params;
}

gint64
rensa_run_get_seed (RensaRun *run)
{
  return run->record.seed;
}

const char *
rensa_run_get_device (RensaRun *run)
{
  return run->record.device;
}

const char *
rensa_run_get_engine (RensaRun *run)
{
  return run->record.engine;
}

const char *
rensa_run_get_tags (RensaRun *run)
{
  return run->record.tags;
}

/* Ignores invalid text from other programs. */
char **
rensa_run_list_proofs (RensaRun *run, gboolean agree)
{
  g_auto (GStrv) words = g_strsplit (run->record.proofs, " ", -1);
  g_autoptr (GStrvBuilder) targets = g_strv_builder_new ();

  for (guint i = 0; words[i] != NULL; i++)
    {
      const gboolean does_agree = words[i][0] != '!';
      const char *target = words[i] + (does_agree ? 0 : 1);
      const char *at = strchr (target, '@');
      g_autofree char *name = at != NULL ? g_strndup (target, (gsize) (at - target)) : NULL;

      /* The model is saved with or after the last reported value. */
      if (at > target && g_ascii_strtoll (at + 1, NULL, 10) >= run->record.iteration && does_agree == agree)
        g_strv_builder_add (targets, name);
    }
  return g_strv_builder_end (targets);
}

const char *
rensa_run_get_note (RensaRun *run)
{
  return run->record.note;
}

gboolean
rensa_run_get_starred (RensaRun *run)
{
  return run->record.starred;
}

const char *
rensa_run_get_parent (RensaRun *run)
{
  return run->record.parent;
}

const char *
rensa_run_get_message (RensaRun *run)
{
  return run->record.message;
}

const char *
rensa_run_get_message_record (RensaRun *run)
{
  return run->record.message_record;
}

double
rensa_run_get_best_metric (RensaRun *run)
{
  return run->record.best_metric;
}

double
rensa_run_get_last_metric (RensaRun *run)
{
  return run->record.last_metric;
}

const char *
rensa_run_get_metric_name (RensaRun *run)
{
  return run->record.metric_name;
}

double
rensa_run_get_best_loss (RensaRun *run)
{
  return run->record.best_loss;
}

double
rensa_run_get_last_loss (RensaRun *run)
{
  return run->record.last_loss;
}

const char *
rensa_run_get_loss_name (RensaRun *run)
{
  return run->record.loss_name;
}

const char *
rensa_run_get_verdict (RensaRun *run)
{
  return run->record.verdict;
}

const char *
rensa_run_get_verdict_record (RensaRun *run)
{
  return run->record.verdict_record;
}

const char *
rensa_run_get_advice (RensaRun *run)
{
  return run->record.advice;
}

gboolean
rensa_run_get_not_finite (RensaRun *run)
{
  return run->record.not_finite;
}

gint64
rensa_run_get_size (RensaRun *run)
{
  return run->size;
}
