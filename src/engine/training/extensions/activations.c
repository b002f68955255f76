/* activations.c: Activations, outputs of the nodes of a model for one example.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-accumulator-private.h"
#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-links.h"
#include "rensa-plot.h"
#include "rensa-preview-sheet.h"
#include "rensa-preview-tiles.h"
#include "rensa-primitives.h"

#define EXAMPLES "validation"

typedef struct
{
  gint64 index;
  char *model;
  char *nodes;
  gint64 n_maps;
  char *filename;
} Activations;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (Activations, index, .initial = 0, .min = 0, .max = 9007199254740991.0, .title = N_ ("Example"),
                  .hint = N_ ("Index in the validation data, from 0")),
  RENSA_ATTR_STRING (Activations, model, .names = RENSA_NAMES_MODEL, .initial_text = "predictor", .title = N_ ("Model"),
                     .hint = N_ ("Model whose nodes are shown; give a nested Chain by its path, such as "
                                 "“predictor/block1”")),
  RENSA_ATTR_STRING (Activations, nodes, .names = RENSA_NAMES_NODE, .is_list = TRUE, .none = TRUE, .allow_none = TRUE,
                     .title = N_ ("Nodes"),
                     .hint = N_ ("Comma-separated names; None shows all nodes and the example itself")),
  RENSA_ATTR_INT (Activations, n_maps, .initial = 14, .min = 1, .max = 256, .title = N_ ("Feature Maps"),
                  .hint = N_ ("Maximum number of feature maps shown per node")),
  RENSA_ATTR_FILE_PATTERN (Activations, filename, .initial_text = "activations_iter_{.updater.iteration}.png",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

/* Width in points. Small maps are enlarged, large ones are reduced. */
#define WIDTH 360
#define MARGIN 6
#define GAP 4
#define SMALL 48
#define LARGE 96
#define BARS_HEIGHT 36
/* Labels or numbers are written below bars that are wide enough for them. */
#define LEAST_WIDTH_WITH_NAME 16
#define MOST_WIDTH_WITH_NAME 72
#define SPACE_BELOW 8
#define DIGITS 3
#define PALE 0.6

/**
 * Layer:
 * @name: name of the node
 * @shape: shape of its output, as text
 * @is_flat: shown as @n bars; a single number is shown in the title
 * @n: number of maps, each of @n_channels x @height x @width numbers, which are means of @shrink x
 *   @shrink numbers
 * @values: the numbers shown
 * @low, @high: smallest and largest of @values
 * @top: top of the title; @zoom: points per number of a map
 */
typedef struct
{
  char *name;
  char *shape;
  gboolean is_flat;
  gboolean has_names;
  gint64 n;
  gint64 n_channels;
  gint64 height;
  gint64 width;
  double *values;
  double low;
  double high;
  gint64 top;
  gint64 zoom;
} Layer;

static void
layer_free (gpointer data)
{
  Layer *layer = data;

  g_free (layer->name);
  g_free (layer->shape);
  g_free (layer->values);
  g_free (layer);
}

/* Output of a node. */
typedef struct
{
  const char *name; /* interned */
  RensaVariable *value;
} Given;

static void
given_clear (gpointer data)
{
  rensa_variable_unref (((Given *) data)->value);
}

/* @names: (nullable): names of the requested nodes; @given: Given, in the order of calls; @layers: Layer */
typedef struct
{
  const Activations *values;
  RensaExtension *extension;
  GStrv names;
  GArray *given;
  GPtrArray *layers;
} Task;

/* If a node is called again, its last call is shown. */
static void
keep (const char *name, RensaVariable *const *outputs, int n_outputs, gpointer data)
{
  Task *self = data;

  if (self->names != NULL && !g_strv_contains ((const char *const *) self->names, name))
    return;
  for (guint i = self->given->len; i-- > 0;)
    if (g_array_index (self->given, Given, i).name == name)
      g_array_remove_index (self->given, i);
  for (int i = 0; i < n_outputs; i++)
    {
      const Given given = { name, rensa_variable_ref (outputs[i]) };

      g_array_append_val (self->given, given);
    }
}

