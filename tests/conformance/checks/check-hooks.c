/* check-hooks.c: what hooks of functions and links write.
 * SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <string.h>

#include "conformance.h"
#include "rensa-error.h"
#include "rensa-function-hooks.h"
#include "rensa-functions.h"
#include "rensa-link-hooks.h"

static gboolean
check_text (const char *found, const char *expected, GError **error)
{
  if (g_strcmp0 (found, expected) == 0)
    return TRUE;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "it wrote\n%s\nexpected\n%s", found, expected);
  return FALSE;
}

/* The calls of the case: seconds or bytes, which profiles have in their first units. */
static void
add_calls (RensaCallProfile *profile, struct json_object *calls, double scale)
{
  for (int i = 0; i < get_length (calls); i++)
    {
      struct json_object *item = get_item (calls, i);
      RensaProfiledCall call = { .name = json_object_get_string (get_item (item, 0)) };

      for (int j = 1; j < get_length (item); j++)
        call.costs[j - 1] = scale * json_object_get_double (get_item (item, j));
      rensa_call_profile_add (profile, &call);
    }
}

static gboolean
check_profile (RensaCallProfile *profile, struct json_object *json, double scale, GError **error)
{
  g_autofree char *report = NULL;

  add_calls (profile, get (json, "calls"), scale);
  report = rensa_call_profile_report (profile, get_string (json, "unit"), error);
  return report != NULL && check_text (report, get_string (json, "report"), error);
}

static gboolean
check_link_timer (struct json_object *json, GError **error)
{
  g_autoptr (RensaLinkHook) timer = rensa_link_timer_hook_new ();

  return check_profile (rensa_link_timer_hook_get_profile (timer), json, 1e9, error);
}

static gboolean
check_function_profile (struct json_object *json, gboolean is_timer, GError **error)
{
  g_autoptr (RensaProfileHook) hook = is_timer ? rensa_timer_hook_new () : rensa_memory_profile_hook_new ();

  return check_profile (rensa_profile_hook_get_profile (hook), json, is_timer ? 1e9 : 1, error);
}

/* y = ln (exp (x)), backward from @grads. */
static gboolean
run_print_case (GError **error)
{
  static const double values[] = { 1, 2, 3, 4, 5, 6.5 };
  static const double grads[] = { 1, 2, 0, 0, 0.5, 1 };
  static const double two = 2;
  g_autoptr (RensaArray) x = array_of (RENSA_FLOAT64, RENSA_SHAPE (2, 3), values);
  g_autoptr (RensaArray) gy = array_of (RENSA_FLOAT64, RENSA_SHAPE (2, 3), grads);
  g_autoptr (RensaArray) scalar = array_of (RENSA_FLOAT64, RENSA_SHAPE_SCALAR, &two);
  g_autoptr (RensaArray) gz = rensa_array_new_scalar (RENSA_FLOAT64, 0, error);
  g_autoptr (RensaVariable) input = rensa_variable_new (x);
  g_autoptr (RensaVariable) h = rensa_exp (input, error);
  g_autoptr (RensaVariable) y = rensa_log (h, error);
  g_autoptr (RensaVariable) a = rensa_variable_new (scalar);
  g_autoptr (RensaVariable) z = NULL;

  if (y == NULL || gz == NULL)
    return FALSE;
  rensa_variable_set_grad (y, gy);
  if (!rensa_variable_backward (y, NULL, error))
    return FALSE;
  z = rensa_log (a, error);
  if (z == NULL)
    return FALSE;
  rensa_variable_set_grad (z, gz);
  return rensa_variable_backward (z, NULL, error);
}

/* Without addresses, and without the functions that backward calls. */
static char *
reduce (const char *text, GError **error)
{
  g_autoptr (GRegex) address = g_regex_new ("at 0x[0-9a-f]+", 0, 0, error);
  g_autofree char *plain = g_regex_replace_literal (address, text, -1, 0, "at 0x0", 0, error);
  g_auto (GStrv) blocks = g_strsplit (plain, "function\t", -1);
  g_autofree char *device = g_strdup_printf ("device: %s\n", rensa_device_get_current ()->name);
  GString *kept = g_string_new (NULL);

  for (int i = 1; blocks[0] != NULL && blocks[i] != NULL; i++)
    if (g_str_has_prefix (blocks[i], "exp\n") || g_str_has_prefix (blocks[i], "log\n"))
      g_string_append_printf (kept, "function\t%s", blocks[i]);
  g_string_replace (kept, device, "device: CPU\n", 0);
  return g_string_free (kept, FALSE);
}

static gboolean
check_print (struct json_object *json, GError **error)
{
  char *written = NULL;
  size_t size;
  FILE *file = open_memstream (&written, &size);
  g_autoptr (RensaPrintHook) print = rensa_print_hook_new (file);
  g_autofree char *reduced = NULL;
  gboolean ok;

  rensa_function_hook_push (rensa_print_hook_get_hook (print));
  ok = run_print_case (error);
  rensa_function_hook_pop (rensa_print_hook_get_hook (print));
  fclose (file);
  reduced = reduce (written, error);
  free (written);
  return ok && check_text (reduced, get_string (json, "written"), error);
}

static gboolean
check_case (struct json_object *json, GError **error)
{
  const char *hook = get_string (json, "hook");

  if (g_str_equal (hook, "PrintHook"))
    return check_print (json, error);
  if (g_str_equal (hook, "link TimerHook"))
    return check_link_timer (json, error);
  return check_function_profile (json, g_str_equal (hook, "TimerHook"), error);
}

void
check_hooks (Report *report, const char *dir)
{
  struct json_object *cases;
  CaseFile file;

  if (!case_file_open (&file, dir, "hooks"))
    return;

  cases = get (file.json, "cases");
  for (int i = 0; i < get_length (cases); i++)
    {
      struct json_object *json = get_item (cases, i);
      g_autofree char *label = get (json, "unit") != NULL
                                   ? g_strdup_printf ("%s, %s, %s", get_string (json, "hook"),
                                                      get_string (json, "case"), get_string (json, "unit"))
                                   : g_strdup (get_string (json, "hook"));
      g_autoptr (GError) error = NULL;

      report_single (report, "hook", label, check_case (json, &error), &error);
    }
  case_file_close (&file);
}
