/* rensa-table-notes.c: notes on a table, and suggested changes.
 * SPDX-License-Identifier: MIT */

#include "rensa-table-reading-private.h"

#include <string.h>

#include "rensa-error.h"
#include "rensa-language.h"
#include "rensa-wording.h"

/* Minimum number of different words that, if at least half as many as rows, are unlikely to be
 * category names. */
#define MANY_WORDS 20
/* Maximum number of warnings of one kind. */
#define MOST_WARNINGS 3
/* Each column lists all omitted columns. Beyond this total number of names, changes are only
 * offered for the table as a whole. */
#define MOST_REFERENCES (1000 * 1000)

static const struct
{
  char sign;
  const char *value; /* value of the attribute */
  const char *reading;
  const char *label;
} delimiters[] = {
  { ';', ";", N_ ("separated by “;”"), N_ ("Separate by “;”") },
  { ',', ",", N_ ("separated by “,”"), N_ ("Separate by “,”") },
  { '\t', "tab", N_ ("separated by tabs"), N_ ("Separate by Tabs") },
  { '|', "|", N_ ("separated by “|”"), N_ ("Separate by “|”") },
  { ' ', "space", N_ ("separated by spaces"), N_ ("Separate by Spaces") },
};

static const struct
{
  char sign;
  const char *value;
  const char *reading;
  const char *label;
} decimals[] = {
  { ',', "comma", N_ ("decimal comma"), N_ ("Decimal Comma") },
  { '.', "point", N_ ("decimal point"), N_ ("Decimal Point") },
};

static const struct
{
  char sign;
  const char *value;
  const char *reading;
} thousands[] = {
  { '.', "point", N_ ("“.” as thousands separator") },
  { ',', "comma", N_ ("“,” as thousands separator") },
  { ' ', "space", N_ ("space as thousands separator") },
  { '\'', "apostrophe", N_ ("“'” as thousands separator") },
};

/* Returns the reference to a column in an attribute: its number if the name is ambiguous or
 * contains special characters. */
static char *
dup_reference (const RensaReading *self, guint column)
{
  const char *name = self->names[column];
  g_autofree char *stripped = g_strstrip (g_strdup (name));

  if (strchr (name, ',') == NULL && g_str_equal (stripped, name) && *name != '\0' && !g_str_equal (name, "*")
      && rensa_reading_find_column (self, name, NULL) == (int) column)
    return g_strdup (name);
  return g_strdup_printf ("%u", column);
}

static char *
dup_title (const RensaReading *self, guint column)
{
  return rensa_excerpt (self->names[column]);
}

/* Returns the indices of the omitted columns (element-type guint), owned by the caller. */
static GArray *
list_left_out (const RensaReading *self)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->n_columns; i++)
    if (self->left_out[i])
      g_array_append_val (columns, i);
  return columns;
}

static void
append_reference (const RensaReading *self, GString *text, guint column)
{
  g_autofree char *reference = dup_reference (self, column);

  g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", reference);
}

/* Returns the list @left_out with @column added or removed. */
static char *
dup_left_out (const RensaReading *self, const GArray *left_out, guint column, gboolean is_out)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < left_out->len; i++)
    {
      const guint other = g_array_index (left_out, guint, i);

      if (is_out && other >= column)
        {
          append_reference (self, text, column);
          is_out = FALSE;
        }
      if (other != column)
        append_reference (self, text, other);
    }
  if (is_out)
    append_reference (self, text, column);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Changes offered in several places */

static void
offer_delimiters (const RensaReading *self, RensaDataNote *note)
{
  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (delimiters[i].sign != self->form.delimiter)
      rensa_data_note_offer (note, g_strdup (_ (delimiters[i].label)), "delimiter", delimiters[i].value);
}

static void
offer_decimals (const RensaReading *self, RensaDataNote *note)
{
  for (guint i = 0; i < G_N_ELEMENTS (decimals); i++)
    if (decimals[i].sign != self->form.number.decimal)
      rensa_data_note_offer (note, g_strdup (_ (decimals[i].label)), "decimal", decimals[i].value);
}

static void
offer_header (const RensaReading *self, RensaDataNote *note)
{
  if (self->form.header)
    rensa_data_note_offer (note, g_strdup (_ ("First Row Contains Data")), "header", "false");
  else
    rensa_data_note_offer (note, g_strdup (_ ("First Row Is a Header")), "header", "true");
}

