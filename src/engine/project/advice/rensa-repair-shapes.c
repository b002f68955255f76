/* rensa-repair-shapes.c: repairs for shape mismatches.
 * SPDX-License-Identifier: MIT */

#include "rensa-plan.h"
#include "rensa-repair-private.h"

#include <math.h>

#include "rensa-edit-parts.h"
#include "rensa-links-faults.h"
#include "rensa-memory.h"
#include "rensa-network-faults.h"

/* Returns the input type at @slot of the node; NULL if unknown. */
static const RensaType *
get_input_type (const RensaRepairing *self, guint slot)
{
  const RensaModelSource *source = rensa_model_node_get_source (self->node, slot);

  return rensa_facts_get_type (self->findings->project->facts, self->model, source);
}

static gint64
count_values (const RensaType *type)
{
  gint64 n = 1;

  for (int i = 1; i < type->shape.ndim; i++)
    n *= type->shape.dims[i];
  return n;
}

static void
offer_value (RensaRepairing *self, const char *attr, gint64 value)
{
  g_autofree char *path = g_strdup_printf ("%s.%s", self->node->place, attr);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  rensa_repairing_add (self, g_strdup_printf (_ ("Set %s to %s"), attr, text),
                       &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = text });
}

/* The link's attribute specifies the input size, but wrongly. */
static void
offer_for_surplus (RensaRepairing *self, const char *attr)
{
  const RensaType *x = self->node->sources->len > 0 ? get_input_type (self, 0) : NULL;
  g_autofree char *path = g_strdup_printf ("%s.%s", self->node->place, attr);

  if (x != NULL && x->shape.ndim > 1)
    {
      offer_value (self, attr, count_values (x));
      offer_value (self, attr, x->shape.dims[1]);
    }
  rensa_repairing_add (self, g_strdup_printf (_ ("Leave %s empty"), attr),
                       &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = "None" });
}

static void
offer_guess (RensaRepairing *self, const char *attr, struct json_object *guess)
{
  rensa_repairing_add (self, g_strdup_printf (_ ("Set %s to %s"), attr, json_object_get_string (guess)),
                       &(RensaAction){ .kind = RENSA_ACTION_SET_ATTR,
                                       .path = self->node->place,
                                       .attr = attr,
                                       .value = json_object_to_json_string (guess) });
}

/* Attributes that must not be empty: input sizes, and those with a sensible default. */
static void
offer_for_missing (RensaRepairing *self)
{
  const RensaComponent *component = rensa_attrs_get_component (self->node->attrs);
  const RensaType *x = self->node->sources->len > 0 ? get_input_type (self, 0) : NULL;
  g_autoptr (RensaJson) guesses = rensa_component_guess_attrs (component);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const char *name = component->attrs[i].name;
      struct json_object *guess = rensa_json_get_member (guesses, name);
      g_autofree char *present = rensa_attrs_get_text (self->node->attrs, &component->attrs[i]);

      if (strcmp (present, "None") != 0)
        continue;
      if (guess != NULL)
        offer_guess (self, name, guess);
      else if (strcmp (name, "size") == 0 && x != NULL && x->shape.ndim > 1)
        offer_value (self, name, x->shape.dims[1]);
    }
}

/* Attributes with a sensible default that have another value. */
static void
offer_guesses (RensaRepairing *self)
{
  const RensaComponent *component = rensa_attrs_get_component (self->node->attrs);
  g_autoptr (RensaJson) guesses = rensa_component_guess_attrs (component);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      struct json_object *guess = rensa_json_get_member (guesses, component->attrs[i].name);
      g_autofree char *present = rensa_attrs_get_text (self->node->attrs, &component->attrs[i]);

      if (guess != NULL && strcmp (present, "None") != 0)
        offer_guess (self, component->attrs[i].name, guess);
    }
}

static void
offer_insertion (RensaRepairing *self, guint slot, const char *label, const char *type, const char *attr,
                 const char *value)
{
  const RensaModelSource *source = rensa_model_node_get_source (self->node, slot);
  const char *from = rensa_model_get_node (self->model, source->node)->name;
  g_autofree char *from_text = g_strdup_printf ("%s:%d", from, source->output);
  g_autofree char *to = g_strdup_printf ("%s:%u", self->name, slot);

  rensa_repairing_add (self, g_strdup (label),
                       &(RensaAction){ .kind = RENSA_ACTION_INSERT,
                                       .scope = self->scope,
                                       .from = from_text,
                                       .to = to,
                                       .type = type,
                                       .attr = attr,
                                       .value = value });
}

