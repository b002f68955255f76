/* plot-report.c: PlotReport, curves of reported values as a picture.
 * SPDX-License-Identifier: MIT */

#include "rensa-accumulator-private.h"
#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-python-json-private.h"
#include "rensa-plot.h"

/* A picture that changes by the millisecond is not drawn for each point. */
#define DRAW_INTERVAL G_USEC_PER_SEC
#define WIDTH 720
#define HEIGHT 405
#define VALIDATION "validation"

enum
{
  X_ITERATION,
  X_EPOCH,
};

static const char *const x_keys[] = { "iteration", "epoch", NULL };
/* In the order of RensaPlotMarker; names of matplotlib. */
static const char *const markers[] = { "none", "x", "o", "+", "s", NULL };

typedef struct
{
  char *y_keys;
  int x_key;
  RensaAttrs *trigger;
  char *filename;
  int marker;
  gboolean grid;
} PlotReport;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (PlotReport, y_keys, .required = TRUE, .title = N_ ("Curves"),
                     .hint = N_ ("Names of values, separated by commas, such as main/loss, validation/main/loss")),
  RENSA_ATTR_CHOICE (PlotReport, x_key, .initial = X_ITERATION, .choices = x_keys, .title = N_ ("Horizontal axis")),
  RENSA_ATTR_COMPONENT (PlotReport, trigger, .component_kind = RENSA_COMPONENT_TRIGGER,
                        .initial_text = "IntervalTrigger", .title = N_ ("Interval"),
                        .hint = N_ ("Over what the values of a point are averaged")),
  RENSA_ATTR_FILE_NAME (PlotReport, filename, .initial_text = "plot.png", .title = N_ ("File name"),
                        .hint = N_ ("Ends in .png, .svg or .pdf")),
  RENSA_ATTR_CHOICE (PlotReport, marker, .initial = RENSA_PLOT_MARKER_CROSS, .choices = markers, .title = N_ ("Marker"),
                     .hint = N_ ("For the points of validation")),
  RENSA_ATTR_BOOL (PlotReport, grid, .initial = TRUE, .title = N_ ("Grid")),
};

typedef struct
{
  GArray *x; /* double */
  GArray *y;
} Points;

typedef struct
{
  RensaAccumulator accumulator;
  Points *curves; /* one for each key of the accumulator */
  guint n_curves;
  gint64 drawn_at;
  gboolean is_stale; /* there are more points than the picture shows */
} State;

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PlotReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  if (!rensa_plot_check_path (self->filename, error)
      || !rensa_accumulator_init (&state->accumulator, self->trigger, self->y_keys, error))
    return FALSE;

  state->n_curves = g_strv_length (state->accumulator.keys);
  state->curves = g_new (Points, state->n_curves);
  for (guint i = 0; i < state->n_curves; i++)
    state->curves[i] =
        (Points){ g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) };
  return TRUE;
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  for (guint i = 0; i < state->n_curves; i++)
    {
      g_array_unref (state->curves[i].x);
      g_array_unref (state->curves[i].y);
    }
  g_free (state->curves);
  rensa_accumulator_clear (&state->accumulator);
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  state->drawn_at = g_get_monotonic_time ();
  return TRUE;
}

static void
add_points (State *state, double x)
{
  for (guint i = 0; i < state->n_curves; i++)
    {
      double y;

      if (!rensa_observation_lookup (state->accumulator.means, state->accumulator.keys[i], &y))
        continue;
      g_array_append_val (state->curves[i].x, x);
      g_array_append_val (state->curves[i].y, y);
    }
  state->is_stale = TRUE;
}

