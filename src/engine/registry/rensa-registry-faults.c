/* rensa-registry-faults.c: faults of components, their attributes and devices.
 * SPDX-License-Identifier: MIT */

#include "rensa-registry-faults.h"

#include "rensa-format.h"
#include "rensa-language.h"

RENSA_REGISTRY_FAULTS (RENSA_DEFINE_FAULT)
const RensaFaultCode *const rensa_registry_faults[] = { RENSA_REGISTRY_FAULTS (RENSA_LIST_FAULT) NULL };

gboolean
rensa_refuse_value (GError **error, const char *attr, const char *expected, const char *format, ...)
{
  g_autofree char *whole = NULL;
  g_autofree char *found = NULL;
  va_list args;

  va_start (args, format);
  whole = g_strdup_vprintf (format, args);
  va_end (args);
  found = rensa_shorten_sentence (whole);
  return rensa_set_fault (
      error, RENSA_ERROR_INVALID,
      &(RensaFault){ .code = &rensa_fault_attr_value, .attr = attr, .expected = expected, .found = found });
}