/* Returns the side of a square image with @n values and @channels; 0 if there is none. */
static gint64
find_side (gint64 n, gint64 channels)
{
  const gint64 side = n % channels == 0 ? llround (sqrt ((double) (n / channels))) : 0;

  return side * side * channels == n && side > 1 ? side : 0;
}

/* The data set can provide images with or without spatial axes. */
static void
offer_data_ndim (RensaRepairing *self, int ndim, RensaShape shape)
{
  RensaAttrs *dataset = self->findings->project->dataset;
  g_autofree char *text = g_strdup_printf ("%d", ndim);
  RensaRepair *repair;

  if (dataset == NULL || rensa_component_find_attr (rensa_attrs_get_component (dataset), "ndim") == NULL)
    return;
  repair = rensa_repairing_add (self, g_strdup_printf (_ ("Set ndim of the data to %d"), ndim),
                                &(RensaAction){ .kind = RENSA_ACTION_SET, .path = "data.dataset.ndim", .value = text });
  repair->assumes_shape = TRUE;
  repair->shape = shape;
}

static void
offer_pictures (RensaRepairing *self, guint slot, const RensaType *x)
{
  const gint64 n = count_values (x);

  for (gint64 channels = 1; channels <= 3; channels += 2)
    {
      const gint64 side = find_side (n, channels);
      g_autofree char *shape = g_strdup_printf (
          "(-1, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", channels, side, side);

      if (side == 0)
        continue;
      if (channels == 1 && rensa_shape_equal (&x->shape, &self->findings->types[0].shape))
        offer_data_ndim (self, 3, RENSA_SHAPE (x->shape.dims[0], 1, side, side));
      offer_insertion (self, slot, _ ("Insert reshape"), "reshape", "shape", shape);
    }
}

/* Reduces each sequence to one value. */
static void
offer_reductions (RensaRepairing *self, guint slot)
{
  static const char *const types[] = { "sequence_last", "sequence_average", "sequence_max" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *label = g_strdup_printf (_ ("Insert %s"), types[i]);

      offer_insertion (self, slot, label, types[i], NULL, NULL);
    }
}

/* Offers to remove the connections to the port of the fault. */
static void
offer_disconnection (RensaRepairing *self)
{
  RensaModel *model = self->model;

  for (guint i = 0; i < model->wires->len; i++)
    {
      const RensaModelWire *wire = rensa_model_get_wire (model, i);
      const char *port = wire->target == self->number && wire->slot >= 0 && wire->slot < (int) self->node->ports->len
                             ? rensa_model_node_get_port (self->node, wire->slot)->name
                             : NULL;

      if (wire->source.node >= 0 && port != NULL && g_strcmp0 (port, self->fault->port) == 0)
        rensa_repairing_add (self,
                             g_strdup_printf (_ ("Remove the connection from %s to %s"),
                                              rensa_model_get_node (model, wire->source.node)->name, self->name),
                             &(RensaAction){ .kind = RENSA_ACTION_DISCONNECT, .wire = model->first_wire + (int) i });
    }
}

/* "max_pooling_2d" instead of "max_pooling_1d" for images: the variant for the number of axes in
 * the input. */
static void
offer_for_axes (RensaRepairing *self)
{
  const RensaComponent *component = rensa_attrs_get_component (self->node->attrs);
  const RensaType *x = self->node->sources->len > 0 ? get_input_type (self, 0) : NULL;
  const gsize length = strlen (component->name);
  g_autofree char *name = g_strdup (component->name);

  if (x == NULL || x->n_sequences > 0 || x->shape.ndim < 3 || x->shape.ndim > 5 || length < 2
      || !g_ascii_isdigit (name[length - 2]) || g_ascii_tolower (name[length - 1]) != 'd')
    return;

  name[length - 2] = (char) ('0' + x->shape.ndim - 2);
  if (strcmp (name, component->name) != 0 && rensa_registry_find_node (name) != NULL)
    rensa_repairing_add (self, g_strdup_printf (_ ("Use %s"), name),
                         &(RensaAction){ .kind = RENSA_ACTION_SET_TYPE, .path = self->node->place, .type = name });
}

