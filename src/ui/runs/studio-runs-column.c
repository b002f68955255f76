/* studio-runs-column.c: text and order of the columns in the table of runs.
 * SPDX-License-Identifier: MIT */

#include "studio-runs-column.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "rensa-component.h"
#include "rensa-exporter.h"
#include "rensa-file.h"
#include "rensa-run-model.h"
#include "studio-format.h"

static const char *const state_names[RENSA_N_RUN_STATES] = {
  N_ ("Running"), N_ ("Paused"), N_ ("Finished"), N_ ("Stopped"), N_ ("Failed"), N_ ("Interrupted"),
};

/* A run that ended in NaN has finished, but without a usable result. */
char *
studio_runs_format_state (RensaRun *run)
{
  const char *name = _ (state_names[rensa_run_get_state (run)]);

  if (rensa_run_get_loss_name (run) == NULL || isfinite (rensa_run_get_last_loss (run)))
    return g_strdup (name);
  return g_strdup_printf (_ ("%s, not finite"), name);
}

static char *
copy (const char *text)
{
  return g_strdup (text != NULL ? text : "");
}

#define DEFINE_TEXT_FORMAT(name) \
  static char *format_##name (const StudioRunsCell *cell) { return copy (rensa_run_get_##name (cell->run)); }

DEFINE_TEXT_FORMAT (name)
DEFINE_TEXT_FORMAT (optimizer)
DEFINE_TEXT_FORMAT (tags)
DEFINE_TEXT_FORMAT (device)

static char *
format_number (const StudioRunsCell *cell)
{
  const gint64 number = rensa_run_get_number (cell->run);

  return number > 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, number) : g_strdup ("");
}

/* Returns the first attribute that is a file or folder. */
static const RensaAttrSpec *
find_path (const RensaComponent *component)
{
  for (guint i = 0; component != NULL && i < component->n_attrs; i++)
    if (component->attrs[i].is_path)
      return &component->attrs[i];
  return NULL;
}

typedef const char *(*GetSetting) (StudioRunSettings *settings, RensaRun *run, const char *path);

/* Returns "iris.csv" for data from a file, otherwise the name of the data set. */
static char *
name_dataset (RensaRun *run, StudioRunSettings *settings, GetSetting get)
{
  const char *name = rensa_run_get_dataset (run);
  const RensaAttrSpec *path = find_path (rensa_registry_find (RENSA_COMPONENT_DATASET, name, NULL));
  g_autofree char *place = path != NULL ? g_strconcat ("data.dataset.", path->name, NULL) : NULL;
  const char *file = place != NULL && settings != NULL ? get (settings, run, place) : NULL;

  if (file == NULL || file[0] == '\0' || g_str_equal (file, "None"))
    return g_strdup (name);
  return rensa_file_dup_shown_basename (file);
}

static char *
format_dataset (const StudioRunsCell *cell)
{
  return name_dataset (cell->run, cell->settings, studio_run_settings_get);
}

/* Shows the note on a single line. */
static char *
format_note (const StudioRunsCell *cell)
{
  char *note = copy (rensa_run_get_note (cell->run));

  return g_strdelimit (note, "\n", ' ');
}

static char *
format_verdict (const StudioRunsCell *cell)
{
  char *verdict = rensa_run_dup_brief_verdict (cell->run);

  return verdict != NULL ? verdict : g_strdup ("");
}

static char *
explain_verdict (const StudioRunsCell *cell)
{
  return rensa_run_dup_verdict (cell->run);
}

static char *
format_state (const StudioRunsCell *cell)
{
  return studio_runs_format_state (cell->run);
}

/* Includes seconds if another run started in the same minute. */
static char *
format_started (const StudioRunsCell *cell)
{
  const gint64 seconds = rensa_run_get_started (cell->run) / G_USEC_PER_SEC;
  const gboolean is_exact = cell->settings != NULL && studio_run_settings_shares_minute (cell->settings, cell->run);

  return is_exact ? studio_format_time_exactly (seconds) : studio_format_time (seconds);
}

static char *
format_duration (const StudioRunsCell *cell)
{
  return studio_format_duration (rensa_run_get_elapsed (cell->run));
}

static char *
format_links (const StudioRunsCell *cell)
{
  return studio_format_count (rensa_run_get_n_links (cell->run));
}

static char *
format_params (const StudioRunsCell *cell)
{
  return studio_format_count (rensa_run_get_n_params (cell->run));
}

static char *
format_seed (const StudioRunsCell *cell)
{
  return studio_format_count (rensa_run_get_seed (cell->run));
}

/* Empty until the size is known. */
static char *
format_size (const StudioRunsCell *cell)
{
  const gint64 size = rensa_run_get_size (cell->run);

  return size >= 0 ? studio_format_bytes (size) : g_strdup ("");
}

static char *
format_iteration (const StudioRunsCell *cell)
{
  return studio_format_count (rensa_run_get_iteration (cell->run));
}

