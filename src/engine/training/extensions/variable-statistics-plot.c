/* variable-statistics-plot.c: VariableStatisticsPlot, a picture of how the values of parameters and
 * gradients change.
 * SPDX-License-Identifier: MIT */

#include "rensa-accumulator-private.h"
#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-plot.h"
#include "rensa-random.h"
#include "rensa-statistics-private.h"

#define WIDTH 960
#define HEIGHT 640
/* Random stream that selects the samples to drop once there are too many to keep. */
#define STREAM (G_GUINT64_CONSTANT (0x73616d70) << 32)
#define MAX_KINDS 2
#define MAX_CURVES 34

typedef struct
{
  char *targets;
  gint64 max_sample_size;
  gboolean report_data;
  gboolean report_grad;
  gboolean plot_mean;
  gboolean plot_std;
  RensaArray *percentile_sigmas;
  RensaAttrs *trigger;
  char *filename;
  gboolean grid;
} VariableStatisticsPlot;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (VariableStatisticsPlot, targets, .names = RENSA_NAMES_TARGET_LINK, .is_list = TRUE,
                     .initial_text = RENSA_MAIN "/predictor", .title = N_ ("Links"),
                     .hint = N_ ("Comma-separated paths: “main” is the whole model, “main/predictor” a link in it")),
  RENSA_ATTR_INT (VariableStatisticsPlot, max_sample_size, .is_rare = TRUE, .initial = 1000, .min = 1, .max = 1e6,
                  .title = N_ ("Maximum Points"), .hint = N_ ("Drops points at random when there are more")),
  RENSA_ATTR_BOOL (VariableStatisticsPlot, report_data, .initial = TRUE, .title = N_ ("Include Parameters")),
  RENSA_ATTR_BOOL (VariableStatisticsPlot, report_grad, .initial = TRUE, .title = N_ ("Include Gradients")),
  RENSA_ATTR_BOOL (VariableStatisticsPlot, plot_mean, .is_rare = TRUE, .initial = TRUE, .title = N_ ("Mean")),
  RENSA_ATTR_BOOL (VariableStatisticsPlot, plot_std, .is_rare = TRUE, .initial = TRUE, .title = N_ ("Deviation")),
  RENSA_ATTR_ARRAY (VariableStatisticsPlot, percentile_sigmas, .is_rare = TRUE,
                    .initial_text = "(0, 0.13, 2.28, 15.87, 50, 84.13, 97.72, 99.87, 100)",
                    .title = N_ ("Percentiles")),
  RENSA_ATTR_TRIGGER (VariableStatisticsPlot, trigger, .title = N_ ("Interval"),
                      .hint = N_ ("How often to draw "
                                  "the plot")),
  RENSA_ATTR_FILE_NAME (VariableStatisticsPlot, filename, .initial_text = "statistics.png", .title = N_ ("File Name"),
                        .hint = N_ ("Must end in .png, .svg or .pdf")),
  RENSA_ATTR_BOOL (VariableStatisticsPlot, grid, .is_rare = TRUE, .initial = TRUE, .title = N_ ("Grid")),
};

/* @percents: percentiles that are drawn
 * @width: numbers in one sample: for data, then gradients, the mean, the standard deviation and the
 *   selected percentiles
 * @samples: consecutive samples, by iteration
 * @iterations: iteration of each sample
 * @counter: number of samples taken so far */
typedef struct
{
  RensaTrigger *trigger;
  GStrv targets;
  double *percents;
  guint n_percents;
  guint n_kinds;
  guint width;
  GArray *samples;    /* double */
  GArray *iterations; /* gint64 */
  gint64 counter;
} State;

static guint
count_first (const VariableStatisticsPlot *self)
{
  return (guint) self->plot_mean + (guint) self->plot_std;
}

