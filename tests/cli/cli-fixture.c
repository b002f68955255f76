/* cli-fixture.c: running the command rensa.
 * SPDX-License-Identifier: MIT */

#include "cli-fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static char *program;

static const char document[] =
    "{\"format\": 1, \"seed\": 3,\n"
    " \"data\": {\"dataset\": {\"type\": \"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}},\n"
    "  \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 10}}},\n"
    " \"model\": {\"nodes\": [{\"name\": \"x\", \"type\": \"Input\"},\n"
    "  {\"name\": \"l1\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 4}},\n"
    "  {\"name\": \"drop1\", \"type\": \"dropout\"},\n"
    "  {\"name\": \"relu1\", \"type\": \"relu\"},\n"
    "  {\"name\": \"l2\", \"type\": \"Linear\", \"attrs\": {\"out_size\": 2}}],\n"
    "  \"edges\": [{\"from\": \"x\", \"to\": \"l1\"}, {\"from\": \"l1\", \"to\": \"drop1\"},\n"
    "  {\"from\": \"drop1\", \"to\": \"relu1\"},\n"
    "  {\"from\": \"relu1\", \"to\": \"l2\"}], \"outputs\": [\"l2\"]},\n"
    " \"loss\": {\"type\": \"softmax_cross_entropy\"}, \"accuracy\": {\"type\": \"accuracy\"},\n"
    " \"optimizer\": {\"type\": \"Adam\"},\n"
    " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": 2, \"unit\": \"epoch\"}}}\n";

void
cli_tests_init (int *argc, char ***argv)
{
  program = g_canonicalize_filename ((*argv)[*argc - 1], NULL);
  (*argc)--;
  g_test_init (argc, argv, NULL);
}

void
cli_set_up (Cli *cli, gconstpointer data)
{
  *cli = (Cli){ .folder = test_folder_new () };
}

void
cli_tear_down (Cli *cli, gconstpointer data)
{
  test_folder_free (cli->folder);
  g_free (cli->out);
  g_free (cli->err);
}

static char **
make_command (const char *arguments)
{
  g_autofree char *line = g_strdup_printf ("PROGRAM %s", arguments);
  char **command;

  g_assert_true (g_shell_parse_argv (line, NULL, &command, NULL));
  g_free (command[0]);
  command[0] = g_strdup (program);
  return command;
}

static int
get_status (int wait_status)
{
  g_assert_true (WIFEXITED (wait_status));
  return WEXITSTATUS (wait_status);
}

/* What a sanitizer remarks, for instance on an allocation of 700 TiB, is not from the program. */
static void
drop_remarks (char **text)
{
  g_autoptr (GRegex) remark = g_regex_new ("^==.*\n", G_REGEX_MULTILINE, 0, NULL);
  char *rest = g_regex_replace_literal (remark, *text, -1, 0, "", 0, NULL);

  g_free (*text);
  *text = rest;
}

static void
run (Cli *cli, const char *arguments, GSpawnChildSetupFunc prepare, gpointer data)
{
  g_auto (GStrv) command = make_command (arguments);
  g_autoptr (GError) error = NULL;
  int wait_status;

  g_clear_pointer (&cli->out, g_free);
  g_clear_pointer (&cli->err, g_free);
  g_spawn_sync (cli->folder, command, NULL, G_SPAWN_DEFAULT, prepare, data, &cli->out, &cli->err, &wait_status, &error);
  g_assert_no_error (error);
  drop_remarks (&cli->err);
  cli->status = get_status (wait_status);
}

void
cli_run (Cli *cli, const char *arguments)
{
  run (cli, arguments, NULL, NULL);
}

static void
fill_disk (gpointer n_bytes)
{
  const struct rlimit limit = { GPOINTER_TO_SIZE (n_bytes), GPOINTER_TO_SIZE (n_bytes) };

  setrlimit (RLIMIT_FSIZE, &limit);
}

void
cli_run_on_full_disk (Cli *cli, const char *arguments, gsize n_bytes)
{
  run (cli, arguments, fill_disk, GSIZE_TO_POINTER (n_bytes));
}

static void
print_into (gpointer path)
{
  const int fd = open (path, O_WRONLY);

  dup2 (fd, STDOUT_FILENO);
  close (fd);
}