static void
offer_encodings (const RensaReading *self, RensaDataNote *note)
{
  static const RensaEncoding all[] = { RENSA_ENCODING_WINDOWS_1252, RENSA_ENCODING_UTF_8, RENSA_ENCODING_UTF_16_LE };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i] != self->encoding)
      {
        const char *name = rensa_encoding_get_name (all[i]);

        /* Translators: an encoding, such as Windows-1252. */
        rensa_data_note_offer (note, g_strdup_printf (_ ("Read as %s"), name), "encoding", name);
      }
}

static void
offer_missing (RensaDataNote *note, const char *present)
{
  static const struct
  {
    const char *value;
    const char *label;
  } all[] = {
    { "mean", N_ ("Fill with the Mean") },
    { "drop", N_ ("Drop These Rows") },
    { "zero", N_ ("Fill with Zero") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (!g_str_equal (all[i].value, present))
      rensa_data_note_offer (note, g_strdup (_ (all[i].label)), "missing", all[i].value);
}

static void
offer_left_out (const RensaReading *self, RensaDataNote *note, const GArray *left_out, guint column, gboolean is_out)
{
  g_autofree char *list = dup_left_out (self, left_out, column, is_out);
  g_autofree char *title = dup_title (self, column);

  /* Translators: the column of a table. */
  rensa_data_note_offer (note, g_strdup_printf (is_out ? _ ("Exclude %s") : _ ("Use %s"), title), "leave_out", list);
}

static void
offer_to_leave_out (const RensaReading *self, RensaDataNote *note, guint column)
{
  g_autoptr (GArray) left_out = list_left_out (self);

  offer_left_out (self, note, left_out, column, TRUE);
}

/* @categorical: columns that are already listed */
static void
offer_categorical (const RensaReading *self, RensaDataNote *note, const char *categorical, guint column)
{
  g_autofree char *reference = dup_reference (self, column);
  g_autofree char *list = g_strconcat (categorical, *categorical != '\0' ? ", " : "", reference, NULL);
  g_autofree char *title = dup_title (self, column);

  /* Translators: the column of a table. */
  rensa_data_note_offer (note, g_strdup_printf (_ ("Treat %s as Categories"), title), "categorical", list);
}

static void
offer_label (const RensaReading *self, RensaDataNote *note, guint column)
{
  g_autofree char *reference = dup_reference (self, column);
  g_autofree char *title = dup_title (self, column);

  /* Translators: the column of a table. */
  rensa_data_note_offer (note, g_strdup_printf (_ ("Predict %s"), title), "label", reference);
}

/* How the table was read */

static void
tell_form (const RensaReading *self, GPtrArray *notes)
{
  const RensaNumberForm *number = &self->form.number;

  for (guint i = 0; i < G_N_ELEMENTS (delimiters); i++)
    if (delimiters[i].sign == self->form.delimiter && self->n_columns > 1)
      offer_delimiters (self, rensa_data_notes_add (notes, RENSA_DATA_READING, g_strdup (_ (delimiters[i].reading))));
  for (guint i = 0; i < G_N_ELEMENTS (decimals); i++)
    if (decimals[i].sign == number->decimal && self->form.has_fractions)
      offer_decimals (self, rensa_data_notes_add (notes, RENSA_DATA_READING, g_strdup (_ (decimals[i].reading))));
  for (guint i = 0; i < G_N_ELEMENTS (thousands); i++)
    if (thousands[i].sign == number->thousands)
      rensa_data_note_offer (rensa_data_notes_add (notes, RENSA_DATA_READING, g_strdup (_ (thousands[i].reading))),
                             g_strdup (_ ("No Thousands Separator")), "thousands", "none");

  offer_header (self, rensa_data_notes_add (notes, RENSA_DATA_READING,
                                            g_strdup (self->form.header            ? _ ("header in row 1")
                                                      : self->has_names_in_comment ? _ ("column names in a comment")
                                                                                   : _ ("no header"))));
  offer_encodings (
      self, rensa_data_notes_add (notes, RENSA_DATA_READING, g_strdup (rensa_encoding_get_name (self->encoding))));
}

static void
tell_comments (const RensaReading *self, GPtrArray *notes)
{
  const gulong n = (gulong) self->n_comments;

  if (n > 0)
    rensa_data_notes_add (
        notes, RENSA_DATA_READING,
        g_strdup_printf (g_dngettext ("rensa", "%lu comment line skipped", "%lu comment lines skipped", n), n));
}

static char *
describe_unit (const RensaUnit *unit, const char *title)
{
  if (strstr (unit->text, "YYYY") != NULL)
    /* Translators: a column and the form of its dates. */
    return g_strdup_printf (_ ("%s as days since 1970 (%s)"), title, unit->text);
  /* Translators: a column and the unit of its numbers: "price in €". */
  return g_strdup_printf (_ ("%s in %s"), title, unit->text);
}

static void
tell_units (const RensaReading *self, const char *categorical, GPtrArray *notes)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      const RensaColumn *column = &self->columns[i];
      g_autofree char *title = NULL;

      if (*column->unit.text == '\0' || column->as_words || self->left_out[i])
        continue;
      title = dup_title (self, i);
      offer_categorical (self, rensa_data_notes_add (notes, RENSA_DATA_READING, describe_unit (&column->unit, title)),
                         categorical, i);
    }
}

