/* cli-fixture.h: running the command rensa.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "data-fixture.h"

/* g_test_init (); the path of the program is the last argument. */
void cli_tests_init (int *argc, char ***argv);

/* A folder of its own for each test, in which the program runs. */
typedef struct
{
  char *folder;
  char *out; /* stdout of the last run */
  char *err;
  int status;
} Cli;

void cli_set_up (Cli *cli, gconstpointer data);
void cli_tear_down (Cli *cli, gconstpointer data);
#define ADD_CLI_TEST(path, func) g_test_add (path, Cli, NULL, cli_set_up, func, cli_tear_down)

/* Runs the program with @arguments, "train a.rensa --quiet"; paths are relative to the folder. */
void cli_run (Cli *cli, const char *arguments);
/* The same where no file may grow beyond @n_bytes: the system refuses to write on, as it does on a full disk. */
void cli_run_on_full_disk (Cli *cli, const char *arguments, gsize n_bytes);
/* The same with standard output going into @path, "/dev/full". */
void cli_run_into (Cli *cli, const char *arguments, const char *path);
/* The same with nobody reading what it prints. */
void cli_run_into_broken_pipe (Cli *cli, const char *arguments);
/* Starts it without waiting; its output is thrown away. */
GPid cli_start (Cli *cli, const char *arguments);
/* The exit status of what cli_start () has started. */
int cli_wait (GPid pid);

/* A document on 60 moons that trains 2 epochs, with the first @find replaced (NULL: nothing), as "a.rensa". */
void cli_write_document (Cli *cli, const char *find, const char *replacement);
/* That document on other data: "\"csv\", \"attrs\": {…}". */
void cli_write_document_on (Cli *cli, const char *dataset);
/* Replaces once more in the file. */
void cli_edit (Cli *cli, const char *file, const char *find, const char *replacement);
char *cli_path (Cli *cli, const char *name);
/* @length -1: the whole text. */
void cli_write (Cli *cli, const char *name, const char *bytes, gssize length);
gboolean cli_has (Cli *cli, const char *name);
char *cli_read (Cli *cli, const char *name, gsize *length);
/* What @folder holds, hidden files too, in order: "log model.npz"; "" where there is no such folder. */
char *cli_list (Cli *cli, const char *folder);
void cli_assert_holds (Cli *cli, const char *folder, const char *names);

/* Exit status 1, one sentence on stderr with @expected in it. */
void cli_assert_failed (Cli *cli, const char *expected);
/* The same with any number of sentences, one of them with @expected in it. */
void cli_assert_told (Cli *cli, const char *expected);
void cli_assert_ok (Cli *cli);
