/* print-report.c: PrintReport, the log as a table on the terminal.
 * SPDX-License-Identifier: MIT */

#include <string.h>
#include <unistd.h>

#include "print-report.py.inc"
#include "rensa-accumulator-private.h"
#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-format.h"
#include "rensa-language.h"

#define MIN_WIDTH 10
#define GAP "  "
/* Clears ProgressBar's output below the cursor. */
#define CLEAR_BELOW "\033[J"

typedef struct
{
  char *entries;
  char *log_report;
} PrintReport;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (PrintReport, entries, .names = RENSA_NAMES_LOGGED, .is_list = TRUE, .allow_none = TRUE,
                     .none = TRUE, .title = N_ ("Columns"),
                     .hint = N_ ("Comma-separated log keys; if empty, those of the first entry")),
  RENSA_ATTR_STRING (PrintReport, log_report, .names = RENSA_NAMES_LOG, .initial_text = "LogReport",
                     .title = N_ ("Log"), .hint = N_ ("Name of the LogReport to print")),
};

typedef struct
{
  GStrv columns;
  gboolean has_header;
  guint n_printed; /* entries */
} State;

static gboolean
setup (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PrintReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->columns = rensa_split_names (self->entries);
  return TRUE;
}

static void
clear (RensaExtension *extension)
{
  State *state = rensa_extension_get_state (extension);

  g_clear_pointer (&state->columns, g_strfreev);
}

static gboolean
initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PrintReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);

  state->has_header = FALSE;
  state->n_printed = 0;
  if (rensa_trainer_get_log (trainer, self->log_report) != NULL)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s: no LogReport “%s” to print"), "PrintReport",
                   self->log_report);
  return FALSE;
}

/* Default columns: progress of training, the values of the first entry, and the time. */
static GStrv
choose_columns (RensaLog *log)
{
  static const char *const places[] = { "epoch", "iteration", "elapsed_time", NULL };
  g_autoptr (GStrvBuilder) columns = g_strv_builder_new ();

  g_strv_builder_add_many (columns, places[0], places[1], NULL);
  for (guint i = 0; i < rensa_log_get_n_values (log, 0); i++)
    {
      const char *key = rensa_log_get_key (log, 0, i);

      if (!g_strv_contains (places, key))
        g_strv_builder_add (columns, key);
    }
  g_strv_builder_add (columns, places[2]);
  return g_strv_builder_end (columns);
}

static int
get_width (const char *column)
{
  return MAX (MIN_WIDTH, (int) g_utf8_strlen (column, -1));
}

static void
append_cell (GString *line, const char *text, int width)
{
  const int n_missing = width - (int) g_utf8_strlen (text, -1);

  g_string_append (line, text);
  for (int i = 0; i < n_missing; i++)
    g_string_append_c (line, ' ');
}

/* Trailing blanks would wrap the line in a narrow terminal. */
static void
put_line (GString *line, FILE *output)
{
  fprintf (output, "%s\n", g_strchomp (line->str));
}

static void
print_header (State *state, FILE *output)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; state->columns[i] != NULL; i++)
    {
      g_string_append (line, i > 0 ? GAP : "");
      append_cell (line, state->columns[i], get_width (state->columns[i]));
    }
  put_line (line, output);
  state->has_header = TRUE;
}

static void
print_entry (State *state, RensaLog *log, guint entry, FILE *output)
{
  g_autoptr (GString) line = g_string_new (isatty (fileno (output)) ? CLEAR_BELOW : NULL);

  for (guint i = 0; state->columns[i] != NULL; i++)
    {
      g_autofree char *text = NULL;
      gboolean is_integer;
      double value;

      if (!rensa_log_lookup (log, entry, state->columns[i], &value, &is_integer))
        text = g_strdup ("");
      else if (is_integer)
        text = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
      else
        text = rensa_format_digits (value, 6);
      append_cell (line, text, get_width (state->columns[i]));
      g_string_append (line, GAP);
    }
  put_line (line, output);
}

static gboolean
call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const PrintReport *self = rensa_extension_get_values (extension);
  State *state = rensa_extension_get_state (extension);
  RensaLog *log = rensa_trainer_get_log (trainer, self->log_report);
  FILE *output = rensa_trainer_get_output (trainer);
  const guint n = rensa_log_get_n_entries (log);

  if (output == NULL)
    return TRUE;

  if (state->columns == NULL && n > 0)
    state->columns = choose_columns (log);
  if (state->columns != NULL && !state->has_header)
    print_header (state, output);
  if (state->n_printed == n)
    return TRUE;

  while (state->n_printed < n)
    print_entry (state, log, state->n_printed++, output);
  fflush (output);
  return TRUE;
}

/* Chainer's out is an object; rensa_trainer_set_output () replaces it. */
const RensaExtensionClass rensa_print_report_class = {
  .name = "PrintReport",
  .title = N_ ("Print Log"),
  .summary = N_ ("Prints the log as a table"),
  RENSA_ATTRS (PrintReport, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "iteration",
  .goes_ahead = TRUE,
  .state_size = sizeof (State),
  .setup = setup,
  .initialize = initialize,
  .call = call,
  .clear = clear,
  RENSA_FORMS ({ "chainer", "extensions.PrintReport({entries:columns}, log_report={log_report})" },
               { "torch_object", "Table({log}, columns={entries:list})" }, { "torch_needless", "{log_report}" },
               { "torch_statement", "{object}.print()" }, { "torch_class", torch_class }),
};