static void
add_proofs (GString *text, RensaRun *run, gboolean agree)
{
  g_auto (GStrv) names = rensa_run_list_proofs (run, agree);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const RensaExporter *exporter = rensa_exporter_find (names[i], NULL);

      if (exporter == NULL)
        continue;
      g_string_append (text, text->len > 0 ? ", " : "");
      if (agree)
        g_string_append (text, _ (exporter->title));
      else
        g_string_append_printf (text, _ ("%s (differs)"), _ (exporter->title));
    }
}

/* Lists differing exports first, because they matter most. */
char *
studio_runs_format_proofs (RensaRun *run)
{
  GString *text = g_string_new (NULL);

  add_proofs (text, run, FALSE);
  add_proofs (text, run, TRUE);
  return g_string_free (text, FALSE);
}

static char *
format_proofs (const StudioRunsCell *cell)
{
  return studio_runs_format_proofs (cell->run);
}

/* Empty if there is no such metric, but NaN if it exists and is not a number. */
static char *
format_metric (const char *name, double value)
{
  return name == NULL ? g_strdup ("") : studio_format_number (value);
}

static char *
format_best (const StudioRunsCell *cell)
{
  return format_metric (rensa_run_get_metric_name (cell->run), rensa_run_get_best_metric (cell->run));
}

static char *
format_last (const StudioRunsCell *cell)
{
  return format_metric (rensa_run_get_metric_name (cell->run), rensa_run_get_last_metric (cell->run));
}

static char *
format_loss (const StudioRunsCell *cell)
{
  return format_metric (rensa_run_get_loss_name (cell->run), rensa_run_get_last_loss (cell->run));
}

static const char *
get_setting (const StudioRunsCell *cell)
{
  return cell->settings != NULL ? studio_run_settings_get (cell->settings, cell->run, cell->path) : NULL;
}

static char *
format_setting (const StudioRunsCell *cell)
{
  return copy (get_setting (cell));
}

static int
compare_texts (const char *a, const char *b)
{
  return g_utf8_collate (a != NULL ? a : "", b != NULL ? b : "");
}

/* Treats a missing value as the smallest, so that it comes last in descending order. */
static int
compare_numbers (double x, double y)
{
  return isnan (x) || isnan (y) ? !isnan (x) - !isnan (y) : (x > y) - (x < y);
}

/* Uses only documents read so far; the rows are sorted again when all are read. */
static int
compare_settings (const StudioRunsCell *a, const StudioRunsCell *b)
{
  const char *x = a->settings != NULL ? studio_run_settings_peek (a->settings, a->run, a->path) : NULL;
  const char *y = b->settings != NULL ? studio_run_settings_peek (b->settings, b->run, b->path) : NULL;
  int order;

  if (x == y)
    return 0;
  order = compare_numbers (studio_run_settings_get_number (a->settings, x),
                           studio_run_settings_get_number (b->settings, y));
  return order != 0 ? order : compare_texts (x, y);
}

static int
compare_dataset (const StudioRunsCell *a, const StudioRunsCell *b)
{
  g_autofree char *x = name_dataset (a->run, a->settings, studio_run_settings_peek);
  g_autofree char *y = name_dataset (b->run, b->settings, studio_run_settings_peek);

  return compare_texts (x, y);
}

static int
compare_proofs (const StudioRunsCell *a, const StudioRunsCell *b)
{
  g_autofree char *x = format_proofs (a);
  g_autofree char *y = format_proofs (b);

  return compare_texts (x, y);
}

static int
compare_verdict (const StudioRunsCell *a, const StudioRunsCell *b)
{
  g_autofree char *x = rensa_run_dup_verdict (a->run);
  g_autofree char *y = rensa_run_dup_verdict (b->run);

  return compare_texts (x, y);
}