static gboolean
refuse (GError **error, const char *reason)
{
  rensa_set_words (error, RENSA_ERROR_INVALID, "%s: %s", "VariableStatisticsPlot", _ (reason));
  return FALSE;
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const VariableStatisticsPlot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->targets = rensa_split_names (self->targets);
  state->percents = rensa_attr_array_dup_numbers (self->percentile_sigmas);
  state->n_percents = (guint) rensa_array_get_count (self->percentile_sigmas);
  state->n_kinds = (guint) self->report_data + (guint) self->report_grad;
  state->width = state->n_kinds * (count_first (self) + state->n_percents);
  state->samples = g_array_new (FALSE, FALSE, sizeof (double));
  state->iterations = g_array_new (FALSE, FALSE, sizeof (gint64));
  state->trigger = rensa_trigger_new (self->trigger, error);
  if (state->trigger == NULL || !rensa_plot_check_path (self->filename, error))
    return FALSE;
  if (state->width == 0)
    return refuse (error, N_ ("there is nothing to plot"));
  if (count_first (self) + state->n_percents > MAX_CURVES - 2)
    return refuse (error, N_ ("there are too many percentiles"));
  for (guint i = 0; i < state->n_percents; i++)
    if (!(state->percents[i] >= 0 && state->percents[i] <= 100))
      return refuse (error, N_ ("percentiles must be from 0 to 100"));
  for (guint i = 0; state->targets[i] != NULL; i++)
    if (rensa_updater_find_link (rensa_trainer_get_updater (trainer), state->targets[i]) == NULL)
      return refuse (error, N_ ("a link does not belong to the model"));
  return TRUE;
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  g_clear_pointer (&state->trigger, rensa_trigger_free);
  g_clear_pointer (&state->targets, g_strfreev);
  g_clear_pointer (&state->percents, g_free);
  g_clear_pointer (&state->samples, g_array_unref);
  g_clear_pointer (&state->iterations, g_array_unref);
}

static gboolean
add_param (const char *path, RensaVariable *param, gpointer params, GError **error)
{
  g_ptr_array_add (params, param);
  return TRUE;
}

/* Returns the parameters of all targets. */
static GPtrArray *
list_params (State *state, RensaTrainer *trainer)
{
  GPtrArray *params = g_ptr_array_new ();

  for (guint i = 0; state->targets[i] != NULL; i++)
    rensa_link_foreach_param (rensa_updater_find_link (rensa_trainer_get_updater (trainer), state->targets[i]),
                              add_param, params, NULL);
  return params;
}

/* Writes the statistics of all numbers together; zeros if there are none, as in Chainer. */
static gboolean
measure (const VariableStatisticsPlot *self, const State *state, GPtrArray *arrays, double *to, GError **error)
{
  g_auto (RensaNumbers) numbers = { 0 };

  if (!rensa_numbers_read (&numbers, (RensaArray *const *) arrays->pdata, arrays->len, error))
    return FALSE;
  if (numbers.n == 0)
    return TRUE;
  if (self->plot_mean)
    *to++ = rensa_numbers_get_mean (&numbers);
  if (self->plot_std)
    *to++ = rensa_numbers_get_std (&numbers);
  for (guint i = 0; i < state->n_percents; i++)
    *to++ = rensa_numbers_get_percentile (&numbers, state->percents[i]);
  return TRUE;
}

static gboolean
take_sample (RensaExtension *extension, RensaTrainer *trainer, double *sample, GError **error)
{
  const VariableStatisticsPlot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autoptr (GPtrArray) params = list_params (state, trainer);
  g_autoptr (GPtrArray) data = g_ptr_array_new ();
  g_autoptr (GPtrArray) grads = g_ptr_array_new ();

  for (guint i = 0; i < params->len; i++)
    {
      g_ptr_array_add (data, rensa_variable_get_array (params->pdata[i]));
      g_ptr_array_add (grads, rensa_variable_get_grad (params->pdata[i]));
    }
  if (self->report_data && !measure (self, state, data, sample, error))
    return FALSE;
  return !self->report_grad
         || measure (self, state, grads, sample + (state->n_kinds - 1) * (state->width / state->n_kinds), error);
}

