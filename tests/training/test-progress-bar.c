/* test-progress-bar.c: progress on a terminal and elsewhere.
 * SPDX-License-Identifier: MIT */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "training-fixture.h"

static void
writes_lines_to_a_file (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 4, .out = out);
  FILE *file = tmpfile ();
  char text[1000] = "";

  rensa_trainer_set_output (trainer, file);
  extend (trainer, "ProgressBar(update_interval=3)", NULL);
  run_trainer (trainer);
  rewind (file);
  g_assert_cmpuint (fread (text, 1, sizeof text - 1, file), >, 0);

  /* One line, because the next would follow within ten seconds. */
  g_assert_true (g_str_has_prefix (text, "         3 iter, 1 epoch / 4 epochs (25.00%): "));
  g_assert_nonnull (strstr (text, " iterations/s, "));
  g_assert_nonnull (strstr (text, " examples/s. Estimated time left: 1 s.\n"));
  g_assert_true (strchr (text, '\n') == text + strlen (text) - 1);
  g_assert_null (strpbrk (text, "\033\r"));
  fclose (file);
  test_folder_free (out);
}

/* The two ends of a terminal. */
static FILE *
open_terminal (int *master)
{
  int slave;

  *master = posix_openpt (O_RDWR | O_NOCTTY);
  if (*master < 0 || grantpt (*master) != 0 || unlockpt (*master) != 0)
    return NULL;
  slave = open (ptsname (*master), O_RDWR | O_NOCTTY);
  return slave >= 0 ? fdopen (slave, "w") : NULL;
}

/* All that was written to a terminal that is closed. */
static char *
read_terminal (int master)
{
  GString *text = g_string_new (NULL);
  char piece[256];
  gssize n;

  while ((n = read (master, piece, sizeof piece)) > 0)
    g_string_append_len (text, piece, n);
  close (master);
  return g_string_free (text, FALSE);
}

static void
draws_on_a_terminal (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.length = 2, .out = out);
  int master = -1;
  FILE *terminal = open_terminal (&master);
  g_autofree char *text = NULL;

  if (terminal == NULL)
    {
      g_test_skip ("there is no pseudo terminal here");
      test_folder_free (out);
      return;
    }

  rensa_trainer_set_output (trainer, terminal);
  extend (trainer, "LogReport(trigger=IntervalTrigger(period=1, unit=iteration))", NULL);
  extend (trainer, "PrintReport(entries=iteration)", NULL);
  extend (trainer, "ProgressBar(update_interval=1, bar_length=6)", NULL);
  run_trainer (trainer);
  fclose (terminal);
  text = read_terminal (master);

  /* A terminal turns "\n" into "\r\n". */
  g_assert_nonnull (strstr (text, "\033[J     total [#.....] 16.67%\r\n"));
  g_assert_nonnull (strstr (text, "this epoch [##....] 33.33%\r\n"));
  g_assert_nonnull (strstr (text, "         1 iter, 0 epoch / 2 epochs\r\n"));
  g_assert_nonnull (strstr (text, "\033[4A"));
  /* The table clears what the bars have left, and so does the end. */
  g_assert_nonnull (strstr (text, "\033[4A\033[J2\r\n"));
  g_assert_true (g_str_has_suffix (text, "\033[J"));
  test_folder_free (out);
}

static void
is_silent (void)
{
  char *out = test_folder_new ();
  g_autoptr (RensaTrainer) trainer = TRAINER (.out = out);

  extend (trainer, "LogReport", NULL);
  extend (trainer, "PrintReport", NULL);
  extend (trainer, "ProgressBar(update_interval=1)", NULL);
  run_trainer (trainer);
  g_assert_cmpint (rensa_updater_get_iteration (rensa_trainer_get_updater (trainer)), ==, 3);
  test_folder_free (out);
}

int
main (int argc, char **argv)
{
  training_tests_init (&argc, &argv);
  g_test_add_func ("/training/progress-bar/file", writes_lines_to_a_file);
  g_test_add_func ("/training/progress-bar/terminal", draws_on_a_terminal);
  g_test_add_func ("/training/progress-bar/silent", is_silent);
  return g_test_run ();
}
