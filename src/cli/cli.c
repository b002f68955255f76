/* cli.c: helpers shared by the subcommands of rensa.
 * SPDX-License-Identifier: MIT */

#include "cli.h"

#include "rensa-document-values.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-mistakes.h"
#include "rensa-project.h"
#include "rensa-shipped.h"
#include "rensa-weights.h"

#include <omp.h>

static gboolean
ends_sentence (const char *text)
{
  const gsize length = strlen (text);

  return length > 0 && strchr (".?!", text[length - 1]) != NULL;
}

int
cli_fail (GError *error)
{
  g_autofree char *line = g_strdelimit (g_strdup (error->message), "\n\r", ' ');

  fflush (stdout);
  g_printerr ("rensa: %s%s\n", line, ends_sentence (line) ? "" : ".");
  g_error_free (error);
  return CLI_FAILED;
}

void
cli_say (const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  g_print ("%s\n", line);
}

void
cli_tell (const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("rensa: %s\n", message);
}

int
cli_misuse (const CliCommand *command, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_printerr ("rensa %s: %s%s\n", command->name, message, ends_sentence (message) ? "" : ".");
  g_printerr (_ ("Try rensa %s --help."), command->name);
  g_printerr ("\n");
  return CLI_MISUSED;
}

/* Returns the end of the help of @command. */
static char *
describe (const CliCommand *command)
{
  GString *text = g_string_new (command->details != NULL ? _ (command->details) : NULL);

  if (command->examples != NULL)
    g_string_append_printf (text, "%s%s\n%s", text->len > 0 ? "\n\n" : "", _ ("Examples:"), command->examples);
  return g_string_free (text, FALSE);
}

gboolean
cli_parse (const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int min_arguments,
           int max_arguments)
{
  g_autoptr (GOptionContext) context = g_option_context_new (command->arguments);
  g_autofree char *program = g_strdup_printf ("rensa %s", command->name);
  g_autofree char *description = describe (command);
  g_autoptr (GError) error = NULL;

  g_set_prgname (program);
  g_option_context_set_summary (context, command->summary);
  g_option_context_set_description (context, description[0] != '\0' ? description : NULL);
  g_option_context_set_translation_domain (context, "rensa");
  if (entries != NULL)
    g_option_context_add_main_entries (context, entries, "rensa");
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      cli_misuse (command, "%s", error->message);
      return FALSE;
    }

  /* Remove the separator between options and arguments. */
  if (*argc > 1 && g_str_equal ((*argv)[1], "--"))
    {
      memmove (*argv + 1, *argv + 2, (*argc - 2) * sizeof **argv);
      (*argc)--;
    }
  if (*argc - 1 >= min_arguments && (max_arguments < 0 || *argc - 1 <= max_arguments))
    return TRUE;

  cli_misuse (command, "%s",
              *argc - 1 < min_arguments ? _ ("An argument is missing.") : _ ("There are too many arguments."));
  return FALSE;
}

void
cli_project_clear (CliProject *project)
{
  g_strfreev (project->settings);
  g_free (project->device);
  g_free (project->dataset_root);
  g_free (project->learned);
  g_clear_error (&project->why_none);
}

gboolean
cli_set_threads (const CliCommand *command, int threads)
{
  if (threads < 0 || threads > 1024)
    {
      cli_misuse (command, _ ("The number of threads must be from 1 to 1024, but is %d."), threads);
      return FALSE;
    }
  if (threads > 0)
    omp_set_num_threads (threads);
  return TRUE;
}

/* Reports hints of the document, such as unknown fields, which do not prevent training. */
static void
tell_of_hints (RensaDocument *document, const char *name)
{
  g_autoptr (RensaProject) project = rensa_project_new (document);

  for (guint i = 0; i < project->mistakes->len; i++)
    {
      const RensaMistake *mistake = project->mistakes->pdata[i];
      g_autofree char *sentence = mistake->is_hint ? rensa_error_to_sentence (mistake->error) : NULL;

      if (sentence != NULL)
        cli_tell ("%s: %s: %s", name, mistake->place, sentence);
    }
}

RensaDocument *
cli_project_load (CliProject *project, const char *name, GError **error)
{
  g_autoptr (RensaDocument) document = cli_is_run (name)
                                           ? cli_load_run (name, &project->learned, &project->why_none, error)
                                           : rensa_document_load (name, error);

  if (document == NULL)
    return NULL;

  for (guint i = 0; project->settings != NULL && project->settings[i] != NULL; i++)
    if (!rensa_document_set (document, project->settings[i], error))
      {
        g_prefix_error (error, "--set %s: ", project->settings[i]);
        return NULL;
      }
  if (project->device != NULL)
    {
      g_autofree char *setting = g_strconcat ("device=", project->device, NULL);

      if (!rensa_document_set (document, setting, error))
        return NULL;
    }
  tell_of_hints (document, name);
  return g_steal_pointer (&document);
}

RensaBuilder *
cli_project_open (CliProject *project, const char *name, GError **error)
{
  g_autoptr (RensaDocument) document = cli_project_load (project, name, error);

  return document != NULL ? rensa_builder_new (document, project->dataset_root, error) : NULL;
}

char *
cli_project_find_weights (const CliProject *project, RensaDocument *document, const char *named, GError **error)
{
  RensaJson *own = rensa_document_get (document, "weights");

  if (named != NULL)
    return g_strdup (named);
  if (project->learned != NULL)
    return g_strdup (project->learned);
  /* Installed weights are the initial weights of a model that is trained further, not its
   * trained weights. */
  if (json_object_is_type (own, json_type_string) && !rensa_shipped_is (json_object_get_string (own)))
    return rensa_document_find_file (document, json_object_get_string (own));
  if (project->why_none != NULL)
    g_propagate_error (error, g_error_copy (project->why_none));
  else
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("No trained model specified; use --weights to choose its file"));
  return NULL;
}

gboolean
cli_load_weights (RensaLink *model, RensaDocument *document, const char *path, GError **error)
{
  RensaJson *own = rensa_document_get (document, "weights");
  g_autofree char *file = own != NULL ? rensa_document_find_file (document, json_object_get_string (own)) : NULL;
  g_autoptr (GHashTable) map = NULL;

  if (g_strcmp0 (file, path) == 0 && !rensa_document_read_weights_map (document, &map, error))
    return FALSE;
  return rensa_weights_load (model, path, map, error);
}

void
cli_tell_of_data (RensaBuilder *builder)
{
  GPtrArray *notes = rensa_builder_get_data_notes (builder);
  g_autofree char *reading = rensa_data_notes_describe_reading (notes);

  if (reading != NULL)
    g_print ("%s\n", reading);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const RensaDataNote *note = notes->pdata[i];

      if (note->kind == RENSA_DATA_WARNING)
        cli_tell ("%s", note->text);
    }
}

/* Characters of Chinese and Japanese take two columns. */
static int
count_columns (const char *text)
{
  int n = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    n += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
  return n;
}

void
cli_print_cells (const char *const *cells, const int *widths, guint n, const char *gap)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (cells[i], -1);
      const int n_spaces = MAX (ABS (widths[i]) - count_columns (valid), 0);

      g_string_append_printf (line, "%s%*s%s%*s", i > 0 ? gap : "", widths[i] > 0 ? n_spaces : 0, "", valid,
                              widths[i] < 0 ? n_spaces : 0, "");
    }
  g_print ("%s\n", line->str);
}

char *
cli_format_count (gint64 n)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, n);
  const gsize length = strlen (digits);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}
