/* rensa-data-notes.h: notes of data sources on how data was read, and changes that the user can
 * apply with one click.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

G_BEGIN_DECLS

/**
 * RensaDataChange: sets an attribute of the data set or of the split, or adds a preprocessing step.
 * @label: label of a button, in the user's language
 * @other_attr: (nullable): attribute that is also set, to @other_value
 * @is_split: @attr belongs to the split
 * @attr: (nullable): NULL for a step, whose class is @value
 * @value: (nullable): value in the text form used in JSON; NULL for None
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
 * @RENSA_DATA_READING: one aspect of how a file was read: "separated by “;”"
 * @RENSA_DATA_WARNING: a sentence about data that is usable, but perhaps not as intended
 * @RENSA_DATA_REMEDY: no text, only changes that may make unusable data usable; not verified
 * @RENSA_DATA_INPUT: name of an input column
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

/* Creates an array of RensaDataNote. */
GPtrArray *rensa_data_notes_new (void);
/* Takes ownership of @text; the functions below take ownership of @label. */
RensaDataNote *rensa_data_notes_add (GPtrArray *notes, RensaDataNoteKind kind, char *text);
void rensa_data_note_offer (RensaDataNote *note, char *label, const char *attr, const char *value);
/* The same for two attributes. */
void rensa_data_note_offer_both (RensaDataNote *note, char *label, const char *attr, const char *value,
                                 const char *other_attr, const char *other_value);
/* The same for a setting of the split, which is switched on. */
void rensa_data_note_offer_split (RensaDataNote *note, char *label, const char *attr);
/* Returns the warning that offers to split each class separately, or NULL. */
const RensaDataNote *rensa_data_notes_find_classes (GPtrArray *notes);
/* Returns the first note of that kind; NULL if there is none, or if @notes is NULL. */
RensaDataNote *rensa_data_notes_find (GPtrArray *notes, RensaDataNoteKind kind);
/* Adds a copy of the text of each warning to @warnings; @notes may be NULL. */
void rensa_data_notes_copy_warnings (GPtrArray *notes, GPtrArray *warnings);
/* Returns "Read as: separated by “;”, decimal comma"; NULL if there is nothing to report. */
char *rensa_data_notes_describe_reading (GPtrArray *notes);

gboolean rensa_data_change_apply (const RensaDataChange *change, RensaAttrs *attrs, GError **error);

G_END_DECLS
