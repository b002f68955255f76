/* hunt.c: a reader under libFuzzer, which changes the bytes of files so that they reach ever more of its code.
 * SPDX-License-Identifier: MIT */

#include <stdlib.h>

#include "readers.h"
#include "rensa-init.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Which reader it is says the environment, since the arguments are libFuzzer's. */
static Trial *
get_trial (void)
{
  static Trial *trial;
  char *names[] = { "hunt", NULL };
  char **arguments = names;
  int n_arguments = 1;

  if (trial == NULL)
    {
      const Reader *reader = reader_find (g_getenv ("RENSA_HUNT"));

      if (reader == NULL)
        g_error ("RENSA_HUNT names no reader");
      g_test_init (&n_arguments, &arguments, NULL);
      rensa_init ();
      trial = trial_new (reader);
    }
  return trial;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *complaint = trial_run (get_trial (), data, size);

  if (complaint != NULL)
    {
      g_printerr ("%s\n", complaint);
      abort ();
    }
  return 0;
}
