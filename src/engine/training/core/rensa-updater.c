/* rensa-updater.c: one iteration of training.
 * SPDX-License-Identifier: MIT */

#include "rensa-updater.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-late-check.h"
#include "rensa-primitives.h"
#include "rensa-language.h"

/* An iterator, an optimizer or a target with its name. @every: of an optimizer: it learns in one of
 * @every iterations; @is_saved: of a target; @device: (nullable): destination of the last batch of
 * an iterator. */
typedef struct
{
  char *name;
  gpointer object;
  gint64 every;
  gboolean is_saved;
  const RensaDevice *device;
} Part;

struct _RensaUpdater
{
  const RensaUpdaterClass *class;
  RensaAttrs *attrs;
  GArray *iterators; /* Part */
  GArray *optimizers;
  GArray *targets;
  RensaIterator *main; /* one of the iterators */
  GPtrArray *devices;  /* RensaDevice; NULL at first */
  RensaConverter converter;
  RensaReporter *reporter;
  gpointer state;
  gint64 iteration;
};

static void
clear_iterator (gpointer part)
{
  g_free (((Part *) part)->name);
  rensa_iterator_free (((Part *) part)->object);
}

static void
clear_optimizer (gpointer part)
{
  g_free (((Part *) part)->name);
  rensa_optimizer_free (((Part *) part)->object);
}

static void
clear_target (gpointer part)
{
  g_free (((Part *) part)->name);
  rensa_link_unref (((Part *) part)->object);
}

static GArray *
parts_new (GDestroyNotify clear)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  g_array_set_clear_func (parts, clear);
  return parts;
}

static Part *
find_named (GArray *parts, const char *name)
{
  for (guint i = 0; i < parts->len; i++)
    {
      Part *part = &g_array_index (parts, Part, i);

      if (strcmp (part->name, name) == 0)
        return part;
    }
  return NULL;
}

static gpointer
find_part (GArray *parts, const char *name)
{
  const Part *part = find_named (parts, name);

  return part != NULL ? part->object : NULL;
}

static void
take_part (GArray *parts, const char *name, gpointer object)
{
  const Part part = { g_strdup (name), object, 1, FALSE, NULL };

  g_return_if_fail (find_part (parts, name) == NULL);

  g_array_append_val (parts, part);
}

RensaUpdater *
rensa_updater_new (RensaAttrs *attrs, GError **error)
{
  RensaUpdater *updater;

  if (!rensa_attrs_check_complete (attrs, error))
    return NULL;

  updater = g_new0 (RensaUpdater, 1);
  updater->class = (const RensaUpdaterClass *) rensa_attrs_get_component (attrs);
  updater->attrs = rensa_attrs_ref (attrs);
  updater->iterators = parts_new (clear_iterator);
  updater->optimizers = parts_new (clear_optimizer);
  updater->targets = parts_new (clear_target);
  updater->state = updater->class->state_size > 0 ? g_malloc0 (updater->class->state_size) : NULL;
  return updater;
}

void
rensa_updater_free (RensaUpdater *updater)
{
  if (updater->class->finalize != NULL)
    updater->class->finalize (updater);
  rensa_attrs_unref (updater->attrs);
  g_array_unref (updater->iterators);
  g_array_unref (updater->optimizers);
  g_array_unref (updater->targets);
  g_clear_pointer (&updater->devices, g_ptr_array_unref);
  g_free (updater->state);
  g_free (updater);
}

void
rensa_updater_set_reporter (RensaUpdater *updater, RensaReporter *reporter)
{
  updater->reporter = reporter;
}

RensaReporter *
rensa_updater_get_reporter (RensaUpdater *updater)
{
  return updater->reporter;
}

gconstpointer
rensa_updater_get_values (RensaUpdater *updater)
{
  return rensa_attrs_get_values (updater->attrs);
}

gpointer
rensa_updater_get_state (RensaUpdater *updater)
{
  return updater->state;
}

void
rensa_updater_take_iterator (RensaUpdater *updater, const char *name, RensaIterator *iterator)
{
  take_part (updater->iterators, name, iterator);
  updater->main = find_part (updater->iterators, RENSA_MAIN);
}

void
rensa_updater_take_optimizer (RensaUpdater *updater, const char *name, RensaOptimizer *optimizer)
{
  take_part (updater->optimizers, name, optimizer);
}

void
rensa_updater_take_target (RensaUpdater *updater, const char *name, RensaLink *target, gboolean is_saved)
{
  take_part (updater->targets, name, target);
  g_array_index (updater->targets, Part, updater->targets->len - 1).is_saved = is_saved;
}

