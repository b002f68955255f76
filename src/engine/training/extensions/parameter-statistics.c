/* parameter-statistics.c: ParameterStatistics, statistics of parameters and gradients.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "rensa-accumulator-private.h"
#include "rensa-fault.h"
#include "rensa-extensions.h"
#include "rensa-language.h"
#include "rensa-statistics-private.h"

#define DEFAULT "default"
/* The statistic that has several values. */
#define PERCENTILE "percentile"

typedef struct
{
  char *links;
  char *statistics;
  gboolean report_params;
  gboolean report_grads;
  char *prefix;
  RensaAttrs *trigger;
  gboolean skip_nan_params;
} ParameterStatistics;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (ParameterStatistics, links, .names = RENSA_NAMES_TARGET_LINK, .is_list = TRUE,
                     .initial_text = RENSA_MAIN "/predictor", .title = N_ ("Links"),
                     .hint = N_ ("Comma-separated paths: “main” is the whole model, “main/predictor” a link in it")),
  RENSA_ATTR_STRING (ParameterStatistics, statistics, .initial_text = DEFAULT, .title = N_ ("Statistics"),
                     .hint = N_ ("“default” for the first six, or a comma-separated list of mean, std, min, max, "
                                 "zeros, percentile, norm")),
  RENSA_ATTR_BOOL (ParameterStatistics, report_params, .initial = TRUE, .title = N_ ("Include Parameters")),
  RENSA_ATTR_BOOL (ParameterStatistics, report_grads, .initial = TRUE, .title = N_ ("Include Gradients")),
  RENSA_ATTR_STRING (ParameterStatistics, prefix, .allow_none = TRUE, .none = TRUE, .title = N_ ("Prefix"),
                     .hint = N_ ("Prefix for the names of the values")),
  RENSA_ATTR_TRIGGER (ParameterStatistics, trigger, .title = N_ ("Interval"),
                      .hint = N_ ("Interval over which to average values")),
  RENSA_ATTR_BOOL (ParameterStatistics, skip_nan_params, .initial = FALSE, .title = N_ ("Skip NaN"),
                   .hint = N_ ("Reports NaN for arrays that contain NaN instead of computing statistics")),
};

/* Statistics in the order in which they are reported. */
static const struct
{
  const char *name;
  double (*compute) (const RensaNumbers *numbers); /* NULL for PERCENTILE */
  gboolean is_default;
} statistics[] = {
  { "mean", rensa_numbers_get_mean, TRUE },     { "std", rensa_numbers_get_std, TRUE },
  { "min", rensa_numbers_get_min, TRUE },       { "max", rensa_numbers_get_max, TRUE },
  { "zeros", rensa_numbers_count_zeros, TRUE }, { PERCENTILE, NULL, TRUE },
  { "norm", rensa_numbers_get_norm, FALSE },
};

/* Percentages of a normal distribution at whole standard deviations from its mean. */
static const double percents[] = { 0.13, 2.28, 15.87, 50, 84.13, 97.72, 99.87 };

/* @wanted: selected statistics */
typedef struct
{
  RensaAccumulator accumulator;
  GStrv links;
  gboolean wanted[G_N_ELEMENTS (statistics)];
} State;

/* State of a walk over the parameters. */
typedef struct
{
  const ParameterStatistics *self;
  const State *state;
  char *link; /* path of the link, including the prefix */
  RensaObservation *values;
} Walk;

static gboolean
choose_statistic (State *state, const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (statistics); i++)
    if (strcmp (statistics[i].name, name) == 0)
      {
        state->wanted[i] = TRUE;
        return TRUE;
      }
  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: unknown statistic “%s”"), "ParameterStatistics", name);
  return FALSE;
}

