/* rensa-repair-comparison.c: repairs that make model, loss, accuracy and labels fit together.
 * SPDX-License-Identifier: MIT */

#include "rensa-comparison.h"
#include "rensa-repair-private.h"

#include "rensa-edit.h"

/* Returns the first of the usual functions that can compare @y with the labels; NULL if there is none. */
static const char *
find_usual (const RensaLabels *labels, const char *const *names, const RensaType *y)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (RensaAttrs) function =
          rensa_attrs_new (rensa_registry_find (RENSA_COMPONENT_FUNCTION, names[i], NULL));

      if (rensa_labels_fit (labels, function, y))
        return names[i];
    }
  return NULL;
}

/* Returns a metric: accuracy for classes, none for values. */
static const char *
find_measure (const RensaLabels *labels, const RensaType *y)
{
  const char *measure = rensa_labels_are_classes (labels) ? find_usual (labels, rensa_usual_measures, y) : NULL;

  return measure != NULL ? measure : "None";
}

/* Subjects of a comparison */
typedef struct
{
  RensaRepairing *repairing;
  const RensaProject *project;
  RensaLabels labels;
  const RensaModelNode *last;
  RensaType y;
} Fitting;

static gboolean
fitting_init (Fitting *self, RensaRepairing *repairing)
{
  const RensaFindings *findings = repairing->findings;
  RensaModel *model = findings->project->model;
  const RensaModelSource *source = model->outputs->len == 1 ? rensa_model_get_output (model, 0) : NULL;
  const RensaType *y = source != NULL ? rensa_facts_get_type (findings->project->facts, model, source) : NULL;

  if (y == NULL || findings->n_fields == 0)
    return FALSE;
  *self = (Fitting){ .repairing = repairing,
                     .project = findings->project,
                     .labels = { findings->types[findings->n_fields - 1], findings->n_classes,
                                 rensa_project_get_settings (findings->project)->dtype },
                     .last = rensa_model_get_node (model, source->node),
                     .y = *y };
  return TRUE;
}

/* @change: change of the model's output; @loss: (nullable): replacement for the document's loss. */
static void
offer_fit (const Fitting *self, const char *loss, const RensaType *wanted, RensaAction change, char *label)
{
  RensaAttrs *accuracy = self->project->accuracy;
  /* If the document has no accuracy, it gets one only with a different loss. */
  const gboolean stays = accuracy != NULL ? rensa_labels_fit (&self->labels, accuracy, wanted) : loss == NULL;

  change.kind = RENSA_ACTION_FIT;
  change.loss = loss;
  change.accuracy = stays ? NULL : find_measure (&self->labels, wanted);
  rensa_repairing_add (self->repairing, label, &change);
}

static char *
make_label (const char *loss, char *otherwise)
{
  if (loss == NULL)
    return otherwise;
  g_free (otherwise);
  return g_strdup_printf (_ ("Use %s"), loss);
}

/* Name of the attribute with the number of outputs of a link; NULL if the node is not such a link. */
static const char *
find_size (const RensaModelNode *node)
{
  static const char *const names[] = { "out_size", "out_channels" };

  for (guint i = 0; node->kind == RENSA_MODEL_NODE_LINK && i < G_N_ELEMENTS (names); i++)
    if (rensa_component_find_attr (rensa_attrs_get_component (node->attrs), names[i]) != NULL)
      return names[i];
  return NULL;
}

static void
offer_size (const Fitting *self, const RensaModelNode *node, const char *loss, const RensaType *wanted)
{
  const gint64 n = wanted->shape.ndim > 1 ? wanted->shape.dims[1] : 1;
  const char *size = find_size (node);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, n);
  g_autofree char *assignment = NULL;

  if (size == NULL)
    return;
  assignment = g_strdup_printf ("%s.%s=%s", node->place, size, value);
  offer_fit (self, loss, wanted, (RensaAction){ .assignment = assignment },
             make_label (loss, g_strdup_printf (_ ("Set %s of %s to %s"), size, node->name, value)));
}

static void
offer_linear (const Fitting *self, const char *loss, const RensaType *wanted)
{
  g_autofree char *size = wanted->shape.ndim == 2 ? g_strdup_printf ("%" G_GINT64_FORMAT, wanted->shape.dims[1]) : NULL;

  if (size != NULL)
    offer_fit (self, loss, wanted,
               (RensaAction){ .name = self->last->name, .type = "Linear", .attr = "out_size", .value = size },
               make_label (loss, g_strdup (_ ("Add Linear"))));
}

static void
offer_reshape (const Fitting *self, const char *loss, const RensaType *wanted)
{
  g_autoptr (GString) shape = g_string_new ("(-1,");

  for (int i = 1; i < wanted->shape.ndim; i++)
    g_string_append_printf (shape, " %" G_GINT64_FORMAT ",", wanted->shape.dims[i]);
  g_string_append_c (shape, ')');
  offer_fit (self, loss, wanted,
             (RensaAction){ .name = self->last->name, .type = "reshape", .attr = "shape", .value = shape->str },
             make_label (loss, g_strdup (_ ("Insert reshape"))));
}

