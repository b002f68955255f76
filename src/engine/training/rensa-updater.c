/* rensa-updater.c: one iteration of training.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-training-private.h"

RensaUpdater *
rensa_updater_new (RensaAttrs *attrs, RensaSerialIterator *iterator, RensaOptimizer *optimizer, RensaLink *loss_link,
                   GError **error)
{
  RensaUpdater *updater;

  if (!rensa_attrs_check_complete (attrs, error))
    {
      rensa_serial_iterator_free (iterator);
      rensa_optimizer_free (optimizer);
      return NULL;
    }

  updater = g_new0 (RensaUpdater, 1);
  updater->class = (const RensaUpdaterClass *) rensa_attrs_get_component (attrs);
  updater->attrs = rensa_attrs_ref (attrs);
  updater->iterator = iterator;
  updater->optimizer = optimizer;
  updater->loss_link = rensa_link_ref (loss_link != NULL ? loss_link : rensa_optimizer_get_target (optimizer));
  return updater;
}

void
rensa_updater_free (RensaUpdater *updater)
{
  rensa_attrs_unref (updater->attrs);
  rensa_serial_iterator_free (updater->iterator);
  rensa_optimizer_free (updater->optimizer);
  rensa_link_unref (updater->loss_link);
  g_free (updater);
}

gboolean
rensa_updater_update (RensaUpdater *updater, GError **error)
{
  if (!updater->class->update_core (updater, error))
    return FALSE;

  updater->iteration++;
  return TRUE;
}

RensaSerialIterator *
rensa_updater_get_iterator (RensaUpdater *updater)
{
  return updater->iterator;
}

RensaOptimizer *
rensa_updater_get_optimizer (RensaUpdater *updater)
{
  return updater->optimizer;
}

RensaLink *
rensa_updater_get_loss_link (RensaUpdater *updater)
{
  return updater->loss_link;
}

gint64
rensa_updater_get_iteration (RensaUpdater *updater)
{
  return updater->iteration;
}

gint64
rensa_updater_get_epoch (RensaUpdater *updater)
{
  return rensa_serial_iterator_get_epoch (updater->iterator);
}

double
rensa_updater_get_epoch_detail (RensaUpdater *updater)
{
  return rensa_serial_iterator_get_epoch_detail (updater->iterator);
}

double
rensa_updater_get_previous_epoch_detail (RensaUpdater *updater)
{
  return rensa_serial_iterator_get_previous_epoch_detail (updater->iterator);
}

gint64
rensa_updater_get_n_examples (RensaUpdater *updater)
{
  RensaSerialIterator *iterator = updater->iterator;

  return rensa_serial_iterator_get_epoch (iterator)
             * rensa_dataset_get_length (rensa_serial_iterator_get_dataset (iterator))
         + rensa_serial_iterator_get_current_position (iterator);
}

gboolean
rensa_updater_is_new_epoch (RensaUpdater *updater)
{
  return rensa_serial_iterator_is_new_epoch (updater->iterator);
}

gboolean
rensa_updater_serialize (gpointer updater, RensaSerializer *serializer, GError **error)
{
  RensaUpdater *self = updater;

  /* The model comes before the optimizer, whose states take the shapes of the parameters. */
  return rensa_serial_iterator_serialize (self->iterator, rensa_serializer_child (serializer, "iterator:main"), error)
         && rensa_link_serialize (rensa_optimizer_get_target (self->optimizer),
                                  rensa_serializer_child (serializer, "model:main"), error)
         && rensa_optimizer_serialize (self->optimizer, rensa_serializer_child (serializer, "optimizer:main"), error)
         && rensa_serializer_int (serializer, "iteration", &self->iteration, error);
}