static gboolean
choose_statistics (State *state, const char *text, GError **error)
{
  g_auto (GStrv) names = rensa_split_names (text);

  for (guint i = 0; i < G_N_ELEMENTS (statistics); i++)
    state->wanted[i] = strcmp (text, DEFAULT) == 0 && statistics[i].is_default;
  for (guint i = 0; strcmp (text, DEFAULT) != 0 && names[i] != NULL; i++)
    if (!choose_statistic (state, names[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const ParameterStatistics *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->links = rensa_split_names (self->links);
  if (!rensa_accumulator_init (&state->accumulator, self->trigger, NULL, error)
      || !choose_statistics (state, self->statistics, error))
    return FALSE;
  for (guint i = 0; state->links[i] != NULL; i++)
    if (rensa_updater_find_link (rensa_trainer_get_updater (trainer), state->links[i]) == NULL)
      {
        rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: the model has no link “%s”"), "ParameterStatistics",
                         state->links[i]);
        return FALSE;
      }
  return TRUE;
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  rensa_accumulator_clear (&state->accumulator);
  g_clear_pointer (&state->links, g_strfreev);
}

static void
set_value (RensaObservation *values, const char *place, const char *name, double value)
{
  g_autofree char *key = g_strconcat (place, "/", name, NULL);

  rensa_observation_set (values, key, value);
}

static void
set_percentiles (RensaObservation *values, const char *place, const RensaNumbers *numbers)
{
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      g_autofree char *name = g_strdup_printf (PERCENTILE "/%u", i);

      set_value (values, place, name, rensa_numbers_get_percentile (numbers, percents[i]));
    }
}

/* Computes the statistics of one array, the values or the gradient of a parameter. */
static gboolean
look_at (const Walk *walk, const char *path, const char *what, RensaArray *array, GError **error)
{
  g_autofree char *place = g_strconcat (walk->link, path, "/", what, NULL);
  g_auto (RensaNumbers) numbers = { 0 };
  gboolean is_skipped;

  if (array == NULL)
    return TRUE;
  if (!rensa_numbers_read (&numbers, &array, 1, error))
    return FALSE;
  is_skipped = walk->self->skip_nan_params && numbers.n_nan > 0;
  for (guint i = 0; i < G_N_ELEMENTS (statistics); i++)
    {
      if (!walk->state->wanted[i])
        continue;
      if (statistics[i].compute == NULL && !is_skipped)
        set_percentiles (walk->values, place, &numbers);
      else
        set_value (walk->values, place, statistics[i].name, is_skipped ? NAN : statistics[i].compute (&numbers));
    }
  return TRUE;
}

static gboolean
look_at_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  const Walk *walk = data;

  if (walk->self->report_params && !look_at (walk, path, "data", rensa_variable_get_array (param), error))
    return FALSE;
  return !walk->self->report_grads || look_at (walk, path, "grad", rensa_variable_get_grad (param), error);
}

/* Chainer uses a link's name in its parent, and “None” for a link without a parent. */
static char *
name_link (const ParameterStatistics *self, const char *path)
{
  const char *slash = strrchr (path, '/');

  return g_strconcat (self->prefix != NULL ? self->prefix : "", self->prefix != NULL ? "/" : "",
                      slash != NULL ? slash + 1 : "None", NULL);
}

static gboolean
look_at_links (RensaExtension *extension, RensaTrainer *trainer, RensaObservation *values, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  gboolean ok = TRUE;

  for (guint i = 0; ok && state->links[i] != NULL; i++)
    {
      RensaLink *link = rensa_updater_find_link (rensa_trainer_get_updater (trainer), state->links[i]);
      Walk walk = { rensa_extension_get_values (extension), state, NULL, values };

      walk.link = name_link (walk.self, state->links[i]);
      ok = rensa_link_foreach_param (link, look_at_param, &walk, error);
      g_free (walk.link);
    }
  return ok;
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  RensaObservation *means = state->accumulator.means;
  g_autoptr (RensaObservation) values = rensa_observation_new ();
  gboolean fires;

  if (!look_at_links (extension, trainer, values, error))
    return FALSE;
  rensa_accumulator_add_values (&state->accumulator, values);
  if (!rensa_accumulator_fire (&state->accumulator, trainer, &fires, error))
    return FALSE;
  if (!fires)
    return TRUE;
  rensa_accumulator_take (&state->accumulator);
  for (guint i = 0; i < rensa_observation_get_n (means); i++)
    rensa_observation_set (rensa_trainer_get_observation (trainer), rensa_observation_get_key (means, i),
                           rensa_observation_get_value (means, i));
  return TRUE;
}

/* Chainer saves no state here, so the means over an interrupted epoch would cover only its second part. */
static gboolean
serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  return rensa_accumulator_serialize (&state->accumulator, serializer, error);
}

const RensaExtensionClass rensa_parameter_statistics_class = {
  .name = "ParameterStatistics",
  .title = N_ ("Parameter Statistics"),
  .summary = N_ ("Reports statistics of parameters and gradients, such as mean, standard deviation and percentiles"),
  .words = N_ ("weights;gradients;mean;deviation;percentile;histogram;norm"),
  RENSA_ATTRS (ParameterStatistics, attrs),
  .reports_more = TRUE,
  .priority = RENSA_PRIORITY_WRITER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .default_name = "parameter_statistics",
  .state_size = sizeof (State),
  .setup = setup,
  .call = call,
  .serialize = serialize,
  .clear = clear,
  RENSA_FORMS ({ "chainer",
                 "extensions.ParameterStatistics({links:links}, statistics={statistics:statistics}, "
                 "report_params={report_params}, report_grads={report_grads}, prefix={prefix}, trigger={trigger}, "
                 "skip_nan_params={skip_nan_params})" }),
};
