/* rensa-edit-files.c: the files that a document refers to.
 * SPDX-License-Identifier: MIT */

#include <gio/gio.h>

#include "rensa-document-values.h"
#include "rensa-edit-parts.h"
#include "rensa-file.h"
#include "rensa-preprocessing.h"

/* Returns the path from @folder to the file that @path means relative to @old_folder; NULL if @path
 * stays unchanged: an absolute path, or one that does not exist there and may be relative to the
 * folder of the data sets. */
static char *
find_way (const char *path, const char *old_folder, const char *folder)
{
  g_autofree char *full = g_build_filename (old_folder, path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (full);
  g_autoptr (GFile) from = g_file_new_for_path (folder);
  g_autofree char *way = NULL;

  if (g_path_is_absolute (path) || !g_file_query_exists (file, NULL))
    return NULL;

  way = g_file_get_relative_path (from, file);
  if (way == NULL)
    way = g_file_get_path (file);
  return rensa_file_check_name (way, NULL) ? g_steal_pointer (&way) : NULL;
}

static void
move_attr (RensaDocument *document, RensaAttrs *attrs, const RensaAttrSpec *spec, const char *folder)
{
  g_autoptr (RensaJson) value = rensa_attrs_get_json (attrs, spec);
  g_autofree char *way = NULL;
  RensaJson *dataset = rensa_document_get (document, "data.dataset");
  RensaJson *values;

  if (!spec->is_path || !json_object_is_type (value, json_type_string))
    return;
  way = find_way (json_object_get_string (value), rensa_document_get_folder (document), folder);
  if (way != NULL && json_object_is_type (dataset, json_type_object)
      && json_object_object_get_ex (dataset, "attrs", &values))
    json_object_object_add (values, spec->name, json_object_new_string (way));
}

static void
move_weights (RensaDocument *document, const char *folder)
{
  RensaJson *value = rensa_document_get (document, "weights");
  g_autofree char *way = json_object_is_type (value, json_type_string)
                             ? find_way (json_object_get_string (value), rensa_document_get_folder (document), folder)
                             : NULL;

  if (way != NULL)
    json_object_object_add (rensa_document_get_json (document), "weights", json_object_new_string (way));
}

void
rensa_document_move_files (RensaDocument *document, const char *folder)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, "data.dataset", NULL);
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;

  rensa_document_change (document);
  move_weights (document, folder);
  for (guint i = 0; component != NULL && i < component->n_attrs; i++)
    move_attr (document, attrs, &component->attrs[i], folder);
}

static gboolean
copy_attr (RensaDocument *document, RensaAttrs *attrs, const char *name, GError **error)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), name);
  g_autofree char *text = rensa_attrs_get_text (attrs, spec);
  g_autofree char *assignment = g_strdup_printf ("data.dataset.%s=%s", name, text);

  return rensa_document_set (document, assignment, error);
}

gboolean
rensa_document_change_data (RensaDocument *document, const RensaDataChange *change, GError **error)
{
  g_autoptr (RensaAttrs) attrs = NULL;
  g_autoptr (RensaAttrs) copy = NULL;
  g_autofree char *assignment = NULL;

  if (change->is_split)
    {
      assignment = g_strdup_printf ("data.split.%s=%s", change->attr, change->value);
      return rensa_document_set (document, assignment, error);
    }
  if (change->attr == NULL)
    return rensa_document_add_component (document, "data." RENSA_PREPROCESSING, change->value, error);
  attrs = rensa_document_get_attrs (document, "data.dataset", error);
  copy = attrs != NULL ? rensa_attrs_copy (attrs) : NULL;
  return copy != NULL && rensa_data_change_apply (change, copy, error)
         && copy_attr (document, copy, change->attr, error)
         && (change->other_attr == NULL || copy_attr (document, copy, change->other_attr, error));
}