void
rensa_updater_set_every (RensaUpdater *updater, guint i, gint64 n)
{
  g_return_if_fail (i < updater->optimizers->len && n >= 1);

  g_array_index (updater->optimizers, Part, i).every = n;
}

gboolean
rensa_updater_is_due (RensaUpdater *updater, guint i)
{
  return (updater->iteration + 1) % g_array_index (updater->optimizers, Part, i).every == 0;
}

void
rensa_updater_set_devices (RensaUpdater *updater, GPtrArray *devices)
{
  g_return_if_fail (updater->class->is_parallel && updater->devices == NULL && devices->len > 0);

  updater->devices = g_ptr_array_ref (devices);
}

guint
rensa_updater_get_n_devices (RensaUpdater *updater)
{
  return updater->devices != NULL ? updater->devices->len : 1;
}

const RensaDevice *
rensa_updater_get_device (RensaUpdater *updater, guint i)
{
  if (updater->devices == NULL)
    return rensa_link_get_device (rensa_optimizer_get_target (g_array_index (updater->optimizers, Part, 0).object));
  return updater->devices->pdata[i % updater->devices->len];
}

void
rensa_updater_set_converter (RensaUpdater *updater, const RensaConverter *converter)
{
  updater->converter = converter != NULL ? *converter : (RensaConverter){ 0 };
}

const RensaConverter *
rensa_updater_get_converter (RensaUpdater *updater)
{
  return updater->converter.convert != NULL ? &updater->converter : NULL;
}

RensaIterator *
rensa_updater_get_iterator (RensaUpdater *updater, const char *name)
{
  return find_part (updater->iterators, name);
}

RensaOptimizer *
rensa_updater_get_optimizer (RensaUpdater *updater, const char *name)
{
  return find_part (updater->optimizers, name);
}

RensaLink *
rensa_updater_get_target (RensaUpdater *updater, const char *name)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, name);

  return optimizer != NULL ? rensa_optimizer_get_target (optimizer) : find_part (updater->targets, name);
}

RensaLink *
rensa_updater_find_link (RensaUpdater *updater, const char *path)
{
  const gsize length = strcspn (path, "/");
  g_autofree char *name = g_strndup (path, length);
  RensaLink *target = rensa_updater_get_target (updater, name);

  return target != NULL && path[length] == '/' ? rensa_link_find (target, path + length + 1) : target;
}

const char *
rensa_updater_get_optimizer_name (RensaUpdater *updater, guint i)
{
  return i < updater->optimizers->len ? g_array_index (updater->optimizers, Part, i).name : NULL;
}

gboolean
rensa_updater_has_input (RensaUpdater *updater, const char *input)
{
  const char *name = strchr (input, ':') + 1;

  if (g_str_has_prefix (input, "target:"))
    return rensa_updater_get_target (updater, name) != NULL;
  return find_part (g_str_has_prefix (input, "iterator:") ? updater->iterators : updater->optimizers, name) != NULL;
}

gboolean
rensa_updater_check (RensaUpdater *updater, GError **error)
{
  for (const char *const *input = updater->class->inputs; *input != NULL; input++)
    if (!rensa_updater_has_input (updater, *input))
      {
        rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s needs “%s”, which does not exist"), updater->class->name,
                         *input);
        return FALSE;
      }
  return TRUE;
}

/* Sends the next batches to their devices while the devices are still computing; does nothing
 * for the host, which is itself busy. */
static void
prefetch (RensaUpdater *updater)
{
  for (guint i = 0; i < updater->iterators->len; i++)
    {
      const Part *part = &g_array_index (updater->iterators, Part, i);

      if (part->device != NULL && part->device != rensa_device_get_host ())
        rensa_iterator_prefetch (part->object, rensa_updater_get_converter (updater), part->device);
    }
}

/* @read: reads the late checks that are due now */
static gboolean
update (RensaUpdater *updater, gboolean (*read) (GError **error), GError **error)
{
  const RensaDevice *device =
      updater->optimizers->len > 0 ? rensa_updater_get_device (updater, 0) : rensa_device_get_current ();
  gboolean ok;

  rensa_device_begin_iteration (device);
  ok = updater->class->update_core (updater, error);
  ok = rensa_device_end_iteration (device, error) && ok;
  /* Values that extensions report are not means over the batch. */
  rensa_report_weigh (1);
  if (ok)
    prefetch (updater);
  if (!read (error) || !ok)
    return FALSE;

  updater->iteration++;
  return TRUE;
}

gboolean
rensa_updater_update (RensaUpdater *updater, GError **error)
{
  return update (updater, rensa_late_checks_read, error);
}

gboolean
rensa_updater_update_ahead (RensaUpdater *updater, GError **error)
{
  return update (updater, rensa_late_checks_read_last, error);
}

