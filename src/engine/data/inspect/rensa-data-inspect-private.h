/* rensa-data-inspect-private.h: state of the inspection of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-data-inspect.h"
#include "rensa-data-notes.h"

G_BEGIN_DECLS

/* Limits for large data sets, of which only the first examples are read. */
#define RENSA_SURVEY_MOST_NUMBERS (1 << 25)
#define RENSA_SURVEY_MOST_EXAMPLES (1 << 20)
/* Maximum number of names in one message. */
#define RENSA_SURVEY_MOST_NAMED 3

/* @n examples with NaN or infinite values; @first: the lowest of their numbers in the whole data
 * set, counted from 1, ascending. */
typedef struct
{
  gint64 n;
  gint64 first[RENSA_SURVEY_MOST_NAMED];
} RensaBadExamples;

/* A column of the training examples. */
typedef struct
{
  double low;
  double high;
  double squares;
  gint64 n_bad;
  guint64 hash;
  gboolean is_repetition; /* duplicate of an earlier column */
} RensaSurveyColumn;

typedef struct
{
  RensaDataBundle *bundle;
  GCancellable *cancellable;
  gint64 n_columns;
  RensaSurveyColumn *columns;
  gint64 n_seen; /* examples for training */
  RensaBadExamples bad;
  GHashTable *hashes; /* hashes of the training examples */
  gint64 n_repeated;  /* validation examples that are among them */
  gint64 *counts[2];  /* counts of the classes */
  gint64 low;
  gint64 high;
} RensaSurvey;

void rensa_survey_clear (RensaSurvey *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaSurvey, rensa_survey_clear)

/* Adds a warning to the bundle; takes ownership of @text. */
RensaDataNote *rensa_survey_warn (RensaSurvey *self, char *text);
/* Offers to exclude the examples that @note is about, if the source can. */
void rensa_survey_offer_to_drop (const RensaSurvey *self, RensaDataNote *note);

/* Returns the number of examples of @n_numbers values each to read at a time. */
gint64 rensa_survey_get_chunk_size (gint64 n_numbers);
/* Returns the values of @n examples from @start on; NULL if they cannot be read. */
double *rensa_survey_read_field (RensaDataset *dataset, int field, gint64 start, gint64 n);

/* Adds example @i of @dataset. */
void rensa_bad_examples_add (RensaBadExamples *self, RensaDataset *dataset, gint64 i);
/* Returns "3, 17, 29 and 7 more". */
char *rensa_bad_examples_list (const RensaBadExamples *self);

void rensa_survey_inspect_labels (RensaSurvey *self, const RensaDataUse *use);

G_END_DECLS