static char *
describe_missing (const char *missing, gulong n)
{
  if (g_str_equal (missing, "drop"))
    return g_strdup_printf (g_dngettext ("rensa", "%lu incomplete row dropped", "%lu incomplete rows dropped", n), n);
  if (g_str_equal (missing, "mean"))
    return g_strdup_printf (
        g_dngettext ("rensa", "%lu incomplete row filled with the mean", "%lu incomplete rows filled with the mean", n),
        n);
  return g_strdup_printf (
      g_dngettext ("rensa", "%lu incomplete row filled with zero", "%lu incomplete rows filled with zero", n), n);
}

static void
tell_missing (const RensaReading *self, const char *missing, GPtrArray *notes)
{
  if (self->n_incomplete > 0)
    offer_missing (
        rensa_data_notes_add (notes, RENSA_DATA_READING, describe_missing (missing, (gulong) self->n_incomplete)),
        missing);
}

/* Anomalies */

/* Returns TRUE if only a few values in a column of numbers with a unit lack the unit. If many
 * do, as in 9a and 9b, the column contains words. */
static gboolean
lacks_units (const RensaColumn *column)
{
  return column->as_words && *column->unit.text != '\0' && column->n_texts > 0
         && column->n_texts <= MAX (1, column->n_numbers / 5);
}

/* Warns about a text that may mean either 1234 or 1.234. */
static void
warn_of_doubt (const RensaReading *self, GPtrArray *notes)
{
  const char other = self->form.number.decimal == '.' ? ',' : '.';
  RensaDataNote *note;
  double value;

  if (*self->form.doubtful == '\0' || !rensa_number_parse_any (self->form.doubtful, &self->form.number, &value))
    return;

  note = rensa_data_notes_add (
      notes, RENSA_DATA_WARNING,
      g_strdup_printf (_ ("“%s” is read as %.10g, but would be a different number with another decimal separator."),
                       self->form.doubtful, value));
  for (guint i = 0; i < G_N_ELEMENTS (decimals); i++)
    if (decimals[i].sign == other)
      rensa_data_note_offer (note, g_strdup (_ (decimals[i].label)), "decimal", decimals[i].value);
}

static void
warn_of_column (const RensaReading *self, guint i, GPtrArray *notes, guint *n_warnings)
{
  const RensaColumn *column = &self->columns[i];
  const gulong n_words = column->texts != NULL ? column->texts->len : 0;
  const gboolean is_label = (int) i == self->label;
  const gboolean is_many = n_words > MANY_WORDS && n_words * 2 >= (gulong) self->n_rows;
  g_autofree char *title = dup_title (self, i);
  g_autofree char *example = NULL;
  char *text = NULL;

  if (is_many && is_label)
    text = g_strdup_printf (_ ("The label %s has %lu classes in %lu rows. Is this the column to predict?"), title,
                            n_words, (gulong) self->n_rows);
  else if (is_many && column->kind == RENSA_COLUMN_AUTO)
    text = g_strdup_printf (_ ("%s has %lu distinct words in %lu rows. Exclude it?"), title, n_words,
                            (gulong) self->n_rows);
  else if (lacks_units (column))
    {
      example = rensa_excerpt (column->bad_text);
      text = g_strdup_printf (_ ("%s is treated as categories: most values are numbers in %s, but line %u has “%s”."),
                              title, column->unit.text, column->bad_line, example);
    }
  else if (n_words > MANY_WORDS && column->kind == RENSA_COLUMN_AUTO && column->n_like_numbers * 2 > column->n_texts)
    {
      example = rensa_excerpt (column->bad_text);
      text = g_strdup_printf (_ ("%s contains words such as “%s”, not numbers. Exclude it?"), title, example);
    }
  else if (column->is_counter && column->n_numbers > MANY_WORDS && !column->as_words && !is_label
           && column->n_missing == 0)
    text = g_strdup_printf (_ ("%s contains only row numbers. Exclude it?"), title);
  if (text == NULL)
    return;

  if (++*n_warnings > MOST_WARNINGS)
    g_free (text);
  else if (is_label)
    rensa_data_notes_add (notes, RENSA_DATA_WARNING, text);
  else
    offer_to_leave_out (self, rensa_data_notes_add (notes, RENSA_DATA_WARNING, text), i);
}