/* Values */

/* Returns the shape without the axis of the one example. */
static RensaShape
find_shape (RensaArray *array)
{
  RensaShape shape = *rensa_array_get_shape (array);

  if (rensa_array_get_lengths (array) != NULL || shape.ndim == 0 || shape.dims[0] != 1)
    return shape;
  shape.ndim--;
  memmove (shape.dims, shape.dims + 1, (gsize) shape.ndim * sizeof *shape.dims);
  return shape;
}

/* "16 × 24 × 24" */
static char *
describe_shape (const RensaShape *shape)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < shape->ndim; i++)
    g_string_append_printf (text, "%s%lld", i == 0 ? "" : " × ", (long long) shape->dims[i]);
  return g_string_free (text, FALSE);
}

/* Replaces squares of @shrink x @shrink numbers with their means; squares at the ends of rows and
 * columns are smaller. */
static void
shrink_maps (Layer *layer, gint64 shrink)
{
  const gint64 height = (layer->height + shrink - 1) / shrink;
  const gint64 width = (layer->width + shrink - 1) / shrink;
  double *mean = layer->values;

  for (gint64 map = 0; map < layer->n * layer->n_channels; map++)
    for (gint64 y = 0; y < height; y++)
      for (gint64 x = 0; x < width; x++)
        {
          const double *values = layer->values + map * layer->height * layer->width;
          const gint64 bottom = MIN ((y + 1) * shrink, layer->height);
          const gint64 right = MIN ((x + 1) * shrink, layer->width);
          double sum = 0;

          for (gint64 i = y * shrink; i < bottom; i++)
            for (gint64 j = x * shrink; j < right; j++)
              sum += values[i * layer->width + j];
          *mean++ = sum / (double) ((bottom - y * shrink) * (right - x * shrink));
        }
  layer->height = height;
  layer->width = width;
}

/* Sets the number of rows, columns and maps; maps of one number each form a vector. The input, and
 * vectors of the same length, have the shape of the images of the data. */
static void
set_form (Layer *layer, const RensaShape *shape, const RensaPicture *picture, gboolean is_input)
{
  const gint64 n = rensa_shape_count (shape);

  layer->n_channels = 1;
  if ((is_input || shape->ndim == 1) && (gint64) rensa_picture_get_size (picture) == n
      && (picture->n_channels == 1 || picture->n_channels == 3))
    {
      *layer = (Layer){ layer->name,
                        layer->shape,
                        .n = 1,
                        .n_channels = picture->n_channels,
                        .height = picture->height,
                        .width = picture->width };
      return;
    }
  layer->height = shape->ndim >= 2 ? shape->dims[shape->ndim - 2] : 1;
  layer->width = shape->ndim >= 2 ? shape->dims[shape->ndim - 1] : 1;
  layer->n = n / MAX (layer->height * layer->width, 1);
  layer->is_flat = layer->height * layer->width == 1;
}

/* Reads at most @most maps. */
static gboolean
read_values (Layer *layer, RensaArray *array, gint64 most, GError **error)
{
  const gint64 size = layer->n_channels * layer->height * layer->width;
  g_autoptr (RensaArray) maps = rensa_array_reshape (array, &RENSA_SHAPE (layer->n, size), error);
  g_autoptr (RensaArray) shown = NULL;

  if (maps == NULL)
    return FALSE;
  layer->n = MIN (layer->n, most);
  shown = rensa_array_view_range (maps, 0, 0, layer->n);
  layer->values = rensa_preview_dup_numbers (shown, error);
  return layer->values != NULL;
}

/* Chooses the size of the maps; a single map may take the whole width. */
static void
choose_size (Layer *layer)
{
  const gint64 most_width = layer->n > 1 ? LARGE : WIDTH;
  const gint64 shrink = MAX ((layer->height + LARGE - 1) / LARGE, (layer->width + most_width - 1) / most_width);

  if (shrink > 1)
    shrink_maps (layer, shrink);
  if (layer->n > 1)
    layer->zoom = MAX (1, llround (SMALL / (double) MAX (layer->height, layer->width)));
  else
    layer->zoom = MAX (1, MIN (WIDTH / layer->width, LARGE / layer->height));
}