static gboolean
draw (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PlotReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree RensaPlotCurve *curves = g_new (RensaPlotCurve, state->n_curves);
  const RensaPlot plot = {
    .curves = curves,
    .n_curves = state->n_curves,
    .x_title = x_keys[self->x_key],
    .grid = self->grid,
  };
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), self->filename, NULL);

  for (guint i = 0; i < state->n_curves; i++)
    {
      const char *name = state->accumulator.keys[i];
      const gboolean is_validation = g_str_has_prefix (name, VALIDATION);

      curves[i] = (RensaPlotCurve){
        .name = name,
        .x = (const double *) (gconstpointer) state->curves[i].x->data,
        .y = (const double *) (gconstpointer) state->curves[i].y->data,
        .n = state->curves[i].x->len,
        .colour = i,
        .is_dashed = is_validation,
        .marker = is_validation ? (RensaPlotMarker) self->marker : RENSA_PLOT_MARKER_NONE,
      };
    }

  state->drawn_at = g_get_monotonic_time ();
  state->is_stale = FALSE;
  if (rensa_plot_save (&plot, path, WIDTH, HEIGHT, error))
    {
      rensa_trainer_tell_file (trainer, "plot", path);
      return TRUE;
    }
  g_prefix_error (error, "%s: ", rensa_extension_get_name (extension));
  return FALSE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PlotReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);

  if (rensa_accumulator_add (&state->accumulator, trainer))
    add_points (state, (double) (self->x_key == X_EPOCH ? rensa_updater_get_epoch (updater)
                                                        : rensa_updater_get_iteration (updater)));
  if (!state->is_stale || g_get_monotonic_time () - state->drawn_at < DRAW_INTERVAL)
    return TRUE;
  return draw (extension, trainer, error);
}

static gboolean
finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  return !state->is_stale || draw (extension, trainer, error);
}

/* {"main/loss": [[3, 1.25], [6, 0.5]]} */
static char *
points_to_json (State *state)
{
  GString *text = g_string_new ("{");

  for (guint i = 0; i < state->n_curves; i++)
    {
      const Points *points = &state->curves[i];

      g_string_append (text, i > 0 ? ", " : "");
      rensa_json_append_string (text, state->accumulator.keys[i]);
      g_string_append (text, ": [");
      for (guint j = 0; j < points->x->len; j++)
        {
          g_string_append_printf (text, "%s[%.0f, ", j > 0 ? ", " : "", g_array_index (points->x, double, j));
          rensa_json_append_double (text, g_array_index (points->y, double, j));
          g_string_append_c (text, ']');
        }
      g_string_append_c (text, ']');
    }
  g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

static void
read_points (Points *points, struct json_object *list)
{
  const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;

  g_array_set_size (points->x, 0);
  g_array_set_size (points->y, 0);
  for (gsize i = 0; i < n; i++)
    {
      struct json_object *pair = json_object_array_get_idx (list, i);
      double place[2];

      if (!json_object_is_type (pair, json_type_array) || json_object_array_length (pair) != 2)
        continue;
      for (int j = 0; j < 2; j++)
        place[j] = json_object_get_double (json_object_array_get_idx (pair, j));
      g_array_append_val (points->x, place[0]);
      g_array_append_val (points->y, place[1]);
    }
}

static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  const PlotReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree char *key = g_strconcat ("_plot_", self->filename, NULL);
  g_autofree char *text = points_to_json (state);
  g_autofree char *place = rensa_serializer_describe (serializer, key);
  g_autoptr (RensaJson) json = NULL;

  if (!rensa_accumulator_serialize (&state->accumulator, serializer, error)
      || !rensa_serializer_string (serializer, key, &text, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  json = rensa_json_parse (text, json_type_object, place, error);
  for (guint i = 0; json != NULL && i < state->n_curves; i++)
    {
      read_points (&state->curves[i], json_object_object_get (json, state->accumulator.keys[i]));
      state->is_stale = TRUE;
    }
  return json != NULL;
}

/* Chainer's postprocess is a function and left out; file_name is an older name of filename. */
const RensaExtensionClass rensa_plot_report_class = {
  .name = "PlotReport",
  .group = "extension",
  .title = N_ ("Plot"),
  .summary = N_ ("Draws reported values as curves into a PNG, SVG or PDF file"),
  RENSA_ATTRS (PlotReport, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .state_size = sizeof (State),
  .setup = setup,
  .initialize = initialize,
  .call = call,
  .finalize = finalize,
  .serialize = serialize,
  .clear = clear,
  .chainer =
      "extensions.PlotReport({y_keys:list}, x_key={x_key}, trigger={trigger}, marker={marker}, grid={grid}, filename={filename})",
};
