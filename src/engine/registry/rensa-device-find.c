/* rensa-device-find.c: device lookup by name.
 * SPDX-License-Identifier: MIT */

#include "rensa-device-find.h"

#include "rensa-device-list.h"
#include "rensa-language.h"
#include "rensa-registry-faults.h"
#include "rensa-wording.h"

/* "cpu", "cuda:0", "cuda:1" */
static GPtrArray *
list_names (void)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) list = rensa_device_list (FALSE);

  for (guint i = 0; i < list->len; i++)
    {
      const RensaListedDevice *listed = list->pdata[i];

      if (listed->why_not == NULL)
        g_ptr_array_add (names, g_strdup (listed->name));
    }
  return names;
}

static const char *
get_name (gconstpointer names, guint i)
{
  return ((const GPtrArray *) names)->pdata[i];
}

static void
refuse (const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = list_names ();
  g_autoptr (GString) list = g_string_new (NULL);
  /* Quotes it if it does not look like the name of a device. */
  const gboolean is_plain =
      name[0] != '\0' && name[strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS ":-")] == '\0';
  g_autofree char *shown = is_plain ? rensa_excerpt (name) : rensa_excerpt_name (name);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (list, "%s%s", i == 0 ? "" : i + 1 < names->len ? ", " : _ (" and "), get_name (names, i));
  rensa_set_fault (error, RENSA_ERROR_NOT_FOUND,
                   &(RensaFault){ .code = &rensa_fault_no_device,
                                  .expected = list->str,
                                  .found = shown,
                                  .suggestion = rensa_find_nearest (name, get_name, names, names->len) });
}

/* Returns the number in @name, "cuda:1" or "cuda", within @class; -1 if it is not one of that class. */
static int
parse_number (const char *name, const RensaDeviceClass *class)
{
  guint64 number;

  if (strcmp (name, class->name) == 0)
    return 0;
  if (class->count == NULL || !g_str_has_prefix (name, class->name) || name[strlen (class->name)] != ':'
      || !g_ascii_string_to_unsigned (name + strlen (class->name) + 1, 10, 0, G_MAXINT, &number, NULL))
    return -1;

  return (int) number;
}

const RensaDevice *
rensa_device_find (const char *name, GError **error)
{
  guint n_classes;
  const RensaDeviceClass *const *classes = rensa_device_get_classes (&n_classes);

  for (guint i = 0; i < n_classes; i++)
    {
      const int number = parse_number (name, classes[i]);

      if (number >= 0 && number < (classes[i]->count != NULL ? classes[i]->count (classes[i]) : 1))
        return classes[i]->open (classes[i], number, error);
    }

  refuse (name, error);
  return NULL;
}

static gboolean
add_device (GPtrArray *devices, const char *name, GError **error)
{
  const RensaDevice *device = rensa_device_find (name, error);

  if (device == NULL)
    return FALSE;
  if (g_ptr_array_find (devices, device, NULL))
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("device %s is specified twice"), device->name);
      return FALSE;
    }
  g_ptr_array_add (devices, (gpointer) device);
  return TRUE;
}

GPtrArray *
rensa_devices_find (const char *names, GError **error)
{
  g_autoptr (GPtrArray) devices = g_ptr_array_new ();
  g_auto (GStrv) parts = g_strsplit (names, ",", -1);

  /* "" has no parts. */
  if (parts[0] == NULL && !add_device (devices, "", error))
    return NULL;
  for (guint i = 0; parts[i] != NULL; i++)
    if (!add_device (devices, g_strstrip (parts[i]), error))
      return NULL;
  return g_steal_pointer (&devices);
}
