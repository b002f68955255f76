/* cli-devices.c: rensa devices.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>

#include "cli.h"
#include "rensa-device-list.h"

/* @name: borrowed from the list; @facts: of the device, valid if @error is not set. */
typedef struct
{
  const char *name;
  RensaDeviceFacts facts;
  GError *error;
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  rensa_device_facts_clear (&row->facts);
  g_clear_error (&row->error);
  g_free (row);
}

static Row *
row_new (const RensaListedDevice *listed)
{
  const RensaDeviceClass *class = listed->klass;
  Row *row = g_new0 (Row, 1);
  const RensaDevice *device = NULL;

  row->name = listed->name;
  if (listed->why_not != NULL)
    row->error = g_error_copy (listed->why_not);
  else
    device = class->open (class, listed->number, &row->error);
  if (device != NULL)
    class->get_facts (device, &row->facts, &row->error);
  return row;
}

static GPtrArray *
list_rows (GPtrArray *list)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (row_free);

  for (guint i = 0; i < list->len; i++)
    g_ptr_array_add (rows, row_new (list->pdata[i]));
  return rows;
}

static void
print_row (const Row *row, int width)
{
  if (row->error != NULL)
    {
      g_print ("%-*s  %s\n", width, row->name, row->error->message);
      return;
    }

  g_autofree char *total = g_format_size_full (row->facts.n_bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *free_size = g_format_size_full (row->facts.n_free_bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree char *memory = g_strdup_printf (_ ("%s of memory, %s of it free"), total, free_size);
  g_print ("%-*s  %s, %s\n", width, row->name, row->facts.model, memory);
  g_print ("%-*s  %s\n", width, "", row->facts.libraries);
}

static struct json_object *
row_to_json (const Row *row)
{
  struct json_object *object = json_object_new_object ();

  json_object_object_add (object, "name", json_object_new_string (row->name));
  if (row->error != NULL)
    {
      json_object_object_add (object, "missing", json_object_new_string (row->error->message));
      return object;
    }

  json_object_object_add (object, "model", json_object_new_string (row->facts.model));
  json_object_object_add (object, "memory", json_object_new_uint64 (row->facts.n_bytes));
  json_object_object_add (object, "free", json_object_new_uint64 (row->facts.n_free_bytes));
  json_object_object_add (object, "libraries", json_object_new_string (row->facts.libraries));
  return object;
}

static void
print_json (GPtrArray *rows)
{
  struct json_object *list = json_object_new_array ();

  for (guint i = 0; i < rows->len; i++)
    json_object_array_add (list, row_to_json (rows->pdata[i]));
  g_print ("%s\n", json_object_to_json_string_ext (list, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
  json_object_put (list);
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &json, N_ ("Print JSON"), NULL },
    { NULL },
  };
  int width = 0;

  if (!cli_parse (command, entries, &argc, &argv, 0, 0))
    return CLI_MISUSED;

  g_autoptr (GPtrArray) list = rensa_device_list (FALSE);
  g_autoptr (GPtrArray) rows = list_rows (list);
  if (json)
    {
      print_json (rows);
      return CLI_OK;
    }
  for (guint i = 0; i < rows->len; i++)
    width = MAX (width, (int) strlen (((const Row *) rows->pdata[i])->name));
  for (guint i = 0; i < rows->len; i++)
    print_row (rows->pdata[i], width);
  return CLI_OK;
}

const CliCommand cli_devices = {
  .name = "devices",
  .summary = N_ ("Lists the devices to compute on, and says why no GPU is available"),
  .run = run,
};
