/* main.c: the studio.
 * SPDX-License-Identifier: MIT */

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "rensa-init.h"
#include "rensa-start.h"
#include "studio-application.h"

int
main (int argc, char **argv)
{
  StudioApplication *application;
  int status;

  rensa_restart_with_short_spinning (argv);
  rensa_set_locale ();
  g_set_application_name (_ ("Rensa"));
  /* Reports a file at its size limit as an error, like a full disk, instead of ending the process. */
  signal (SIGXFSZ, SIG_IGN);
  rensa_init ();

  application = studio_application_new ();
  status = g_application_run (G_APPLICATION (application), argc, argv);
  g_object_unref (application);

  /* Does not wait for threads that still read data or compute an answer. They may be in libraries
   * whose destructors run when main () returns, so the process exits without running these. All
   * data to keep has been written. */
  fflush (NULL);
  _exit (status);
}