int
rensa_batch_place (RensaArray **fields, int n, const RensaDevice *device, RensaVariable **batch, GError **error)
{
  gboolean ok = TRUE;

  for (int i = 0; i < n; i++)
    {
      g_autoptr (RensaArray) field = fields[i];
      g_autoptr (RensaArray) placed = ok ? rensa_array_to_device (field, device, error) : NULL;

      batch[i] = rensa_variable_new_constant (placed);
      ok = placed != NULL;
    }
  if (!ok)
    rensa_variables_clear (batch, n);
  return ok ? n : -1;
}

int
rensa_batch_next (RensaIterator *iterator, const RensaConverter *converter, const RensaDevice *device,
                  RensaVariable **batch, GError **error)
{
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  const int n = rensa_iterator_next (iterator, converter, fields, error);

  return rensa_batch_place (fields, n, device, batch, error);
}

int
rensa_updater_next_batch (RensaUpdater *updater, const char *name, RensaVariable **batch, GError **error)
{
  return rensa_updater_next_batch_on (updater, name, rensa_updater_get_device (updater, 0), batch, error);
}

int
rensa_updater_next_batch_on (RensaUpdater *updater, const char *name, const RensaDevice *device, RensaVariable **batch,
                             GError **error)
{
  Part *part = find_named (updater->iterators, name);
  const int n = rensa_batch_next (part->object, rensa_updater_get_converter (updater), device, batch, error);

  /* A full batch has weight 1, as in files of Chainer and of earlier versions. */
  rensa_report_weigh ((double) rensa_iterator_get_batch (part->object)->n
                      / (double) rensa_iterator_get_batch_size (part->object));
  part->device = device;
  if (n == 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The training iterator has no more batches; set it to repeat"));
  return n > 0 ? n : -1;
}

gint64
rensa_updater_get_iteration (RensaUpdater *updater)
{
  return updater->iteration;
}

const RensaIteratorPlace *
rensa_updater_get_place (RensaUpdater *updater)
{
  return rensa_iterator_get_place (updater->main);
}

gint64
rensa_updater_get_epoch (RensaUpdater *updater)
{
  return rensa_updater_get_place (updater)->epoch;
}

double
rensa_updater_get_epoch_detail (RensaUpdater *updater)
{
  return rensa_updater_get_place (updater)->epoch_detail;
}

static gboolean
serialize_iterator (const Part *part, RensaSerializer *serializer, GError **error)
{
  g_autofree char *key = g_strconcat ("iterator:", part->name, NULL);

  return rensa_iterator_serialize (part->object, rensa_serializer_child (serializer, key), error);
}

static gboolean
serialize_model (const char *name, RensaLink *model, RensaSerializer *serializer, GError **error)
{
  g_autofree char *key = g_strconcat ("model:", name, NULL);

  return rensa_link_serialize (model, rensa_serializer_child (serializer, key), error);
}

static gboolean
serialize_target (const Part *part, RensaSerializer *serializer, GError **error)
{
  return !part->is_saved || serialize_model (part->name, part->object, serializer, error);
}

/* The model precedes the optimizer, whose states have the shapes of the parameters. */
static gboolean
serialize_optimizer (const Part *part, RensaSerializer *serializer, GError **error)
{
  g_autofree char *key = g_strconcat ("optimizer:", part->name, NULL);

  return serialize_model (part->name, rensa_optimizer_get_target (part->object), serializer, error)
         && rensa_optimizer_serialize (part->object, rensa_serializer_child (serializer, key), error);
}

/* Chainer has no such keys; programs exported for it do, and resume from these. */
static gboolean
serialize_state (const Part *part, RensaSerializer *serializer, GError **error)
{
  g_autofree char *key = g_strconcat ("state:", part->name, NULL);

  return rensa_link_serialize_state (rensa_optimizer_get_target (part->object),
                                     rensa_serializer_child (serializer, key), error);
}

gboolean
rensa_updater_serialize (gpointer updater, RensaSerializer *serializer, GError **error)
{
  RensaUpdater *self = updater;

  for (guint i = 0; i < self->iterators->len; i++)
    if (!serialize_iterator (&g_array_index (self->iterators, Part, i), serializer, error))
      return FALSE;
  for (guint i = 0; i < self->optimizers->len; i++)
    if (!serialize_optimizer (&g_array_index (self->optimizers, Part, i), serializer, error)
        || (self->class->keeps_state
            && !serialize_state (&g_array_index (self->optimizers, Part, i), serializer, error)))
      return FALSE;
  for (guint i = 0; i < self->targets->len; i++)
    if (!serialize_target (&g_array_index (self->targets, Part, i), serializer, error))
      return FALSE;
  return rensa_serializer_int (serializer, "iteration", &self->iteration, error);
}
