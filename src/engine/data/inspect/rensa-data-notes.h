/* rensa-data-notes.h: what a source of data tells of how it took them, and what a person may change with one click.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/**
 * RensaDataChange: one attribute of the data set or of the split, set to another value; or a preprocessing step that is added.
 * @label: of a button, in the user's language
 * @other_attr: (nullable): an attribute that is set to @other_value with it
 * @is_split: @attr belongs to the split
 * @attr: (nullable): NULL for a step, whose class is @value
 * @value: (nullable): as JSON has a text; NULL for None
 */
typedef struct
{
  char *label;
  char *attr;
  char *value;
  char *other_attr;
  char *other_value;
  gboolean is_split;
} RensaDataChange;

/**
 * RensaDataNoteKind:
 * @RENSA_DATA_READING: part of how a file was read: "separated by “;”"
 * @RENSA_DATA_WARNING: a sentence about data that can be used, but perhaps not as they are meant
 * @RENSA_DATA_REMEDY: no text, but changes that may help where data cannot be used; whether they do is not known yet
 * @RENSA_DATA_INPUT: a column that goes in: its name
 * @RENSA_DATA_LABEL: the column to predict
 * @RENSA_DATA_LEFT_OUT: a column that is not used
 */
typedef enum
{
  RENSA_DATA_READING,
  RENSA_DATA_WARNING,
  RENSA_DATA_REMEDY,
  RENSA_DATA_INPUT,
  RENSA_DATA_LABEL,
  RENSA_DATA_LEFT_OUT,
} RensaDataNoteKind;

typedef struct
{
  RensaDataNoteKind kind;
  char *text;
  GPtrArray *changes; /* RensaDataChange */
} RensaDataNote;

/* An array of RensaDataNote. */
GPtrArray *rensa_data_notes_new (void);
/* Both @text and @label are taken over. */
RensaDataNote *rensa_data_notes_add (GPtrArray *notes, RensaDataNoteKind kind, char *text);
void rensa_data_note_offer (RensaDataNote *note, char *label, const char *attr, const char *value);
/* The same of two attributes. */
void rensa_data_note_offer_both (RensaDataNote *note, char *label, const char *attr, const char *value,
                                 const char *other_attr, const char *other_value);
/* "Split Each Class" */
void rensa_data_note_offer_classes (RensaDataNote *note);
/* The warning with that offer, or NULL. */
const RensaDataNote *rensa_data_notes_find_classes (GPtrArray *notes);
/* The first of that kind; NULL where there is none, and where @notes is NULL. */
RensaDataNote *rensa_data_notes_find (GPtrArray *notes, RensaDataNoteKind kind);
/* Adds a copy of the text of each warning to @warnings; @notes may be NULL. */
void rensa_data_notes_copy_warnings (GPtrArray *notes, GPtrArray *warnings);
/* "Read as: separated by “;”, decimal comma"; NULL where nothing is to be told. */
char *rensa_data_notes_describe_reading (GPtrArray *notes);

gboolean rensa_data_change_apply (const RensaDataChange *change, RensaAttrs *attrs, GError **error);

G_END_DECLS