static gboolean
add_layer (Task *self, const char *name, RensaVariable *value, gboolean is_input, GError **error)
{
  RensaArray *array = rensa_variable_get_array (value);
  const RensaShape shape = find_shape (array);
  Layer *layer = g_new0 (Layer, 1);

  layer->name = g_strdup (name);
  layer->shape = describe_shape (&shape);
  g_ptr_array_add (self->layers, layer);
  if (rensa_array_get_count (array) == 0)
    return TRUE;
  set_form (layer, &shape, rensa_extension_get_picture (self->extension), is_input);
  if (!read_values (layer, array, layer->is_flat ? WIDTH : self->values->n_maps, error))
    return FALSE;
  layer->has_names = layer->is_flat && WIDTH / layer->n >= LEAST_WIDTH_WITH_NAME;
  if (!layer->is_flat)
    choose_size (layer);
  rensa_tiles_find_range (layer->values, layer->n * layer->n_channels * layer->height * layer->width, &layer->low,
                          &layer->high);
  return TRUE;
}

/* Drawing */

static gint64
count_columns (const Layer *layer)
{
  return MAX (1, (WIDTH + GAP) / (layer->width * layer->zoom + GAP));
}

static gint64
find_height (const Layer *layer)
{
  const gint64 n_columns = layer->values != NULL && !layer->is_flat ? count_columns (layer) : 1;

  if (layer->values == NULL)
    return 0;
  if (layer->is_flat)
    return layer->n == 1 ? 0 : BARS_HEIGHT + (layer->has_names ? RENSA_PLOT_LINE_HEIGHT : 0);
  return (layer->n + n_columns - 1) / n_columns * (layer->height * layer->zoom + GAP) - GAP;
}

static void
draw_maps (const Layer *layer, RensaPreviewed *previewed)
{
  const gint64 n_columns = count_columns (layer);

  for (gint64 i = 0; i < layer->n; i++)
    {
      const RensaTile tile = { layer->values + i * layer->n_channels * layer->height * layer->width, layer->n_channels,
                               layer->height, layer->width };

      rensa_previewed_draw_tile (
          previewed, &tile, layer->low, layer->high, MARGIN + i % n_columns * (layer->width * layer->zoom + GAP),
          layer->top + RENSA_PLOT_LINE_HEIGHT + i / n_columns * (layer->height * layer->zoom + GAP), layer->zoom);
    }
}

/* If there are as many numbers as labels, each number belongs to a label. */
static void
write_names (const Layer *layer, const RensaSheet *sheet, const char *const *labels, double width)
{
  const gboolean are_labels = labels != NULL && (gint64) g_strv_length ((char **) labels) == layer->n;
  const double y = (double) layer->top + RENSA_PLOT_LINE_HEIGHT + BARS_HEIGHT + RENSA_PLOT_LINE_HEIGHT / 2.0;

  rensa_sheet_set_ink (sheet, PALE);
  for (gint64 i = 0; i < layer->n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%lld", (long long) i);
      g_autofree char *name = rensa_sheet_fit (sheet, are_labels ? labels[i] : number, width);

      rensa_sheet_write (sheet, name, MARGIN + ((double) i + 0.5) * width, y, 0.5);
    }
}

/* Draws bars up and down from the line of 0, in two colors. */
static void
draw_bars (const Layer *layer, const RensaSheet *sheet, const char *const *labels)
{
  const double width = fmin ((double) WIDTH / (double) layer->n, MOST_WIDTH_WITH_NAME);
  const double low = fmin (layer->low, 0);
  const double span = fmax (layer->high, 0) - low;
  const double scale = span > 0 ? BARS_HEIGHT / span : 0;
  const double bottom = (double) layer->top + RENSA_PLOT_LINE_HEIGHT + BARS_HEIGHT;
  const double zero = bottom + low * scale;

  for (gint64 i = 0; i < layer->n; i++)
    {
      const double value = isfinite (layer->values[i]) ? layer->values[i] : 0;
      const double *colour = rensa_plot_get_colour (value < 0);

      cairo_set_source_rgb (sheet->cr, colour[0], colour[1], colour[2]);
      cairo_rectangle (sheet->cr, MARGIN + (double) i * width, zero, fmax (width - 1, 0.8 * width), -value * scale);
      cairo_fill (sheet->cr);
    }
  if (layer->has_names)
    write_names (layer, sheet, labels, width);
  rensa_sheet_set_ink (sheet, PALE);
  cairo_rectangle (sheet->cr, MARGIN, zero - 0.25, (double) layer->n * width, 0.5);
  cairo_fill (sheet->cr);
}

