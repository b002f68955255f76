/* cli.h: helpers shared by the subcommands of rensa.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-language.h"

G_BEGIN_DECLS

/* Exit statuses follow `false` and the shell; a shell reports a status above 128 for a program
 * ended by a signal, such as 130 for Ctrl-C. */
#define CLI_OK 0
#define CLI_FAILED 1
#define CLI_MISUSED 2
#define CLI_SIGNALLED 128

/**
 * CliCommand:
 * @arguments: (nullable): the arguments after the options, for the first line of the help
 * @details: (nullable): the rest of the help
 * @examples: (nullable): command lines at the end of the help, indented
 * @run: @argv[0] is the name of the command; returns the exit status
 */
typedef struct _CliCommand CliCommand;
struct _CliCommand
{
  const char *name;
  const char *arguments;
  const char *summary;
  const char *details;
  const char *examples;
  int (*run) (const CliCommand *command, int argc, char **argv);
};

/* Removes the options from @argv, so that the arguments start at @argv[1]. @entries: NULL for a
 * command without options. Returns FALSE, with a message on stderr, if the options or the number of
 * arguments are wrong. --help prints the help and exits. */
gboolean cli_parse (const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int min_arguments,
                    int max_arguments);
/* Prints "rensa: SENTENCE" on stderr; takes ownership of @error. */
int cli_fail (GError *error);
/* Prints a line on stdout. */
void cli_say (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* Prints "rensa: SENTENCE" on stderr. */
void cli_tell (const char *format, ...) G_GNUC_PRINTF (1, 2);
int cli_misuse (const CliCommand *command, const char *format, ...) G_GNUC_PRINTF (2, 3);

/**
 * CliProject:
 * @settings, @device, @dataset_root, @threads: options shared by all commands that read a document
 * @learned: file with the trained weights of a run, once the run is loaded; NULL if there is none
 * @why_none: (nullable): for a run, the reason why there are no trained weights
 */
typedef struct
{
  char **settings;
  char *device;
  char *dataset_root;
  int threads;
  char *learned;
  GError *why_none;
} CliProject;

#define CLI_PROJECT_ENTRIES(project)                                                                            \
  { "set",                                                                                                      \
    's',                                                                                                        \
    0,                                                                                                          \
    G_OPTION_ARG_STRING_ARRAY,                                                                                  \
    &(project).settings,                                                                                        \
    N_ ("Change a value of the document (may be repeated)"),                                                    \
    N_ ("PATH=VALUE") },                                                                                        \
      { "device",                                                                                               \
        'd',                                                                                                    \
        0,                                                                                                      \
        G_OPTION_ARG_STRING,                                                                                    \
        &(project).device,                                                                                      \
        N_ ("Compute on DEVICE instead of the document's device"),                                              \
        N_ ("DEVICE") },                                                                                        \
      { "dataset-root", 0, 0, G_OPTION_ARG_FILENAME, &(project).dataset_root, N_ ("Look for data sets in DIR"), \
        N_ ("DIR") },                                                                                           \
  {                                                                                                             \
    "threads", 0, 0, G_OPTION_ARG_INT, &(project).threads, N_ ("Compute with N threads"), N_ ("N")              \
  }

#define CLI_TF32_ENTRY(tf32)                                                                         \
  {                                                                                                  \
    "tf32", 0, 0, G_OPTION_ARG_NONE, &(tf32),                                                        \
        N_ ("Let a GPU round the factors of float32 products to TF32: faster, but less exact"), NULL \
  }

void cli_project_clear (CliProject *project);
/* Returns FALSE, with a message on stderr, if @threads is negative. */
gboolean cli_set_threads (const CliCommand *command, int threads);
/* Reads a document, or the document of a run in the store ("run:ID"), and applies the settings. */
RensaDocument *cli_project_load (CliProject *project, const char *name, GError **error);
/* Also builds the model and the data that the document describes. */
RensaBuilder *cli_project_open (CliProject *project, const char *name, GError **error);
/* Returns the file of the trained model: @named if given, else the run's trained weights, else the
 * document's initial weights. */
char *cli_project_find_weights (const CliProject *project, RensaDocument *document, const char *named, GError **error);
/* Loads all entries of @path; if it is the file with the initial weights of @document, applies the
 * document's name map. */
gboolean cli_load_weights (RensaLink *model, RensaDocument *document, const char *path, GError **error);

/* TRUE for "run:3f2a91bc" and "run:latest", which refer to runs of the studio. */
gboolean cli_is_run (const char *name);
/* @learned: (out): the file with the run's trained weights, if any; otherwise @why_none gives the reason. */
RensaDocument *cli_load_run (const char *name, char **learned, GError **why_none, GError **error);

/* Prints how the data were read on stdout, and warnings about them on stderr. */
void cli_tell_of_data (RensaBuilder *builder);

/* Runs an imported model on the examples in the files @paths; prints a table or, with @out, writes
 * an archive of arrays. */
gboolean cli_predict_imported (const char *file, char **paths, const char *out, GError **error);

/* Prints @n cells and a new line, with @gap between them. Each is filled up to its width in columns
 * of a terminal, to the left of the text if the width is positive and to the right if it is negative. */
void cli_print_cells (const char *const *cells, const int *widths, guint n, const char *gap);

/* "12,345" */
char *cli_format_count (gint64 n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliProject, cli_project_clear)

G_END_DECLS