static void
tell_columns (const RensaReading *self, GPtrArray *notes)
{
  g_autoptr (GArray) left_out = list_left_out (self);

  for (guint i = 0; i < self->n_columns; i++)
    {
      const RensaDataNoteKind kind = (int) i == self->label ? RENSA_DATA_LABEL
                                     : self->left_out[i]    ? RENSA_DATA_LEFT_OUT
                                                            : RENSA_DATA_INPUT;
      RensaDataNote *note = rensa_data_notes_add (notes, kind, g_strdup (self->names[i]));

      if (kind == RENSA_DATA_LABEL)
        {
          const gboolean is_class = self->columns[i].as_words;

          if (!is_class || self->columns[i].n_texts == 0)
            rensa_data_note_offer (note, g_strdup (is_class ? _ ("Predict a Value") : _ ("Predict a Class")),
                                   "label_kind", is_class ? "value" : "class");
          continue;
        }
      offer_label (self, note, i);
      if ((guint64) left_out->len * self->n_columns <= MOST_REFERENCES)
        offer_left_out (self, note, left_out, i, kind == RENSA_DATA_INPUT);
    }
}

void
rensa_reading_tell (const RensaReading *self, const char *missing, const char *categorical, GPtrArray *notes)
{
  guint n_warnings = 0;

  tell_form (self, notes);
  tell_comments (self, notes);
  tell_units (self, categorical, notes);
  tell_missing (self, missing, notes);
  warn_of_doubt (self, notes);
  for (guint i = 0; i < self->n_columns; i++)
    if (!self->left_out[i])
      warn_of_column (self, i, notes, &n_warnings);
  tell_columns (self, notes);
}

/* Remedies */

/* Offers to treat a word of @column as missing, in addition to the usual ones. */
static void
offer_missing_text (const RensaReading *self, RensaDataNote *note, const char *text)
{
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *excerpt = rensa_excerpt (text);
  const char *const *const known[] = { self->missing.always, self->missing.among_numbers };

  if (strchr (text, ',') != NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    for (guint j = 0; known[i] != NULL && known[i][j] != NULL; j++)
      g_string_append_printf (list, "%s,", known[i][j]);
  g_string_append (list, text);
  /* Translators: a text in a table. */
  rensa_data_note_offer (note, g_strdup_printf (_ ("Treat “%s” as Missing"), excerpt), "missing_text", list->str);
}

static void
advise_on_numbers (const RensaReading *self, const char *categorical, RensaDataNote *note)
{
  offer_decimals (self, note);
  offer_header (self, note);
  for (guint i = 0; i < self->n_columns; i++)
    if (!self->left_out[i] && rensa_column_is_bad (&self->columns[i]))
      {
        offer_missing_text (self, note, self->columns[i].bad_text);
        offer_categorical (self, note, categorical, i);
        if ((int) i != self->label)
          offer_to_leave_out (self, note, i);
        return;
      }
}

static void
advise_on_missing (const RensaReading *self, const char *missing, RensaDataNote *note)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (!self->left_out[i] && (int) i != self->label && self->columns[i].n_missing == (guint64) self->n_rows)
      {
        offer_to_leave_out (self, note, i);
        return;
      }
  offer_missing (note, missing);
}

void
rensa_reading_advise (const RensaReading *self, const char *missing, const char *categorical, GPtrArray *notes)
{
  RensaDataNote *note = rensa_data_notes_add (notes, RENSA_DATA_REMEDY, NULL);

  switch (self->stage)
    {
    case RENSA_READING_TEXT:
      offer_encodings (self, note);
      break;
    case RENSA_READING_ROWS:
      offer_delimiters (self, note);
      offer_header (self, note);
      break;
    case RENSA_READING_COLUMNS:
      offer_delimiters (self, note);
      offer_header (self, note);
      if (self->n_columns > 0)
        offer_label (self, note, self->n_columns - 1);
      rensa_data_note_offer (note, g_strdup (_ ("Use All Columns")), "leave_out", "");
      break;
    case RENSA_READING_NUMBERS:
      advise_on_numbers (self, categorical, note);
      break;
    case RENSA_READING_MISSING:
      advise_on_missing (self, missing, note);
      break;
    default:
      break;
    }
}
