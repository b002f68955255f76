/* rensa-librensa-main.c: main function of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-private.h"

static const char main_function[] =
    "int\n"
    "main (int argc, char **argv)\n"
    "{\n"
    "  g_autoptr (GError) error = NULL;\n"
    "  const gboolean resumes = argc > 2 && g_str_equal (argv[1], \"--resume\");\n"
    "  const int first = resumes ? 3 : 1;\n"
    "\n"
    "  if (argc > first + 1 || (argc > first && argv[first][0] == '-'))\n"
    "    {\n"
    "      fprintf (stderr, \"Usage: %s [--resume SNAPSHOT] [FOLDER]\\n\", argv[0]);\n"
    "      return 2;\n"
    "    }\n"
    "  if (run (argc > first ? argv[first] : \"result\", resumes ? argv[2] : NULL, &error))\n"
    "    return 0;\n"
    "\n"
    "  fprintf (stderr, \"%s\\n\",\n"
    "           error != NULL ? error->message : \"A function gives fewer values than are taken.\");\n"
    "  return 1;\n"
    "}\n";

static const char go_on[] = "/* From @snapshot, with its random numbers. */\n"
                            "static gboolean\n"
                            "go_on (RensaTrainer *trainer, const char *snapshot, GError **error)\n"
                            "{\n"
                            "  if (!rensa_snapshot_load (trainer, snapshot, error))\n"
                            "    return FALSE;\n"
                            "  if (rensa_trainer_has_other_data (trainer))\n"
                            "    fprintf (stderr, \"The data are not those with which %s was made.\\n\", snapshot);\n"
                            "  return TRUE;\n"
                            "}\n"
                            "\n";

static void
write_run (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text,
                   "/* @out: the folder that the results go to; @snapshot: what it goes on from; NULL to begin */\n"
                   "static gboolean\n"
                   "run (const char *out, const char *snapshot, GError **error)\n"
                   "{\n"
                   "  g_autofree char *path = g_build_filename (out, \"model.npz\", NULL);\n"
                   "  g_auto (RensaDataBundle) data = { 0 };\n"
                   "  g_autoptr (RensaLink) model = NULL;\n"
                   "  g_autoptr (RensaTrainer) trainer = NULL;\n"
                   "\n");
  if (parts->dtype != NULL)
    g_string_append_printf (text, "  rensa_modes_get ()->dtype = %s;\n", parts->dtype);
  if (parts->tf32)
    g_string_append (text, "  rensa_modes_get ()->allow_tf32 = TRUE;\n");
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
      "  return (snapshot == NULL || go_on (trainer, snapshot, error)) && rensa_trainer_run (trainer, error)\n"
      "         && rensa_save_npz (path, rensa_link_serialize, model, FALSE, error);\n"
      "}\n"
      "\n",
      parts->has_weights ? " || (snapshot == NULL && !load_weights (model, error))" : "",
      parts->has_transforms ? " || !rensa_preprocessing_fit (data.preprocessing, NULL, error)" : "");
}

void
rensa_librensa_write_main (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, go_on);
  write_run (parts, text);
  g_string_append (text, main_function);
}
