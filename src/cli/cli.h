/* cli.h: what the subcommands of rensa share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"

G_BEGIN_DECLS

/* As `false` and the shell have it; above 128 lies what a shell reports of a program that a signal has ended, 130 for
 * Ctrl-C. */
#define CLI_OK 0
#define CLI_FAILED 1
#define CLI_MISUSED 2
#define CLI_SIGNALLED 128

/**
 * CliCommand:
 * @arguments: what follows the options, for the first line of the help
 * @details: (nullable): the end of the help
 * @run: @argv[0] is the name of the command; returns the exit status
 */
typedef struct _CliCommand CliCommand;
struct _CliCommand
{
  const char *name;
  const char *arguments;
  const char *summary;
  const char *details;
  int (*run) (const CliCommand *command, int argc, char **argv);
};

extern const CliCommand cli_new;
extern const CliCommand cli_train;
extern const CliCommand cli_evaluate;
extern const CliCommand cli_predict;
extern const CliCommand cli_generate;
extern const CliCommand cli_show;
extern const CliCommand cli_export;
extern const CliCommand cli_extract;
extern const CliCommand cli_import;
extern const CliCommand cli_runs;
extern const CliCommand cli_list;
extern const CliCommand cli_devices;

/* Takes the options out of @argv, so that the arguments stand at @argv[1]. FALSE, with a message on stderr, where the
 * options or the number of arguments are wrong. --help prints the help and ends the program. */
gboolean cli_parse (const CliCommand *command, const GOptionEntry *entries, int *argc, char ***argv, int min_arguments,
                    int max_arguments);
/* "rensa: SENTENCE" on stderr; takes @error. */
int cli_fail (GError *error);
int cli_misuse (const CliCommand *command, const char *format, ...) G_GNUC_PRINTF (2, 3);

/**
 * CliProject:
 * @settings, @device, @dataset_root, @threads: the options of all commands that read a document
 * @learned: of a run, once it was loaded, the file of what it has learned; NULL where there is none
 * @why_none: (nullable): of a run, why there is none
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

#define CLI_PROJECT_ENTRIES(project)                                                                                \
  { "set",                                                                                                          \
    's',                                                                                                            \
    0,                                                                                                              \
    G_OPTION_ARG_STRING_ARRAY,                                                                                      \
    &(project).settings,                                                                                            \
    "Change a value of the document (may be repeated)",                                                             \
    "PATH=VALUE" },                                                                                                 \
      { "device", 'd', 0, G_OPTION_ARG_STRING, &(project).device, "Where to compute, whatever the document says",   \
        "DEVICE" },                                                                                                 \
      { "dataset-root", 0, 0, G_OPTION_ARG_FILENAME, &(project).dataset_root, "Look for data sets in DIR", "DIR" }, \
  {                                                                                                                 \
    "threads", 0, 0, G_OPTION_ARG_INT, &(project).threads, "Compute with N threads", "N"                            \
  }

#define CLI_TF32_ENTRY(tf32)                                                                            \
  {                                                                                                     \
    "tf32", 0, 0, G_OPTION_ARG_NONE, &(tf32),                                                           \
        "Let a GPU round the factors of float32 products to TF32, which is faster and less exact", NULL \
  }

void cli_project_clear (CliProject *project);
/* FALSE, with a message on stderr, where @threads is negative. */
gboolean cli_set_threads (const CliCommand *command, int threads);
/* Reads the document, or that of a run of the store ("run:ID"), and applies the settings. */
RensaDocument *cli_project_load (CliProject *project, const char *name, GError **error);
/* The same, and reads what it says. */
RensaBuilder *cli_project_open (CliProject *project, const char *name, GError **error);
/* The file of the trained model: the @named one, else what the run has learned, else what the document begins with. */
char *cli_project_find_weights (const CliProject *project, RensaDocument *document, const char *named, GError **error);
/* All that @path holds; where it is the file that @document begins with, by the names that it has there. */
gboolean cli_load_weights (RensaLink *model, RensaDocument *document, const char *path, GError **error);

/* "run:3f2a91bc" and "run:latest" name runs of the studio. */
gboolean cli_is_run (const char *name);
/* @learned: (out): where there is something, the file of what it has learned, else @why_none tells. */
RensaDocument *cli_load_run (const char *name, char **learned, GError **why_none, GError **error);

/* How the data were read, on stdout, and what is strange about them, on stderr. */
void cli_tell_of_data (RensaBuilder *builder);

/* Asks the model in the file of another program about the examples in the files @paths: a table, or with @out an
 * archive of arrays. */
gboolean cli_predict_imported (const char *file, char **paths, const char *out, GError **error);

/* "12,345" */
char *cli_format_count (gint64 n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliProject, cli_project_clear)

G_END_DECLS
