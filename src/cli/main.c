/* main.c: the command rensa.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cli.h"
#include "rensa-commands.h"
#include "rensa-init.h"
#include "rensa-start.h"

static void
print_help (void)
{
  g_print ("%s\n\n%s\n\n%s\n", _ ("Usage: rensa COMMAND [OPTION…] [ARGUMENT…]"),
           _ ("Trains neural networks described by documents (*.rensa)."), _ ("Commands:"));
  for (guint i = 0; i < rensa_n_commands_classes; i++)
    g_print ("  %-10s %s\n", rensa_commands_classes[i]->name, _ (rensa_commands_classes[i]->summary));
  g_print ("\n%s\n", _ ("Options:"));
  g_print ("  --help     %s\n", _ ("Print this help; for a command, use rensa COMMAND --help"));
  g_print ("  --version  %s\n", _ ("Print the version of the program"));
  g_print ("\n%s\n",
           _ ("Data sets are searched for in the folder in RENSA_DATASET_ROOT, otherwise in CHAINER_DATASET_ROOT,\n"
              "otherwise in rensa/dataset in the user's data folder."));
  g_print ("\n%s\n",
           _ ("Exit status: 0 success, 1 failure, 2 wrong usage, 128 + signal if interrupted (130 for Ctrl-C)."));
}

/* Exit status, once it is known; --help exits without setting it. */
static int leaving = CLI_OK;

/* Reports output that could not be written as a failure, wherever the program ends. */
static void
close_output (void)
{
  const gboolean has_failed = ferror (stdout) != 0;
  const gboolean is_closed = fclose (stdout) == 0;

  if (leaving != CLI_OK || (is_closed && !has_failed))
    return;

  cli_tell (_ ("Standard output could not be written: %s."),
            is_closed ? _ ("the device is full or closed") : g_strerror (errno));
  _exit (CLI_FAILED);
}

static int
run (int argc, char **argv)
{
  const char *name = argc > 1 ? argv[1] : "";

  for (guint i = 0; i < rensa_n_commands_classes; i++)
    if (g_str_equal (rensa_commands_classes[i]->name, name))
      return rensa_commands_classes[i]->run (rensa_commands_classes[i], argc - 1, argv + 1);

  if (g_str_equal (name, "--version"))
    {
      g_print ("rensa %s\n", RENSA_VERSION);
      return CLI_OK;
    }
  if (g_str_equal (name, "--help") || g_str_equal (name, "-h") || g_str_equal (name, "help"))
    {
      print_help ();
      return CLI_OK;
    }

  if (argc > 1)
    cli_tell (_ ("There is no command “%s”."), name);
  else
    cli_tell ("%s", _ ("A command is missing."));
  g_printerr ("%s\n", _ ("Try rensa --help."));
  return CLI_MISUSED;
}

/* File names may contain any bytes; readers of the output expect characters of the locale. */
static void
put (FILE *stream, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *charset;
  g_autofree char *converted =
      g_get_charset (&charset) ? NULL : g_convert_with_fallback (valid, -1, charset, "UTF-8", "?", NULL, NULL, NULL);

  fputs (converted != NULL ? converted : valid, stream);
  fflush (stream);
}

static void
put_out (const char *text)
{
  put (stdout, text);
}

static void
put_error (const char *text)
{
  put (stderr, text);
}

int
main (int argc, char **argv)
{
  rensa_restart_with_short_spinning (argv);
  rensa_set_locale ();
  g_set_print_handler (put_out);
  g_set_printerr_handler (put_error);
  /* Reports a file at its size limit as an error, like a full disk, instead of ending the process. */
  signal (SIGXFSZ, SIG_IGN);
  rensa_init ();
  atexit (close_output);
  leaving = run (argc, argv);
  return leaving;
}
