/* rensa-librensa-main.c: how a program runs.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-private.h"

static const char main_function[] =
    "int\n"
    "main (int argc, char **argv)\n"
    "{\n"
    "  g_autoptr (GError) error = NULL;\n"
    "\n"
    "  if (argc > 2)\n"
    "    {\n"
    "      fprintf (stderr, \"Usage: %s [FOLDER]\\n\", argv[0]);\n"
    "      return 2;\n"
    "    }\n"
    "  if (run (argc > 1 ? argv[1] : \"result\", &error))\n"
    "    return 0;\n"
    "\n"
    "  fprintf (stderr, \"%s\\n\",\n"
    "           error != NULL ? error->message : \"A function gives fewer values than are taken.\");\n"
    "  return 1;\n"
    "}\n";

static void
write_run (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text,
                   "/* @out: the folder that the results go to */\n"
                   "static gboolean\n"
                   "run (const char *out, GError **error)\n"
                   "{\n"
                   "  g_autofree char *path = g_build_filename (out, \"model.npz\", NULL);\n"
                   "  g_auto (RensaDataBundle) data = { 0 };\n"
                   "  g_autoptr (RensaLink) model = NULL;\n"
                   "  g_autoptr (RensaTrainer) trainer = NULL;\n"
                   "\n");
  if (parts->dtype != NULL)
    g_string_append_printf (text, "  rensa_modes_get ()->dtype = %s;\n", parts->dtype);
  if (parts->device != NULL)
    g_string_append (text, "  if (rensa_device_find (DEVICE, error) == NULL)\n"
                           "    return FALSE;\n");
  g_string_append_printf (
      text,
      "  if (!load_data (&data, error))\n"
      "    return FALSE;\n"
      "  model = make_model (&data, error);\n"
      "  if (model == NULL%s%s)\n"
      "    return FALSE;\n"
      "  trainer = make_trainer (model, &data, out, error);\n"
      "  if (trainer == NULL)\n"
      "    return FALSE;\n"
      "\n"
      "  /* What dropout and the like draw from. */\n"
      "  *rensa_random_get_default () = rensa_random_init (SEED, 0);\n"
      "  return rensa_trainer_run (trainer, error)\n"
      "         && rensa_save_npz (path, rensa_link_serialize, model, FALSE, error);\n"
      "}\n"
      "\n",
      parts->has_weights ? " || !load_weights (model, error)" : "",
      parts->has_transforms ? " || !rensa_preprocessing_fit (data.preprocessing, NULL, error)" : "");
}

void
rensa_librensa_write_main (const RensaLibrensaParts *parts, GString *text)
{
  write_run (parts, text);
  g_string_append (text, main_function);
}