/* Finds the link that determines the number of outputs of the model, possibly followed by functions. */
static const RensaModelNode *
find_deciding (const Fitting *self)
{
  const RensaModelNode *node = self->last;

  while (node->kind == RENSA_MODEL_NODE_FUNCTION && node->sources->len > 0)
    {
      const int number = rensa_model_node_get_source (node, 0)->node;

      if (number < 0)
        break;
      node = self->project->model->nodes->pdata[number];
    }
  return node;
}

/* If the model ends with a function, the layer before it is hidden and keeps its size. */
static void
offer_output (const Fitting *self, const char *loss, const RensaType *wanted)
{
  if (rensa_shape_count (&self->y.shape) == rensa_shape_count (&wanted->shape))
    offer_reshape (self, loss, wanted);
  offer_size (self, self->last, loss, wanted);
  offer_linear (self, loss, wanted);
  offer_size (self, find_deciding (self), loss, wanted);
}

/* If the model's output is (100, 1) and the label (100,), only the axis with a single value must
 * be removed. */
static void
offer_single (const Fitting *self, const char *loss, const RensaType *wanted)
{
  const char *size = find_size (self->last);
  g_autofree char *assignment = NULL;

  if (wanted->shape.ndim != 1 || size == NULL)
    return;
  assignment = g_strdup_printf ("%s.%s=1", self->last->place, size);
  offer_fit (
      self, loss, wanted,
      (RensaAction){
          .name = self->last->name, .type = "reshape", .attr = "shape", .value = "(-1,)", .assignment = assignment },
      make_label (loss, g_strdup (_ ("Insert reshape"))));
}

static void
offer_loss (const Fitting *self, RensaAttrs *function, const char *name)
{
  RensaType wanted;

  if (function == NULL || !rensa_labels_suit (&self->labels, function, &wanted))
    return;
  if (name != NULL)
    offer_fit (self, name, rensa_labels_fit (&self->labels, function, &self->y) ? &self->y : &wanted,
               (RensaAction){ 0 }, make_label (name, NULL));
  offer_output (self, name, &wanted);
  offer_single (self, name, &wanted);
}

static void
offer_for_reduction (const Fitting *self)
{
  static const char *const reductions[] = { "mean", "sum" };

  for (guint i = 0; i < G_N_ELEMENTS (reductions); i++)
    {
      g_autofree char *path = g_strconcat (self->repairing->mistake->place, ".reduce", NULL);

      rensa_repairing_add (self->repairing, g_strdup_printf (_ ("Set %s to %s"), "reduce", reductions[i]),
                           &(RensaAction){ .kind = RENSA_ACTION_SET, .path = path, .value = reductions[i] });
    }
}

static void
offer_for_accuracy (const Fitting *self)
{
  const char *measure = find_usual (&self->labels, rensa_usual_measures, &self->y);

  if (measure != NULL)
    rensa_repairing_add (self->repairing, g_strdup_printf (_ ("Use %s"), measure),
                         &(RensaAction){ .kind = RENSA_ACTION_SET, .path = "accuracy", .value = measure });
  rensa_repairing_add (self->repairing, g_strdup (_ ("Do not measure accuracy")),
                       &(RensaAction){ .kind = RENSA_ACTION_SET, .path = "accuracy", .value = "None" });
}

/* Offers pooling if there is one label per sequence, but one output per step. */
static void
offer_pooling (const Fitting *self)
{
  static const char *const names[] = { "sequence_last", "sequence_average" };
  RensaType wanted = self->y;

  if (self->y.n_sequences == 0 || self->labels.t.n_sequences > 0)
    return;
  wanted.n_sequences = 0;
  wanted.shape.dims[0] = self->y.n_sequences;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    offer_fit (self, NULL, &wanted, (RensaAction){ .name = self->last->name, .type = names[i] },
               g_strdup_printf (_ ("Insert %s"), names[i]));
}

static void
offer_for_loss (const Fitting *self)
{
  offer_pooling (self);
  offer_loss (self, self->project->loss, NULL);
  for (guint i = 0; rensa_usual_losses[i] != NULL; i++)
    {
      const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_FUNCTION, rensa_usual_losses[i], NULL);
      g_autoptr (RensaAttrs) function = rensa_attrs_new (component);

      offer_loss (self, function, component->name);
    }
}

/* Offers a first layer that is also the output layer, with its size. */
static void
offer_for_nothing (const Fitting *self)
{
  RensaType wanted;

  if (self->project->loss != NULL && rensa_labels_suit (&self->labels, self->project->loss, &wanted))
    offer_linear (self, NULL, &wanted);
}

void
rensa_repairs_for_comparison (RensaRepairing *repairing)
{
  const RensaMistake *mistake = repairing->mistake;
  Fitting self;

  if (!fitting_init (&self, repairing))
    return;
  if (mistake->kind == RENSA_MISTAKE_NOTHING)
    offer_for_nothing (&self);
  else if (mistake->kind == RENSA_MISTAKE_CLASSES)
    offer_loss (&self, self.project->loss, NULL);
  else if (repairing->fault->attr != NULL)
    offer_for_reduction (&self);
  else if (strcmp (mistake->place, "accuracy") == 0)
    offer_for_accuracy (&self);
  else
    offer_for_loss (&self);
}
