/* main.c: `conformance [--device NAME] DIR`, a folder of cases that Chainer has worked out.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "far-device.h"
#include "rensa-detours.h"
#include "rensa-device-find.h"
#include "rensa-init.h"

/* What this thread makes is made there. */
static gboolean
set_device (const char *name)
{
  g_autoptr (GError) error = NULL;
  const RensaDevice *device = rensa_device_find (name, &error);

  if (device == NULL)
    g_printerr ("conformance: %s\n", error->message);
  else
    rensa_device_set_current (device);
  return device != NULL;
}

int
main (int argc, char **argv)
{
  g_autofree char *device = NULL;
  Report report = { 0 };
  const GOptionEntry entries[] = {
    { "tap", 0, 0, G_OPTION_ARG_NONE, &report.tap, "Print one line for each case", NULL },
    { "device", 0, 0, G_OPTION_ARG_STRING, &device, "Where to compute: far is one that the host cannot read", "NAME" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("DIR");
  g_autoptr (GError) error = NULL;
  const char *dir;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2
      || !g_file_test (argv[1], G_FILE_TEST_IS_DIR))
    {
      g_printerr ("usage: conformance [--tap] [--device NAME] DIR, a folder with functions/, links/, …\n");
      return 2;
    }

  dir = argv[1];
  rensa_init ();
  far_device_register ();
  if (device != NULL && !set_device (device))
    return 2;
  check_functions (&report, dir);
  check_distributions (&report, dir);
  check_links (&report, dir);
  check_hooks (&report, dir);
  check_optimizers (&report, dir);
  check_precision (&report, dir);
  check_initializers (&report, dir);
  check_serialized (&report, dir);
  check_training (&report, dir);
  check_recipes (&report, dir);
  check_behaviour (&report, dir);
  check_behaviour_training (&report, dir);
  check_data (&report, dir);
  if (!report.tap && device != NULL)
    g_print ("%" G_GUINT64_FORMAT " primitives went through the memory of the host.\n", rensa_count_detours ());
  return report_finish (&report);
}
