/* plot-report.c: PlotReport, a picture with curves of reported values.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-extensions.h"
#include "rensa-python-json-private.h"
#include "rensa-plot.h"
#include "rensa-report-file-private.h"

#define WIDTH 720
#define HEIGHT 405

enum
{
  X_ITERATION,
  X_EPOCH,
};

static const char *const x_keys[] = { "iteration", "epoch", NULL };
/* Names of matplotlib, in the order of RensaPlotMarker. */
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
  RENSA_ATTR_STRING (PlotReport, y_keys, .names = RENSA_NAMES_REPORT, .is_list = TRUE, .required = TRUE,
                     .initial_text = "main/loss", .title = N_ ("Curves"),
                     .hint = N_ ("Comma-separated names of values, such as main/loss, validation/main/loss")),
  RENSA_ATTR_CHOICE (PlotReport, x_key, .initial = X_ITERATION, .choices = x_keys, .title = N_ ("Horizontal Axis")),
  RENSA_ATTR_TRIGGER (PlotReport, trigger, .title = N_ ("Interval"),
                      .hint = N_ ("Interval over which to average values for each point")),
  RENSA_ATTR_FILE_NAME (PlotReport, filename, .initial_text = "plot.png", .title = N_ ("File Name"),
                        .hint = N_ ("Must end in .png, .svg or .pdf")),
  RENSA_ATTR_CHOICE (PlotReport, marker, .initial = RENSA_PLOT_MARKER_CROSS, .choices = markers, .title = N_ ("Marker"),
                     .hint = N_ ("Marker for validation points")),
  RENSA_ATTR_BOOL (PlotReport, grid, .initial = TRUE, .title = N_ ("Grid")),
};

typedef struct
{
  GArray *x; /* double */
  GArray *y;
} Points;

typedef struct
{
  RensaReportFile file;
  Points *curves; /* one for each key of the accumulator */
  guint n_curves;
} State;

static gboolean
draw (RensaExtension *extension, RensaTrainer *trainer, const char *path, GError **error)
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

  for (guint i = 0; i < state->n_curves; i++)
    {
      const char *name = state->file.accumulator.keys[i];
      g_autoptr (RensaReportKey) report = rensa_trainer_describe_report (trainer, name);
      const gboolean is_validation = report->prefix > 0;

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

  return rensa_plot_save (&plot, path, WIDTH, HEIGHT, error);
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PlotReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->file = (RensaReportFile){ .kind = "plot", .name = self->filename, .write = draw };
  if (!rensa_plot_check_path (self->filename, error)
      || !rensa_accumulator_init (&state->file.accumulator, self->trigger, rensa_split_names (self->y_keys), error))
    return FALSE;

  state->n_curves = g_strv_length (state->file.accumulator.keys);
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
  rensa_accumulator_clear (&state->file.accumulator);
}

static void
add_points (State *state, double x)
{
  for (guint i = 0; i < state->n_curves; i++)
    {
      double y;

      if (!rensa_observation_lookup (state->file.accumulator.means, state->file.accumulator.keys[i], &y))
        continue;
      g_array_append_val (state->curves[i].x, x);
      g_array_append_val (state->curves[i].y, y);
    }
  state->file.is_stale = TRUE;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PlotReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);

  gboolean fires;

  if (!rensa_report_file_step (extension, trainer, &fires, error))
    return FALSE;
  if (fires)
    add_points (state, (double) (self->x_key == X_EPOCH ? rensa_updater_get_epoch (updater)
                                                        : rensa_updater_get_iteration (updater)));
  return rensa_report_file_update (extension, trainer, error);
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
      rensa_json_append_string (text, state->file.accumulator.keys[i]);
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

  if (!rensa_accumulator_serialize (&state->file.accumulator, serializer, error)
      || !rensa_serializer_string (serializer, key, &text, error))
    return FALSE;
  if (!rensa_serializer_is_reading (serializer))
    return TRUE;

  json = rensa_json_parse (text, json_type_object, place, error);
  for (guint i = 0; json != NULL && i < state->n_curves; i++)
    {
      read_points (&state->curves[i], json_object_object_get (json, state->file.accumulator.keys[i]));
      state->file.is_stale = TRUE;
    }
  return json != NULL;
}

/* Chainer's postprocess is a function and omitted; file_name is an older name of filename. */
const RensaExtensionClass rensa_plot_report_class = {
  .name = "PlotReport",
  .title = N_ ("Plot"),
  .summary = N_ ("Plots reported values to a PNG, SVG or PDF file"),
  RENSA_ATTRS (PlotReport, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .goes_ahead = TRUE,
  .state_size = sizeof (State),
  .setup = setup,
  .initialize = rensa_report_file_initialize,
  .call = call,
  .finalize = rensa_report_file_finalize,
  .serialize = serialize,
  .clear = clear,
  RENSA_FORMS (
      { "chainer",
        "extensions.PlotReport({y_keys:list}, x_key={x_key}, trigger={trigger}, marker={marker}, grid={grid}, filename={filename})" },
      { "torch", "" }),
};
