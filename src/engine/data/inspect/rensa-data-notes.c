/* rensa-data-notes.c: notes of data sources on how data was read.
 * SPDX-License-Identifier: MIT */

#include "rensa-data-notes.h"

#include "rensa-language.h"

static void
change_free (gpointer data)
{
  RensaDataChange *change = data;

  g_free (change->label);
  g_free (change->attr);
  g_free (change->value);
  g_free (change->other_attr);
  g_free (change->other_value);
  g_free (change);
}

static void
note_free (gpointer data)
{
  RensaDataNote *note = data;

  g_free (note->text);
  g_ptr_array_unref (note->changes);
  g_free (note);
}

GPtrArray *
rensa_data_notes_new (void)
{
  return g_ptr_array_new_with_free_func (note_free);
}

RensaDataNote *
rensa_data_notes_add (GPtrArray *notes, RensaDataNoteKind kind, char *text)
{
  RensaDataNote *note = g_new0 (RensaDataNote, 1);

  note->kind = kind;
  note->text = text;
  note->changes = g_ptr_array_new_with_free_func (change_free);
  g_ptr_array_add (notes, note);
  return note;
}

void
rensa_data_note_offer (RensaDataNote *note, char *label, const char *attr, const char *value)
{
  RensaDataChange *change = g_new0 (RensaDataChange, 1);

  change->label = label;
  change->attr = g_strdup (attr);
  change->value = g_strdup (value);
  g_ptr_array_add (note->changes, change);
}

void
rensa_data_note_offer_both (RensaDataNote *note, char *label, const char *attr, const char *value,
                            const char *other_attr, const char *other_value)
{
  RensaDataChange *change;

  rensa_data_note_offer (note, label, attr, value);
  change = note->changes->pdata[note->changes->len - 1];
  change->other_attr = g_strdup (other_attr);
  change->other_value = g_strdup (other_value);
}

void
rensa_data_note_offer_split (RensaDataNote *note, char *label, const char *attr)
{
  rensa_data_note_offer (note, label, attr, "true");
  ((RensaDataChange *) note->changes->pdata[note->changes->len - 1])->is_split = TRUE;
}

const RensaDataNote *
rensa_data_notes_find_classes (GPtrArray *notes)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const RensaDataNote *note = notes->pdata[i];

      if (note->changes->len > 0 && g_str_equal (((RensaDataChange *) note->changes->pdata[0])->attr, "stratified"))
        return note;
    }
  return NULL;
}

RensaDataNote *
rensa_data_notes_find (GPtrArray *notes, RensaDataNoteKind kind)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    if (((RensaDataNote *) notes->pdata[i])->kind == kind)
      return notes->pdata[i];
  return NULL;
}

char *
rensa_data_notes_describe_reading (GPtrArray *notes)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const RensaDataNote *note = notes->pdata[i];

      if (note->kind == RENSA_DATA_READING)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", note->text);
    }
  /* Translators: how a table was read: "separated by “;”, decimal comma". */
  return text->len > 0 ? g_strdup_printf (_ ("Read as: %s"), text->str) : NULL;
}

void
rensa_data_notes_copy_warnings (GPtrArray *notes, GPtrArray *warnings)
{
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    {
      const RensaDataNote *note = notes->pdata[i];

      if (note->kind == RENSA_DATA_WARNING)
        g_ptr_array_add (warnings, g_strdup (note->text));
    }
}

static gboolean
set_text (RensaAttrs *attrs, const char *attr, const char *text, GError **error)
{
  g_autoptr (RensaJson) value = text != NULL ? json_object_new_string (text) : NULL;

  return rensa_attrs_set_json (attrs, attr, value, error);
}

gboolean
rensa_data_change_apply (const RensaDataChange *change, RensaAttrs *attrs, GError **error)
{
  return set_text (attrs, change->attr, change->value, error)
         && (change->other_attr == NULL || set_text (attrs, change->other_attr, change->other_value, error));
}