/* For a single number, returns that number. */
static char *
describe_range (const Layer *layer)
{
  const gboolean is_single = layer->is_flat && layer->n == 1;
  g_autofree char *low = rensa_plot_format_value (is_single ? layer->values[0] : layer->low, DIGITS);
  g_autofree char *high = rensa_plot_format_value (layer->high, DIGITS);

  if (layer->values == NULL)
    return g_strdup ("");
  return layer->low < layer->high ? g_strdup_printf ("%s … %s", low, high) : g_steal_pointer (&low);
}

/* The name, and the range at the right, take precedence over the shape. */
static void
write_title (const Layer *layer, const RensaSheet *sheet)
{
  const double y = (double) layer->top + RENSA_PLOT_LINE_HEIGHT / 2.0;
  g_autofree char *range = describe_range (layer);
  const double room = WIDTH - rensa_plot_writer_measure (&sheet->writer, range) - 2 * GAP;
  g_autofree char *name = rensa_sheet_fit (sheet, layer->name, room);
  const double length = rensa_plot_writer_measure (&sheet->writer, name) + 2 * GAP;

  rensa_sheet_set_ink (sheet, 1);
  rensa_sheet_write (sheet, name, MARGIN, y, 0);
  rensa_sheet_set_ink (sheet, PALE);
  rensa_sheet_write (sheet, range, MARGIN + WIDTH, y, 1);
  if (length + rensa_plot_writer_measure (&sheet->writer, layer->shape) <= room)
    rensa_sheet_write (sheet, layer->shape, MARGIN + length, y, 0);
}

static gboolean
draw (Task *self, RensaPreviewed *previewed, GError **error)
{
  gint64 height = MARGIN;
  RensaSheet sheet;

  for (guint i = 0; i < self->layers->len; i++)
    {
      Layer *layer = self->layers->pdata[i];

      layer->top = height;
      height += RENSA_PLOT_LINE_HEIGHT + find_height (layer) + SPACE_BELOW;
    }
  if (!rensa_previewed_lay_ground (previewed, WIDTH + 2 * MARGIN, height, RENSA_SHEET_GROUND, error))
    {
      g_prefix_error (error, "%s: ", "Activations");
      return FALSE;
    }
  for (guint i = 0; i < self->layers->len; i++)
    {
      const Layer *layer = self->layers->pdata[i];

      if (layer->values != NULL && !layer->is_flat)
        draw_maps (layer, previewed);
    }
  rensa_sheet_open (&sheet, previewed, 1);
  for (guint i = 0; i < self->layers->len; i++)
    {
      const Layer *layer = self->layers->pdata[i];

      write_title (layer, &sheet);
      if (layer->is_flat && layer->n > 1)
        draw_bars (layer, &sheet, rensa_extension_get_label_names (self->extension));
    }
  return rensa_sheet_close (&sheet, error);
}

/* Calling */

/* Calls only the predictor of a Classifier. */
static gboolean
call (RensaLink *target, RensaVariable *const *batch, int n, GError **error)
{
  g_autoptr (RensaVariable) y = NULL;
  RensaVariable *t;

  if (rensa_link_get_class (target) != &rensa_classifier_link_class)
    return rensa_preview_call_target (target, batch, n, error);
  y = rensa_classifier_predict (target, batch, n, &t, error);
  return y != NULL;
}

