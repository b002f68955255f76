/* progress-bar.c: ProgressBar, progress, speed and remaining time of training.
 * SPDX-License-Identifier: MIT */

#include <unistd.h>

#include "rensa-extensions.h"
#include "rensa-format.h"

/* A terminal is redrawn in place; in other outputs, every update is a permanent line. */
#define TERMINAL_INTERVAL (G_USEC_PER_SEC / 10)
#define FILE_INTERVAL (10 * G_USEC_PER_SEC)
/* Number of updates over which the speed is measured. */
#define N_TIMINGS 100
#define N_LINES 4
#define CLEAR_BELOW "\033[J"
#define CURSOR_UP "\033[%dA"

typedef struct
{
  gint64 update_interval;
  gint64 bar_length;
} ProgressBar;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (ProgressBar, update_interval, .initial = 100, .min = 1, .max = 1e9, .title = N_ ("Update Interval"),
                  .unit = N_ ("iterations")),
  RENSA_ATTR_INT (ProgressBar, bar_length, .initial = 50, .min = 1, .max = 1000, .title = N_ ("Bar Length"),
                  .unit = N_ ("characters")),
};

typedef struct
{
  gint64 time; /* monotonic microseconds */
  gint64 iteration;
  gint64 n_examples;
} Timing;

typedef struct
{
  Timing timings[N_TIMINGS]; /* a ring */
  guint64 n_timings;
  gint64 drawn_at;
  gboolean is_drawn;
} State;

static Timing
get_timing (RensaTrainer *trainer)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);

  return (Timing){ g_get_monotonic_time (), rensa_updater_get_iteration (updater),
                   rensa_updater_get_place (updater)->n_seen };
}

static void
add_timing (State *state, Timing timing)
{
  state->timings[state->n_timings++ % N_TIMINGS] = timing;
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);

  *state = (State){ 0 };
  add_timing (state, get_timing (trainer));
  return TRUE;
}

static void
append_bar (GString *text, const char *title, double fraction, gint64 length)
{
  const gint64 n_marks = (gint64) (fraction * length);
  char percentage[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, "%10s [", title);
  for (gint64 i = 0; i < length; i++)
    g_string_append_c (text, i < n_marks ? '#' : '.');
  g_string_append_printf (text, "] %s%%\n", g_ascii_formatd (percentage, sizeof percentage, "%5.2f", fraction * 100));
}

/* "1,234 iterations/s, 41,200 examples/s. Estimated time left: 2 min 13 s." */
static void
append_speed (GString *text, State *state, RensaTrainer *trainer, const Timing *now)
{
  const Timing *before = &state->timings[state->n_timings > N_TIMINGS ? state->n_timings % N_TIMINGS : 0];
  const double seconds = MAX (now->time - before->time, 1) / (double) G_USEC_PER_SEC;
  const double speed = (now->iteration - before->iteration) / seconds;
  g_autofree char *iterations =
      speed >= 100 ? rensa_format_count ((gint64) (speed + 0.5)) : rensa_format_digits (speed, 3);
  g_autofree char *examples = rensa_format_count ((gint64) ((now->n_examples - before->n_examples) / seconds + 0.5));
  double fraction;
  double left;

  g_string_append_printf (text, "%s iterations/s, %s examples/s.", iterations, examples);
  if (rensa_trainer_get_progress (trainer, &fraction, &left))
    {
      g_autofree char *duration = rensa_format_duration (left);

      g_string_append_printf (text, " Estimated time left: %s.", duration);
    }
  g_string_append_c (text, '\n');
}

/* "       700 iter, 7 epoch / 20 epochs" */
static void
append_place (GString *text, RensaTrainer *trainer)
{
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  const char *unit;
  double length;

  g_string_append_printf (text, "%10" G_GINT64_FORMAT " iter, %" G_GINT64_FORMAT " epoch",
                          rensa_updater_get_iteration (updater), rensa_updater_get_epoch (updater));
  if (rensa_trigger_get_training_length (rensa_trainer_get_stop_trigger (trainer), &length, &unit))
    {
      g_autofree char *digits = rensa_format_digits (length, 15);

      g_string_append_printf (text, " / %s %ss", digits, unit);
    }
}

static void
draw (RensaExtension *extension, RensaTrainer *trainer, FILE *output, const Timing *now)
{
  const ProgressBar *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  const double detail = rensa_updater_get_epoch_detail (rensa_trainer_get_updater (trainer));
  g_autoptr (GString) text = g_string_new (CLEAR_BELOW);
  double fraction;
  double left;

  rensa_trainer_get_progress (trainer, &fraction, &left);
  append_bar (text, "total", MAX (fraction, 0), self->bar_length);
  append_bar (text, "this epoch", detail - (gint64) detail, self->bar_length);
  append_place (text, trainer);
  g_string_append (text, "\n");
  append_speed (text, state, trainer, now);
  g_string_append_printf (text, CURSOR_UP, N_LINES);
  fputs (text->str, output);
  state->is_drawn = TRUE;
}

/* Prints a line that is also readable in a file. */
static void
print_line (State *state, RensaTrainer *trainer, FILE *output, const Timing *now)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char percentage[G_ASCII_DTOSTR_BUF_SIZE];
  double fraction;
  double left;

  rensa_trainer_get_progress (trainer, &fraction, &left);
  append_place (text, trainer);
  if (fraction >= 0)
    g_string_append_printf (text, " (%s%%)", g_ascii_formatd (percentage, sizeof percentage, "%.2f", fraction * 100));
  g_string_append (text, ": ");
  append_speed (text, state, trainer, now);
  fputs (text->str, output);
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const ProgressBar *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  FILE *output = rensa_trainer_get_output (trainer);
  const Timing now = get_timing (trainer);
  gboolean is_terminal;

  if (output == NULL || now.iteration % self->update_interval != 0)
    return TRUE;

  is_terminal = isatty (fileno (output));
  if (state->drawn_at > 0 && now.time - state->drawn_at < (is_terminal ? TERMINAL_INTERVAL : FILE_INTERVAL))
    return TRUE;

  if (is_terminal)
    draw (extension, trainer, output, &now);
  else
    print_line (state, trainer, output, &now);
  fflush (output);
  state->drawn_at = now.time;
  add_timing (state, now);
  return TRUE;
}

static gboolean
finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  State *state = rensa_extension_get_state (extension);
  FILE *output = rensa_trainer_get_output (trainer);

  if (output != NULL && state->is_drawn)
    {
      fputs (CLEAR_BELOW, output);
      fflush (output);
    }
  state->is_drawn = FALSE;
  return TRUE;
}

/* Chainer's training_length and out are objects; the stop trigger and rensa_trainer_set_output ()
 * replace them. */
const RensaExtensionClass rensa_progress_bar_class = {
  .name = "ProgressBar",
  .title = N_ ("Progress Bar"),
  .summary = N_ ("Shows progress, speed and remaining time in the terminal"),
  RENSA_ATTRS (ProgressBar, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .goes_ahead = TRUE,
  .state_size = sizeof (State),
  .initialize = initialize,
  .call = call,
  .finalize = finalize,
  RENSA_FORMS ({ "chainer", "extensions.ProgressBar(update_interval={update_interval}, bar_length={bar_length})" },
               { "torch", "" }),
};
