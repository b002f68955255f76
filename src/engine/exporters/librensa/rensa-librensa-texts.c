/* rensa-librensa-texts.c: data and model of a program.
 * SPDX-License-Identifier: MIT */

#include "rensa-librensa-private.h"
#include "rensa-librensa-texts.c.in.inc"

/* The data */

void
rensa_librensa_write_data (const RensaLibrensaParts *parts, GString *text)
{
  if (parts->has_transforms)
    g_string_append (text, read_transforms);
  g_string_append (text, load_data);
  if (parts->has_split && parts->has_division)
    g_string_append (
        text,
        "  const RensaDivision division = { FRACTION, SHUFFLES, SPLIT_SEED, EACH_CLASS, N_PARTS, PART, KEEPS_TOGETHER };\n");
  if (parts->has_transforms)
    g_string_append (text, "  g_autoptr (GPtrArray) list = read_transforms (error);\n");
  g_string_append_printf (text,
                          "\n"
                          "  if (dataset == NULL%s || !rensa_dataset_load (dataset, &places, data, error)%s)\n"
                          "    return FALSE;\n"
                          "  rensa_data_bundle_cast (data, rensa_modes_get ()->dtype);\n",
                          parts->has_transforms ? " || list == NULL" : "",
                          !parts->has_split ? ""
                          : parts->has_division
                              ? "\n      || !rensa_data_bundle_divide (data, &division, error)"
                              : "\n      || !rensa_data_bundle_split (data, FRACTION, SHUFFLES, SPLIT_SEED, error)");
  g_string_append (text,
                   parts->has_transforms
                       ? "  return rensa_data_bundle_prepare (data, list, rensa_modes_get ()->dtype, SEED, error);\n"
                       : "  return TRUE;\n");
  g_string_append (text, "}\n\n");
}

/* The model */

static void
write_classifier (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append_printf (text, make_classifier,
                          parts->has_accuracy
                              ? "  g_autoptr (RensaAttrs) accuracy =\n"
                                "      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, ACCURACY, error);\n"
                              : "",
                          parts->has_accuracy ? " || accuracy == NULL" : "", parts->has_accuracy ? "accuracy" : "NULL");
}

/* Ends with the initialization of the parameters. */
static void
write_ready_model (const RensaLibrensaParts *parts, GString *text)
{
  g_string_append (text, "static RensaLink *\n"
                         "make_model (const RensaDataBundle *data, GError **error)\n"
                         "{\n");
  if (parts->has_step)
    g_string_append_printf (text, begin_step, parts->begins_anew ? " || !begin_anew (model, error)" : "");
  else
    g_string_append_printf (text, begin_predictor, parts->begins_anew ? " || !begin_anew (predictor, error)" : "");
}

void
rensa_librensa_write_target (const RensaLibrensaParts *parts, GString *text)
{
  const char *link = parts->has_step ? "step" : "predictor";

  g_string_append_printf (text, settle_sizes, link, parts->has_step ? "n_fields" : "n_fields - 1");
  if (parts->begins_anew)
    g_string_append_printf (text, begin_anew, link);
  if (parts->has_weights)
    g_string_append (text, load_weights);
  if (!parts->has_step)
    write_classifier (parts, text);
  write_ready_model (parts, text);
  if (parts->device != NULL)
    g_string_append (text, "  if (!rensa_link_to_device (model, rensa_device_find (DEVICE, NULL), error))\n"
                           "    return NULL;\n");
  if (parts->has_transforms)
    g_string_append (text, "  /* Its files hold the figures, too. */\n"
                           "  rensa_link_take_companion (model, RENSA_PREPROCESSING, rensa_preprocessing_serialize,\n"
                           "                             rensa_preprocessing_ref (data->preprocessing),\n"
                           "                             (GDestroyNotify) rensa_preprocessing_unref);\n");
  g_string_append (text, "  return g_steal_pointer (&model);\n"
                         "}\n"
                         "\n");
}