static gboolean
watch (Task *self, RensaLink *target, RensaVariable *const *batch, int n, GError **error)
{
  RensaLink *model = rensa_preview_find_link (self->extension, target, self->values->model, error);
  gboolean ok;

  if (model == NULL)
    return FALSE;
  if (!rensa_link_get_class (model)->is_planned)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: “%s” is a layer, not a model with nodes"), "Activations",
                       self->values->model);
      return FALSE;
    }
  rensa_chain_observe (model, keep, self);
  ok = call (target, batch, n, error);
  rensa_chain_observe (model, NULL, NULL);
  return ok;
}

static gboolean
check_nodes (const Task *self, GError **error)
{
  for (guint i = 0; self->names != NULL && self->names[i] != NULL; i++)
    {
      gboolean is_there = FALSE;

      for (guint j = 0; j < self->given->len && !is_there; j++)
        is_there = g_str_equal (g_array_index (self->given, Given, j).name, self->names[i]);
      if (is_there)
        continue;
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: “%s” has no node “%s”"), "Activations",
                       self->values->model, self->names[i]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
show (Task *self, RensaVariable *x, RensaPreviewed *previewed, GError **error)
{
  if (!check_nodes (self, error) || (self->names == NULL && !add_layer (self, _ ("Input"), x, TRUE, error)))
    return FALSE;
  for (guint i = 0; i < self->given->len; i++)
    {
      const Given *given = &g_array_index (self->given, Given, i);

      if (!add_layer (self, given->name, given->value, FALSE, error))
        return FALSE;
    }
  return draw (self, previewed, error);
}

static int
take_example (const Task *self, RensaLink *target, RensaVariable **batch, GError **error)
{
  RensaIterator *iterator = rensa_extension_get_iterator (self->extension, EXAMPLES);
  const gint64 n_examples = rensa_dataset_get_length (rensa_iterator_get_dataset (iterator));
  RensaArray *fields[RENSA_MAX_FIELDS] = { NULL };
  int n;

  if (self->values->index >= n_examples)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: examples are numbered from 0 to %lld; %lld does not exist"),
                       "Activations", (long long) n_examples - 1, (long long) self->values->index);
      return -1;
    }
  n = rensa_iterator_get_example (iterator, self->values->index, fields, error);
  return rensa_batch_place (fields, n, rensa_link_get_device (target), batch, error);
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const Activations *values = rensa_extension_get_values (extension);
  g_auto (GStrv) names = rensa_split_names (values->nodes);
  g_autoptr (GArray) given = g_array_new (FALSE, FALSE, sizeof (Given));
  g_autoptr (GPtrArray) layers = g_ptr_array_new_with_free_func (layer_free);
  Task self = { values, extension, names, given, layers };
  RensaVariable *batch[RENSA_MAX_FIELDS] = { NULL };
  const int n = take_example (&self, target, batch, error);
  gboolean ok;

  g_array_set_clear_func (given, given_clear);
  ok = n > 0 && watch (&self, target, batch, n, error) && show (&self, batch[0], previewed, error);
  rensa_variables_clear (batch, MAX (n, 0));
  return ok;
}

/* A document with one model keeps the default of the attribute. */
static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  const Activations *values;
  RensaLink *model;

  if (subject->examples == NULL || subject->target == NULL || rensa_dataset_get_length (subject->examples) == 0)
    return FALSE;
  if (subject->reader != NULL && !rensa_attrs_set_text (found, "model", subject->reader, NULL))
    return FALSE;
  values = rensa_attrs_get_values (found);
  model = rensa_link_find (subject->target, values->model);
  return model != NULL && rensa_link_get_class (model)->is_planned;
}

const RensaExtensionClass rensa_activations_class = {
  .name = "Activations",
  .title = N_ ("Activations"),
  .summary = N_ ("Shows the output of each node of the model for one validation example"),
  .words = N_ ("preview;feature maps;hidden layers;inner values;outputs"),
  RENSA_ATTRS (Activations, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("iterator:" EXAMPLES, "target:" RENSA_MAIN),
  .preview = preview,
  .observes = TRUE,
  .suggest = suggest,
  .is_general = TRUE,
  .call = rensa_preview_call,
};
