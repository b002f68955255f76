/* conformance.h: comparing the engine with figures that Chainer made.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "arrays.h"
#include "rensa-attrs.h"
#include "rensa-npz.h"
#include "rensa-reporter.h"

typedef enum
{
  CASE_PASSED,
  CASE_FAILED,
  CASE_SKIPPED,
} CaseResult;

/* What the program has found so far.  One line is printed for each entry, a function or a link for instance; with @tap
 * one for each case, in the form of the Test Anything Protocol. */
typedef struct
{
  gboolean tap;
  guint n_passed;
  guint n_failed;
  guint n_skipped;

  /* of the entry that is going on */
  char *entry;
  guint entry_passed;
  guint entry_failed;
  double largest_error; /* as a multiple of what is allowed */
  GString *complaints;
} Report;

void report_begin (Report *report, const char *kind, const char *name);
void report_end (Report *report);
/* Skips the whole entry. */
void report_skip (Report *report, const char *kind, const char *name, const char *reason);
/* *@error is printed and cleared. */
void report_case (Report *report, const char *id, gboolean ok, GError **error);
/* An entry of one case. */
void report_single (Report *report, const char *kind, const char *name, gboolean ok, GError **error);
typedef gboolean (*CheckFunc) (Report *report, struct json_object *json, GError **error);
/* An entry with one case for each item of the list. */
void report_list (Report *report, const char *kind, const char *name, struct json_object *list, CheckFunc check);
/* Prints the sum; the exit status of the program. */
int report_finish (Report *report);

/* One JSON file and the NPZ beside it, if there is one. */
typedef struct
{
  char *dir;
  struct json_object *json;
  RensaNpz *arrays;
} CaseFile;

/* @dir/@name.json.  FALSE where it does not exist; ends the program with a sentence when it cannot be read. */
gboolean case_file_open (CaseFile *file, const char *dir, const char *name);
/* Another NPZ of the same folder takes the place of the one beside it; the same. */
gboolean case_file_set_arrays (CaseFile *file, const char *npz_name);
void case_file_close (CaseFile *file);

/* Members; NULL, 0 or FALSE where they are missing. */
struct json_object *get (struct json_object *object, const char *key);
const char *get_string (struct json_object *object, const char *key);
double get_double (struct json_object *object, const char *key, double fallback);
gboolean get_boolean (struct json_object *object, const char *key);
gint64 get_int (struct json_object *object, const char *key);
/* Members of a list; NULL gives 0 and NULL. */
int get_length (struct json_object *list);
struct json_object *get_item (struct json_object *list, int i);

/* The array that a string of the JSON names; NULL for null.  An array that is missing fails with an error. */
RensaArray *case_array (CaseFile *file, struct json_object *name, GError **error);
/* The array of that key. */
RensaArray *case_array_named (CaseFile *file, const char *key, GError **error);

/* A component of @kind with the members of @args or, where that is a list, its items in the order of the attributes.
 * NULL with an error. */
RensaAttrs *make_attrs (RensaComponentKind kind, const char *name, struct json_object *args, GError **error);

/* @value without what Python has and JSON has not: a tuple becomes a list, an array its numbers, {"float": "nan"} a number.
 * New; NULL for null. */
struct json_object *unpack (struct json_object *value);
/* Compares what stands under @prefix in the archive at @path with @saved, {"key": {"dtype", "value"}}. */
gboolean check_saved (const char *path, const char *prefix, RensaNpzStrictness strictness, struct json_object *saved,
                      GError **error);

typedef struct
{
  double rtol;
  double atol;
} Tolerance;

Tolerance get_tolerance (struct json_object *object);

/* |got - want| <= atol + rtol |want| for every element, NaN equals NaN; dtype and shape must agree.  @got NULL stands
 * for zeros. */
gboolean check_array (Report *report, const char *what, RensaArray *got, RensaArray *want, Tolerance tolerance,
                      GError **error);
/* The same for a list of numbers as the JSON holds them; null is NaN.  Shapes are not compared. */
gboolean check_values (Report *report, const char *what, RensaArray *got, struct json_object *want, Tolerance tolerance,
                       GError **error);
gboolean check_int (const char *what, gint64 got, gint64 want, GError **error);
gboolean check_number (Report *report, const char *what, double got, double want, Tolerance tolerance, GError **error);
/* All values of @got, and no others. */
gboolean check_observation (Report *report, RensaObservation *got, struct json_object *want, GError **error);

/* One function each for a folder or file of the reference; @dir is the folder given to the program. */
void check_functions (Report *report, const char *dir);
void check_distributions (Report *report, const char *dir);
void check_links (Report *report, const char *dir);
void check_hooks (Report *report, const char *dir);
void check_optimizers (Report *report, const char *dir);
void check_precision (Report *report, const char *dir);
void check_initializers (Report *report, const char *dir);
void check_serialized (Report *report, const char *dir);
void check_training (Report *report, const char *dir);
void check_recipes (Report *report, const char *dir);
void check_behaviour (Report *report, const char *dir);
void check_data (Report *report, const char *dir);
void check_behaviour_training (Report *report, const char *dir);
/* Lists of cases of triggers, schedules and other extensions. */
void check_triggers (Report *report, struct json_object *list, const char *kind);
void check_shifts (Report *report, struct json_object *list, const char *kind);
void check_statistics (Report *report, struct json_object *list);
void check_logs (Report *report, struct json_object *list);
void check_saved_summaries (Report *report, struct json_object *list);
void check_reporter (Report *report, struct json_object *list);
void check_lives (Report *report, struct json_object *list);
void check_printed (Report *report, struct json_object *list);
void check_extensions (Report *report, struct json_object *list);
void check_converters (Report *report, struct json_object *list);
void check_datasets (Report *report, struct json_object *list);
/* One run of a language model. */
void check_bptt (Report *report, const char *name, CaseFile *file);
/* Members "iterators" and "sequential_iterator". */
void check_iterators (Report *report, struct json_object *json);
/* One file of nets of Caffe. */
void check_caffe (Report *report, CaseFile *file);
/* Of the behaviour file, which is @json. */
void check_noise (Report *report, struct json_object *json);

/* Calls @func for every NAME.json in @dir/@sub, in the order of their names. */
void foreach_case_file (Report *report, const char *dir, const char *sub,
                        void (*func) (Report *report, const char *name, CaseFile *file));