/* Each sample has the same probability of being kept; the choice depends only on the number of
 * samples so far. */
static void
keep (State *state, const double *sample, gint64 iteration, gint64 most)
{
  RensaRandom random = rensa_random_init ((guint64) state->counter, STREAM);
  guint64 place;

  state->counter++;
  if (state->iterations->len >= (guint) most)
    {
      place = rensa_random_below (&random, (guint64) state->counter);
      if (place >= (guint64) most)
        return;
      g_array_remove_index (state->iterations, (guint) place);
      g_array_remove_range (state->samples, (guint) place * state->width, state->width);
    }
  g_array_append_val (state->iterations, iteration);
  g_array_append_vals (state->samples, sample, state->width);
}

/* Returns number @i of each sample, plus @n times the number after it. */
static double *
make_column (const State *state, guint i, double n)
{
  const double *samples = (const double *) (gconstpointer) state->samples->data;
  double *column = g_new (double, state->iterations->len);

  for (guint k = 0; k < state->iterations->len; k++)
    column[k] = samples[k * state->width + i] + (n != 0 ? n * samples[k * state->width + i + 1] : 0);
  return column;
}

/* Curves of one panel. */
typedef struct
{
  RensaPlotCurve curves[MAX_CURVES];
  char *names[MAX_CURVES];
  guint n;
} Panel;

static void
panel_clear (Panel *panel)
{
  for (guint i = 0; i < panel->n; i++)
    {
      g_free ((double *) panel->curves[i].y);
      g_free (panel->names[i]);
    }
}

static void
add_curve (Panel *panel, const State *state, const double *x, char *name, double *y, gboolean is_dashed)
{
  panel->names[panel->n] = name;
  panel->curves[panel->n] = (RensaPlotCurve){
    .name = name, .x = x, .y = y, .n = state->iterations->len, .colour = panel->n, .is_dashed = is_dashed
  };
  panel->n++;
}

/* Adds curves of mean and standard deviation, at column @at. */
static void
fill_first (Panel *panel, const VariableStatisticsPlot *self, const State *state, const double *x, guint at)
{
  const gboolean both = self->plot_mean && self->plot_std;

  add_curve (panel, state, x, g_strdup (self->plot_mean ? "mean" : "std"), make_column (state, at, 0), FALSE);
  if (both)
    {
      add_curve (panel, state, x, g_strdup ("mean + std"), make_column (state, at, 1), TRUE);
      add_curve (panel, state, x, g_strdup ("mean − std"), make_column (state, at, -1), TRUE);
    }
}

static void
fill_percentiles (Panel *panel, const State *state, const double *x, guint at)
{
  for (guint i = 0; i < state->n_percents; i++)
    add_curve (panel, state, x, g_strdup_printf ("%g %%", state->percents[i]), make_column (state, at + i, 0),
               state->percents[i] != 50);
}

static gboolean
draw (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const VariableStatisticsPlot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), self->filename, NULL);
  g_autofree double *x = g_new (double, MAX (state->iterations->len, 1));
  Panel panels[2 * MAX_KINDS] = { 0 };
  RensaPlot plots[2 * MAX_KINDS] = { 0 };
  guint n = 0;
  gboolean ok;

  for (guint i = 0; i < state->iterations->len; i++)
    x[i] = (double) g_array_index (state->iterations, gint64, i);
  for (guint row = 0; row < 2; row++)
    for (guint kind = 0; kind < state->n_kinds; kind++)
      {
        const guint at = kind * (state->width / state->n_kinds);

        if (row == 0 ? count_first (self) == 0 : state->n_percents == 0)
          continue;
        if (row == 0)
          fill_first (&panels[n], self, state, x, at);
        else
          fill_percentiles (&panels[n], state, x, at + count_first (self));
        plots[n] = (RensaPlot){ .curves = panels[n].curves,
                                .n_curves = panels[n].n,
                                .x_title = "iteration",
                                .note = kind == 0 && self->report_data ? "data" : "grad",
                                .grid = self->grid };
        n++;
      }
  ok = rensa_plot_save_panels (plots, n, state->n_kinds, path, WIDTH, HEIGHT, error);
  for (guint i = 0; i < n; i++)
    panel_clear (&panels[i]);
  if (ok)
    rensa_trainer_tell_file (trainer, "plot", path);
  else
    g_prefix_error (error, "%s: ", rensa_extension_get_name (extension));
  return ok;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const VariableStatisticsPlot *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  g_autofree double *sample = g_new0 (double, state->width);
  gboolean fires;

  if (!take_sample (extension, trainer, sample, error))
    return FALSE;
  keep (state, sample, rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), self->max_sample_size);
  return rensa_trigger_fire (state->trigger, trainer, &fires, error) && (!fires || draw (extension, trainer, error));
}

