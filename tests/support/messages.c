/* messages.c: assertions about error messages.
 * SPDX-License-Identifier: MIT */

#include "messages.h"

#include <string.h>

void
assert_message (GError **error, int code, const char *message)
{
  g_assert_error (*error, RENSA_ERROR, code);
  assert_sentence (error, message);
}

void
assert_message_has (GError **error, int code, const char *part)
{
  g_assert_error (*error, RENSA_ERROR, code);
  if (strstr ((*error)->message, part) == NULL)
    g_error ("“%s” does not contain “%s”", (*error)->message, part);
  g_clear_error (error);
}

void
assert_sentence (GError **error, const char *message)
{
  g_assert_nonnull (*error);
  g_assert_cmpstr ((*error)->message, ==, message);
  g_clear_error (error);
}
