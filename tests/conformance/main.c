/* main.c: `conformance DIR`, a folder of cases that Chainer has worked out.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "rensa-init.h"

int
main (int argc, char **argv)
{
  Report report = { .tap = argc > 1 && g_str_equal (argv[1], "--tap") };
  const char *dir = argv[1 + report.tap];

  if (argc != 2 + report.tap || !g_file_test (dir, G_FILE_TEST_IS_DIR))
    {
      g_printerr ("usage: conformance [--tap] DIR, a folder with functions/, links/, optimizers.json, …\n");
      return 2;
    }

  rensa_init ();
  check_functions (&report, dir);
  check_links (&report, dir);
  check_optimizers (&report, dir);
  check_initializers (&report, dir);
  check_serialized (&report, dir);
  check_training (&report, dir);
  check_behaviour (&report, dir);
  check_data (&report, dir);
  return report_finish (&report);
}
