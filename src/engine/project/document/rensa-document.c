/* rensa-document.c: a project as stored in a file.
 * SPDX-License-Identifier: MIT */

#include "rensa-document-fields.h"

#include <string.h>

#include "rensa-draft.h"
#include "rensa-file.h"
#include "rensa-language.h"

/* @reading: (nullable): what a higher layer read from @json; outdated by its last change unless
 *   @is_read */
struct _RensaDocument
{
  int ref_count;
  struct json_object *json;
  gpointer reading;
  const RensaReadingClass *reading_class;
  gboolean is_read;
  char *place;
  char *folder;
};

static gboolean
check_format (struct json_object *json, GError **error)
{
  struct json_object *format = rensa_json_get_member (json, "format");
  gint64 number;
  g_autofree char *found = NULL;

  if (!json_object_is_type (json, json_type_object))
    {
      found = rensa_excerpt_json (json);
      rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("a document must be a JSON object, but this is %s."), found);
      return FALSE;
    }
  if (rensa_json_get_integer (format, &number) && number >= 1 && number <= RENSA_DOCUMENT_FORMAT)
    return TRUE;

  found = rensa_excerpt_json (format);
  if (format == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("this is not a Rensa document: it has no \"format\"."));
  else if (rensa_json_get_integer (format, &number) && number > RENSA_DOCUMENT_FORMAT)
    rensa_set_words (
        error, RENSA_ERROR_FORMAT,
        N_ ("the document has format %s, but this version of Rensa supports only formats up to %d; open it with a "
            "newer version."),
        found, RENSA_DOCUMENT_FORMAT);
  else
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("format must be an integer from 1 to %d, not %s."),
                     RENSA_DOCUMENT_FORMAT, found);
  return FALSE;
}

/* Takes ownership of @json. */
static RensaDocument *
document_new (struct json_object *json, const char *place)
{
  RensaDocument *document = g_new0 (RensaDocument, 1);

  document->ref_count = 1;
  document->json = json;
  document->place = g_strdup (place);
  document->folder = g_path_get_dirname (place);
  return document;
}

RensaDocument *
rensa_document_parse (const char *text, gssize length, const char *place, GError **error)
{
  g_autoptr (RensaJson) json = rensa_document_parse_json (text, length < 0 ? strlen (text) : length, error);

  if (json == NULL || !check_format (json, error))
    {
      if (error != NULL && *error == NULL)
        rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("a document must be a JSON object, but this is null."));
      rensa_prefix_place (error, place);
      return NULL;
    }

  return document_new (g_steal_pointer (&json), place);
}

RensaDocument *
rensa_document_new_empty (const char *name)
{
  g_autoptr (RensaJson) fresh = rensa_field_make_fresh (&rensa_document_field);
  g_autoptr (RensaJson) json = json_object_new_object ();

  json_object_object_add (json, "format", json_object_new_int (1));
  json_object_object_add (json, "name", json_object_new_string (name));
  json_object_object_foreach (fresh, key, value) json_object_object_add (json, key, json_object_get (value));
  return rensa_document_parse (json_object_to_json_string (json), -1, "", NULL);
}

RensaDocument *
rensa_document_copy_to (RensaDocument *document, const char *place)
{
  struct json_object *json = NULL;
  RensaDocument *copy;

  json_object_deep_copy (document->json, &json, NULL);
  copy = document_new (json, place);
  if (document->reading != NULL)
    rensa_document_take_reading (copy, document->reading_class->ref (document->reading), document->reading_class);
  copy->is_read = document->is_read;
  return copy;
}

RensaDocument *
rensa_document_copy (RensaDocument *document)
{
  return rensa_document_copy_to (document, document->place);
}

RensaDocument *
rensa_document_load (const char *path, GError **error)
{
  gsize length;
  g_autofree char *text = rensa_file_read (path, RENSA_DOCUMENT_MAX_BYTES, &length, error);

  if (text == NULL)
    return NULL;
  return rensa_document_parse (text, length, path, error);
}

RensaDocument *
rensa_document_ref (RensaDocument *document)
{
  g_atomic_int_inc (&document->ref_count);
  return document;
}

void
rensa_document_unref (RensaDocument *document)
{
  if (!g_atomic_int_dec_and_test (&document->ref_count))
    return;

  if (document->reading != NULL)
    document->reading_class->unref (document->reading);
  json_object_put (document->json);
  g_free (document->place);
  g_free (document->folder);
  g_free (document);
}

char *
rensa_document_to_text (RensaDocument *document)
{
  return rensa_document_write_json (document->json);
}

gboolean
rensa_document_save (RensaDocument *document, const char *path, GError **error)
{
  g_autofree char *text = rensa_document_to_text (document);

  return rensa_draft_save (path, text, strlen (text), error);
}

struct json_object *
rensa_document_get_json (RensaDocument *document)
{
  return document->json;
}

struct json_object *
rensa_document_change (RensaDocument *document)
{
  document->is_read = FALSE;
  return document->json;
}

gpointer
rensa_document_get_reading (RensaDocument *document, gboolean *is_current)
{
  *is_current = document->is_read;
  return document->reading;
}

void
rensa_document_take_reading (RensaDocument *document, gpointer reading, const RensaReadingClass *reading_class)
{
  if (document->reading != NULL)
    document->reading_class->unref (document->reading);
  document->reading = reading;
  document->reading_class = reading_class;
  document->is_read = TRUE;
}

const char *
rensa_document_get_place (RensaDocument *document)
{
  return document->place;
}

const char *
rensa_document_get_folder (RensaDocument *document)
{
  return document->folder;
}
