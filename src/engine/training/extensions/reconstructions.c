/* reconstructions.c: Reconstructions, examples and their reconstructions by a model.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-preview-tiles.h"
#include "rensa-primitives.h"

/* Name of its iterator. */
#define EXAMPLES "validation"

typedef struct
{
  char *node;
  gint64 field;
  gboolean sigmoid;
  gint64 n;
  gint64 columns;
  double low;
  double high;
  char *filename;
} Reconstructions;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Reconstructions, node, .names = RENSA_NAMES_NODE, .none = TRUE, .allow_none = TRUE,
                     .title = N_ ("Node"),
                     .hint = N_ ("Node of the step that outputs the images; None uses the output of the only model")),
  RENSA_ATTR_INT (Reconstructions, field, .initial = 0, .min = 0, .max = 7, .title = N_ ("Value Index"),
                  .hint = N_ ("Index of the example value to compare with, from 0")),
  RENSA_ATTR_BOOL (Reconstructions, sigmoid, .title = N_ ("Sigmoid"),
                   .hint = N_ ("Maps the scores of the node to values between 0 and 1")),
  RENSA_ATTR_INT (Reconstructions, n, .initial = 16, .min = 1, .max = 1024, .title = N_ ("Images")),
  RENSA_ATTR_INT (Reconstructions, columns, .initial = 8, .min = 1, .max = 64, .title = N_ ("Columns")),
  RENSA_ATTR_FLOAT (Reconstructions, low, .initial = 0, .title = N_ ("Black"), .hint = N_ ("Value shown as black")),
  RENSA_ATTR_FLOAT (Reconstructions, high, .initial = 1, .title = N_ ("White"), .hint = N_ ("Value shown as white")),
  RENSA_ATTR_FILE_PATTERN (Reconstructions, filename, .initial_text = "rebuilt_iter_{.updater.iteration}.png",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

/* Output of the node @name in the watched call. */
typedef struct
{
  const char *name;
  RensaVariable *value;
} Watch;

static void
keep (const char *name, RensaVariable *const *outputs, int n_outputs, gpointer data)
{
  Watch *watch = data;

  if (strcmp (name, watch->name) != 0 || n_outputs == 0)
    return;
  g_clear_pointer (&watch->value, rensa_variable_unref);
  watch->value = rensa_variable_ref (outputs[0]);
}

static gboolean
refuse (const char *name, GError **error)
{
  if (name != NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the step has no node “%s”"), "Reconstructions", name);
  else
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: a step has several nodes; specify one"), "Reconstructions");
  return FALSE;
}

/* For a Classifier, returns the output of its predictor. */
static RensaVariable *
rebuild (const Reconstructions *self, RensaLink *target, RensaVariable *const *batch, int n, GError **error)
{
  Watch watch = { self->node, NULL };
  const gboolean is_classifier = rensa_link_get_class (target) == &rensa_classifier_link_class;

  if (is_classifier != (self->node == NULL))
    {
      refuse (self->node, error);
      return NULL;
    }
  if (!is_classifier)
    rensa_chain_observe (target, keep, &watch);
  if (rensa_preview_call_target (target, batch, n, error))
    {
      if (is_classifier)
        watch.value = rensa_variable_ref (rensa_classifier_get_y (target));
      else if (watch.value == NULL)
        refuse (self->node, error);
    }
  if (!is_classifier)
    rensa_chain_observe (target, NULL, NULL);
  return watch.value;
}

/* Returns at most @n first examples of @variable. */
static RensaArray *
take_first (RensaVariable *variable, gint64 n)
{
  RensaArray *array = rensa_variable_get_array (variable);
  const RensaShape *shape = rensa_array_get_shape (array);

  if (shape->ndim == 0)
    return rensa_array_ref (array);
  return rensa_array_view_range (array, 0, 0, MIN (n, shape->dims[0]));
}

static gboolean
show (const Reconstructions *self, RensaVariable *x, RensaVariable *y, RensaPreviewed *previewed, GError **error)
{
  const RensaTiles tiles = { (int) self->columns, self->low, self->high };
  g_autoptr (RensaVariable) squashed = self->sigmoid ? rensa_sigmoid (y, error) : rensa_variable_ref (y);
  g_autoptr (RensaVariable) shaped = NULL;
  g_autoptr (RensaArray) before = NULL;
  g_autoptr (RensaArray) after = NULL;

  if (squashed == NULL)
    return FALSE;
  /* A flat answer takes the shape of the array it is compared with. */
  shaped = rensa_shape_count (rensa_array_get_shape (rensa_variable_get_array (squashed)))
                   == rensa_shape_count (rensa_array_get_shape (rensa_variable_get_array (x)))
               ? rensa_reshape (squashed, rensa_array_get_shape (rensa_variable_get_array (x)), error)
               : rensa_variable_ref (squashed);
  before = shaped != NULL ? take_first (x, self->n) : NULL;
  after = before != NULL ? take_first (shaped, self->n) : NULL;
  return after != NULL && rensa_previewed_tile (previewed, &tiles, (RensaArray *[]){ before, after }, 2, error);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const Reconstructions *self = rensa_extension_get_values (extension);
  RensaIterator *iterator = rensa_extension_get_iterator (extension, EXAMPLES);
  RensaVariable *batch[RENSA_MAX_FIELDS] = { NULL };
  g_autoptr (RensaVariable) y = NULL;
  gboolean ok;
  int n;

  rensa_iterator_reset (iterator);
  n = rensa_batch_next (iterator, NULL, rensa_link_get_device (target), batch, error);
  if (n > 0 && self->field >= n)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: an example has %d values, so index %lld is out of range"),
                     "Reconstructions", n, (long long) self->field);
  else if (n > 0)
    y = rebuild (self, target, batch, n, error);
  ok = y != NULL && show (self, batch[self->field], y, previewed, error);
  rensa_variables_clear (batch, MAX (n, 0));
  return ok;
}

/* Suggested for a simple document whose examples are images of more than one pixel that are to be
 * reconstructed. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  RensaDataset *examples = subject->examples;
  RensaType before = { 0 };
  RensaType after = { 0 };

  if (examples == NULL || rensa_link_get_class (subject->target) != &rensa_classifier_link_class
      || rensa_dataset_get_n_fields (examples) < 2)
    return FALSE;
  rensa_dataset_get_field_type (examples, 0, &before);
  rensa_dataset_get_field_type (examples, rensa_dataset_get_n_fields (examples) - 1, &after);
  if (after.shape.ndim == RENSA_MAX_NDIM || !rensa_shape_equal (&before.shape, &after.shape)
      || !rensa_dtype_is_floating (after.dtype) || rensa_shape_count (&after.shape) <= 1)
    return FALSE;
  memmove (after.shape.dims + 1, after.shape.dims, (gsize) after.shape.ndim * sizeof *after.shape.dims);
  after.shape.dims[0] = 1;
  after.shape.ndim++;
  return rensa_previewed_can_tile (&after.shape, NULL);
}

const RensaExtensionClass rensa_reconstructions_class = {
  .name = "Reconstructions",
  .title = N_ ("Reconstructions"),
  .summary = N_ ("Shows validation examples and their reconstructions by the model"),
  .words = N_ ("preview;autoencoder;vae;rebuilt;image"),
  RENSA_ATTRS (Reconstructions, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" EXAMPLES, "target:" RENSA_MAIN),
  .preview = preview,
  .observes_step = TRUE,
  .suggest = suggest,
  .call = rensa_preview_call,
};
