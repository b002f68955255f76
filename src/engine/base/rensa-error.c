/* rensa-error.c: the error domain of the engine.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"

GQuark
rensa_error_quark (void)
{
  return g_quark_from_static_string ("rensa-error-quark");
}