#define DEFINE_TEXT_COMPARE(name)                                                        \
  static int compare_##name (const StudioRunsCell *a, const StudioRunsCell *b)           \
  {                                                                                      \
    return compare_texts (rensa_run_get_##name (a->run), rensa_run_get_##name (b->run)); \
  }

#define DEFINE_NUMBER_COMPARE(name)                                                                          \
  static int compare_##name (const StudioRunsCell *a, const StudioRunsCell *b)                               \
  {                                                                                                          \
    return compare_numbers ((double) rensa_run_get_##name (a->run), (double) rensa_run_get_##name (b->run)); \
  }

DEFINE_TEXT_COMPARE (name)
DEFINE_TEXT_COMPARE (optimizer)
DEFINE_TEXT_COMPARE (device)
DEFINE_TEXT_COMPARE (tags)
DEFINE_TEXT_COMPARE (note)
DEFINE_NUMBER_COMPARE (number)
DEFINE_NUMBER_COMPARE (state)
DEFINE_NUMBER_COMPARE (started)
DEFINE_NUMBER_COMPARE (elapsed)
DEFINE_NUMBER_COMPARE (iteration)
DEFINE_NUMBER_COMPARE (seed)
DEFINE_NUMBER_COMPARE (size)
DEFINE_NUMBER_COMPARE (n_links)
DEFINE_NUMBER_COMPARE (n_params)
DEFINE_NUMBER_COMPARE (best_metric)
DEFINE_NUMBER_COMPARE (last_metric)
DEFINE_NUMBER_COMPARE (last_loss)

static const StudioRunsColumn columns[] = {
  { "name", N_ ("Name"), format_name, compare_name, FALSE, 130, TRUE, TRUE },
  { STUDIO_RUN_NUMBER, N_ ("No."), format_number, compare_number, TRUE, 52, FALSE, TRUE, TRUE },
  { "state", N_ ("State"), format_state, compare_state, FALSE, 112, FALSE, TRUE },
  { "verdict", N_ ("Verdict"), format_verdict, compare_verdict, FALSE, 180, TRUE, TRUE, FALSE, explain_verdict, 32 },
  { "started", N_ ("Started"), format_started, compare_started, FALSE, 128, FALSE, TRUE, TRUE },
  { "duration", N_ ("Duration"), format_duration, compare_elapsed, TRUE, 92, FALSE, TRUE },
  { "dataset", N_ ("Data"), format_dataset, compare_dataset, FALSE, 84, FALSE, TRUE },
  { "optimizer", N_ ("Optimizer"), format_optimizer, compare_optimizer, FALSE, 92, FALSE, TRUE },
  { STUDIO_LEARNING_RATE, N_ ("Learning Rate"), format_setting, compare_settings, TRUE, 114, FALSE, TRUE },
  { "data.iterator.batch_size", N_ ("Batch Size"), format_setting, compare_settings, TRUE, 92, FALSE, TRUE },
  { "seed", N_ ("Seed"), format_seed, compare_seed, TRUE, 60, FALSE, FALSE },
  { "best-metric", N_ ("Best Accuracy"), format_best, compare_best_metric, TRUE, 118, FALSE, TRUE, TRUE },
  { "last-metric", N_ ("Last Accuracy"), format_last, compare_last_metric, TRUE, 122, FALSE, FALSE, TRUE },
  { "last-loss", N_ ("Last Loss"), format_loss, compare_last_loss, TRUE, 86, FALSE, TRUE },
  { "links", N_ ("Links"), format_links, compare_n_links, TRUE, 80, FALSE, FALSE },
  { "parameters", N_ ("Parameters"), format_params, compare_n_params, TRUE, 110, FALSE, FALSE },
  { "iterations", N_ ("Iterations"), format_iteration, compare_iteration, TRUE, 100, FALSE, FALSE },
  { "size", N_ ("Size on Disk"), format_size, compare_size, TRUE, 110, FALSE, FALSE },
  { "device", N_ ("Device"), format_device, compare_device, FALSE, 80, FALSE, FALSE },
  { "proofs", N_ ("Proofs"), format_proofs, compare_proofs, FALSE, 110, FALSE, FALSE },
  { "tags", N_ ("Tags"), format_tags, compare_tags, FALSE, 80, FALSE, TRUE },
  { "note", N_ ("Note"), format_note, compare_note, FALSE, 90, TRUE, TRUE },
};

static const StudioRunsColumn setting_column = {
  NULL, NULL, format_setting, compare_settings, TRUE, 130, FALSE, FALSE,
};

const StudioRunsColumn *
studio_runs_list_columns (guint *n)
{
  *n = G_N_ELEMENTS (columns);
  return columns;
}

gboolean
studio_runs_is_usual (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_str_equal (columns[i].id, id))
      return TRUE;
  return FALSE;
}

const StudioRunsColumn *
studio_runs_get_setting_column (void)
{
  return &setting_column;
}

const char *
studio_runs_column_get_path (const StudioRunsColumn *column)
{
  return column->format == format_setting ? column->id : NULL;
}

/* Filter */

/* Fast path for ASCII, because 10,000 runs are searched between two keystrokes. */
static gboolean
contains (const char *text, const char *word)
{
  g_autofree char *folded = NULL;

  if (text == NULL)
    return FALSE;
  if (g_str_is_ascii (text))
    return strcasestr (text, word) != NULL;

  folded = g_utf8_casefold (text, -1);
  return strstr (folded, word) != NULL;
}

gboolean
studio_runs_match (RensaRun *run, StudioRunSettings *settings, const char *const *words)
{
  g_autofree char *state = studio_runs_format_state (run);
  g_autofree char *dataset = name_dataset (run, settings, studio_run_settings_peek);
  const char *const texts[] = {
    rensa_run_get_name (run),      state,
    rensa_run_get_dataset (run),   dataset,
    rensa_run_get_optimizer (run), rensa_run_get_tags (run),
    rensa_run_get_note (run),      rensa_run_get_device (run),
  };

  for (; *words != NULL; words++)
    {
      gboolean is_found = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (texts) && !is_found; i++)
        is_found = contains (texts[i], *words);
      if (!is_found)
        return FALSE;
    }
  return TRUE;
}