void
cli_run_into (Cli *cli, const char *arguments, const char *path)
{
  run (cli, arguments, print_into, (gpointer) path);
}

static void
print_into_broken_pipe (gpointer nothing)
{
  int ends[2];

  if (pipe (ends) != 0)
    _exit (EXIT_FAILURE);
  dup2 (ends[1], STDOUT_FILENO);
  close (ends[0]);
  close (ends[1]);
}

void
cli_run_into_broken_pipe (Cli *cli, const char *arguments)
{
  run (cli, arguments, print_into_broken_pipe, NULL);
}

GPid
cli_start (Cli *cli, const char *arguments)
{
  g_auto (GStrv) command = make_command (arguments);
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (cli->folder, command, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, &pid,
                 &error);
  g_assert_no_error (error);
  return pid;
}

int
cli_wait (GPid pid)
{
  int wait_status;

  g_assert_cmpint (waitpid (pid, &wait_status, 0), ==, pid);
  return get_status (wait_status);
}

char *
cli_path (Cli *cli, const char *name)
{
  return g_build_filename (cli->folder, name, NULL);
}

void
cli_write (Cli *cli, const char *name, const char *bytes, gssize length)
{
  g_autofree char *path = cli_path (cli, name);

  g_assert_true (g_file_set_contents (path, bytes, length, NULL));
}

gboolean
cli_has (Cli *cli, const char *name)
{
  g_autofree char *path = cli_path (cli, name);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

char *
cli_read (Cli *cli, const char *name, gsize *length)
{
  g_autofree char *path = cli_path (cli, name);
  g_autoptr (GError) error = NULL;
  char *contents = NULL;

  g_file_get_contents (path, &contents, length, &error);
  g_assert_no_error (error);
  return contents;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

char *
cli_list (Cli *cli, const char *folder)
{
  g_autofree char *path = cli_path (cli, folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

void
cli_assert_holds (Cli *cli, const char *folder, const char *names)
{
  g_autofree char *found = cli_list (cli, folder);

  g_assert_cmpstr (found, ==, names);
}

void
cli_edit (Cli *cli, const char *file, const char *find, const char *replacement)
{
  g_autofree char *old = cli_read (cli, file, NULL);
  g_autoptr (GString) text = g_string_new (old);

  g_assert_cmpuint (g_string_replace (text, find, replacement, 1), ==, 1);
  cli_write (cli, file, text->str, -1);
}

void
cli_write_document (Cli *cli, const char *find, const char *replacement)
{
  cli_write (cli, "a.rensa", document, -1);
  if (find != NULL)
    cli_edit (cli, "a.rensa", find, replacement);
}

void
cli_write_document_on (Cli *cli, const char *dataset)
{
  cli_write_document (cli, "\"moons\", \"attrs\": {\"n\": 60, \"n_test\": 20}", dataset);
}

void
cli_assert_failed (Cli *cli, const char *expected)
{
  const gsize length = strlen (cli->err);

  g_test_message ("%s", cli->err);
  g_assert_cmpint (cli->status, ==, 1);
  g_assert_true (g_str_has_prefix (cli->err, "rensa: "));
  g_assert_true (length > 2 && cli->err[length - 1] == '\n' && strchr (".?", cli->err[length - 2]) != NULL);
  g_assert_true (strchr (cli->err, '\n') == cli->err + length - 1);
  if (strstr (cli->err, expected) == NULL)
    g_assert_cmpstr (cli->err, ==, expected);
}

void
cli_assert_told (Cli *cli, const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (cli->err, "\n", 0);
  const guint n = g_strv_length (lines);

  g_test_message ("%s", cli->err);
  g_assert_cmpint (cli->status, ==, 1);
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpstr (lines[n - 1], ==, "");
  for (guint i = 0; i < n - 1; i++)
    g_assert_true (g_str_has_prefix (lines[i], "rensa: ") && strchr (".?", lines[i][strlen (lines[i]) - 1]) != NULL);
  if (strstr (cli->err, expected) == NULL)
    g_assert_cmpstr (cli->err, ==, expected);
}

void
cli_assert_ok (Cli *cli)
{
  g_assert_cmpstr (cli->err, ==, "");
  g_assert_cmpint (cli->status, ==, 0);
}