/* Reads or writes @to as an array; reading resizes @to to the length of the array. */
static gboolean
serialize_numbers (RensaSerializer *serializer, const char *key, RensaDtype dtype, const RensaShape *shape, GArray *to,
                   GError **error)
{
  const gboolean is_reading = rensa_serializer_is_reading (serializer);
  g_autoptr (RensaArray) array = is_reading ? NULL : rensa_array_new_from_host (dtype, shape, to->data, error);
  g_autofree char *place = NULL;

  if ((!is_reading && array == NULL) || !rensa_serializer_array (serializer, key, &array, error))
    return FALSE;
  if (!is_reading)
    return TRUE;
  if (array != NULL && rensa_array_get_dtype (array) == dtype)
    {
      g_array_set_size (to, (guint) rensa_array_get_count (array));
      return rensa_array_to_host (array, to->data, error);
    }
  place = rensa_serializer_describe (serializer, key);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: expected an array of %s"), place, rensa_dtype_get_name (dtype));
  return FALSE;
}

/* Chainer saves no state here, so its picture starts where a run is resumed. */
static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  const gint64 n = (gint64) state->iterations->len;
  g_autofree char *place = NULL;

  if (!rensa_trigger_serialize (state->trigger, rensa_serializer_child (serializer, "_trigger"), error)
      || !rensa_serializer_int (serializer, "counter", &state->counter, error)
      || !serialize_numbers (serializer, "iterations", RENSA_INT64, &RENSA_SHAPE (n), state->iterations, error)
      || !serialize_numbers (serializer, "samples", RENSA_FLOAT64, &RENSA_SHAPE (n, (gint64) state->width),
                             state->samples, error))
    return FALSE;
  if (state->samples->len == (gsize) state->iterations->len * state->width)
    return TRUE;
  place = rensa_serializer_describe (serializer, "samples");
  g_array_set_size (state->samples, 0);
  g_array_set_size (state->iterations, 0);
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("%s: the number of samples does not match the number of iterations"),
                   place);
  return FALSE;
}

/* Chainer's figsize and marker are specific to matplotlib and omitted. */
const RensaExtensionClass rensa_variable_statistics_plot_class = {
  .name = "VariableStatisticsPlot",
  .title = N_ ("Statistics Plot"),
  .summary = N_ ("Plots statistics of parameters and gradients, such as mean, standard deviation and percentiles"),
  .words = N_ ("weights;gradients;mean;deviation;percentile;curve;picture"),
  RENSA_ATTRS (VariableStatisticsPlot, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "VariableStatisticsPlot",
  .state_size = sizeof (State),
  .setup = setup,
  .call = call,
  .serialize = serialize,
  .clear = clear,
  RENSA_FORMS ({ "chainer",
                 "extensions.VariableStatisticsPlot({targets:links}, max_sample_size={max_sample_size}, "
                 "report_data={report_data}, report_grad={report_grad}, plot_mean={plot_mean}, plot_std={plot_std}, "
                 "percentile_sigmas={percentile_sigmas}, trigger={trigger}, filename={filename}, grid={grid})" },
               { "torch", "" }),
};