static void
offer_for_input (RensaRepairing *self, guint slot, const RensaType *x)
{
  const gboolean is_sequence = x->n_sequences > 0;

  if (!is_sequence && x->shape.ndim == 2)
    offer_pictures (self, slot, x);
  if (!is_sequence && x->shape.ndim > 2)
    {
      g_autofree char *shape = g_strdup_printf ("(-1, %" G_GINT64_FORMAT ")", count_values (x));

      if (rensa_shape_equal (&x->shape, &self->findings->types[0].shape))
        offer_data_ndim (self, 1, RENSA_SHAPE (x->shape.dims[0], count_values (x)));
      offer_insertion (self, slot, _ ("Insert reshape"), "reshape", "shape", shape);
    }
  if (!rensa_dtype_is_floating (x->dtype) && self->findings->n_tokens > 0)
    {
      g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, self->findings->n_tokens);

      offer_insertion (self, slot, _ ("Insert EmbedID"), "EmbedID", "in_size", n);
    }
  if (!rensa_dtype_is_floating (x->dtype))
    offer_insertion (self, slot, _ ("Insert cast"), "cast", "typ",
                     rensa_dtype_get_name (rensa_project_get_settings (self->findings->project)->dtype));
  if (is_sequence)
    offer_reductions (self, slot);
}

static void
offer_batch_size (RensaRepairing *self, gint64 size)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, size);

  if (strcmp (self->mistake->place, "data.iterator") == 0)
    rensa_repairing_add (self, g_strdup_printf (_ ("Set batch_size to %s"), text),
                         &(RensaAction){ .kind = RENSA_ACTION_SET, .path = "data.iterator.batch_size", .value = text });
}

/* Returns the largest power of two, at least 1, that is not greater than @n. */
static gint64
round_down (gint64 n)
{
  gint64 size = 1;

  while (size <= n / 2)
    size *= 2;
  return size;
}

/* With fewer batches per epoch, almost nothing is learned. */
static void
offer_for_few_examples (RensaRepairing *self)
{
  offer_batch_size (self, rensa_plan_choose_batch_size (self->findings->n_train));
}

/* Reserves half of the memory for everything else. */
static void
offer_for_memory (RensaRepairing *self)
{
  const RensaNeeds needs = rensa_project_count_needs (self->findings->project);
  const gint64 n_left = (gint64) rensa_memory_get_total () / 2 - needs.n_param_bytes;
  const gint64 n_fitting = n_left / MAX (needs.n_value_bytes / MAX (self->findings->batch_size, 1), 1);

  if (n_fitting > 0)
    offer_batch_size (self, round_down (n_fitting));
}

/* The loss has several values, but its node can reduce them to one. */
static void
offer_for_loss (RensaRepairing *self)
{
  const RensaComponent *component =
      self->node != NULL && self->node->attrs != NULL ? rensa_attrs_get_component (self->node->attrs) : NULL;
  g_autofree char *path = self->node != NULL ? g_strconcat (self->node->place, ".reduce", NULL) : NULL;

  if (self->fault->code == &rensa_fault_loss_size && component != NULL
      && rensa_component_find_attr (component, "reduce") != NULL)
    rensa_repairing_add (self, g_strdup_printf (_ ("Set %s to %s"), "reduce", "mean"),
                         &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = "mean" });
  if (self->fault->code == &rensa_fault_losses_updater)
    rensa_repairs_offer_usual (self);
  rensa_repairs_for_loss (self);
}

void
rensa_repairs_for_shapes (RensaRepairing *self)
{
  const RensaMistake *mistake = self->mistake;

  if (mistake->kind == RENSA_MISTAKE_DATA)
    offer_for_few_examples (self);
  else if (mistake->kind == RENSA_MISTAKE_MEMORY)
    offer_for_memory (self);
  else if (mistake->kind == RENSA_MISTAKE_LOSS)
    offer_for_loss (self);
  else if (self->node == NULL)
    return;
  else if (self->fault->code == &rensa_fault_few_vectors)
    offer_value (self, "in_size", self->fault->n_expected.n);
  else if (self->fault->value != NULL)
    offer_for_surplus (self, self->fault->attr);
  else
    {
      rensa_repairs_offer_sources (self);
      offer_for_missing (self);
      offer_for_axes (self);
      for (guint i = 0; i < self->node->sources->len; i++)
        if (get_input_type (self, i) != NULL)
          offer_for_input (self, i, get_input_type (self, i));
      if (self->fault->code == &rensa_fault_sequence)
        offer_disconnection (self);
      offer_guesses (self);
    }
}
