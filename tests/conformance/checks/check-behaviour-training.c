/* check-behaviour-training.c: what happens while training.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"

void
check_behaviour_training (Report *report, const char *dir)
{
  CaseFile file;

  if (!case_file_open (&file, dir, "behaviour_training"))
    return;

  check_shifts (report, get (file.json, "shifts"), "extension, resumed");
  check_saved_summaries (report, get (file.json, "summaries"));
  check_reporter (report, get (file.json, "reporter"));
  check_logs (report, get (file.json, "trainer"));
  check_lives (report, get (file.json, "trainer"));
  check_printed (report, get (file.json, "printed"));
  check_statistics (report, get (file.json, "statistics"));
  check_extensions (report, get (file.json, "extensions"));
  check_triggers (report, get (file.json, "triggers"), "trigger, resumed");
  case_file_close (&file);
}
