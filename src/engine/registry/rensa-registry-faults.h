/* rensa-registry-faults.h: faults of components, their attributes and devices.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-fault.h"

G_BEGIN_DECLS

#define RENSA_REGISTRY_FAULTS(FAULT)                                                                             \
  FAULT (no_component, "NO_COMPONENT", N_ ("There is no {expected} {found}"))                                    \
  FAULT (no_attr, "NO_ATTR", N_ ("{who} has no attribute {found}"))                                              \
  FAULT (attr_value, "ATTR_VALUE", N_ ("{attr} expects {expected}, but {found} was given"))                      \
  FAULT (attr_missing, "ATTR_MISSING", N_ ("{attr} requires a value: {expected}"))                               \
  FAULT (attr_entries, "ATTR_ENTRIES", N_ ("{attr} accepts at most {expected} entries, but {found} were given")) \
  FAULT (attr_tuple, "ATTR_TUPLE",                                                                               \
         N_ ("{attr} accepts a tuple of at most {expected} entries, but {found} were given"))                    \
  FAULT (attr_name, "ATTR_NAME", N_ ("{attr} expects {expected}, but {found} was given: {text}"))                \
  FAULT (attr_reason, "ATTR_REASON", "{attr}: {text}")                                                           \
  FAULT (no_device, "NO_DEVICE", N_ ("device {found} is not available here, only {expected}"))

RENSA_REGISTRY_FAULTS (RENSA_DECLARE_FAULT)

/* NULL-terminated. */
extern const RensaFaultCode *const rensa_registry_faults[];

/* Sets the error that @attr takes @expected, marked with N_(), but was given the value described by
 * @format. Returns FALSE. */
gboolean rensa_refuse_value (GError **error, const char *attr, const char *expected, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

G_END_DECLS
