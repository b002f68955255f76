/* rensa-onnx-prove.c: verification that an ONNX file computes the same as the model.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-prove-private.h"
#include "rensa-onnx-prove.py.inc"

#include <json-c/json.h>
#include <math.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-onnx-model-private.h"
#include "rensa-primitives.h"
#include "rensa-python-peer-private.h"
#include "rensa-trials-private.h"
#include "rensa-tape-model-private.h"

/* Number of examples compared. */
#define N_REAL 64

/* State of a verification: @inputs of the samples, and the folder for files. */
typedef struct
{
  RensaOnnxModel model;
  RensaTrials samples;
  RensaArray *inputs[RENSA_MAX_FIELDS];
  guint n_inputs;
  char *folder;
  char *questions;
  char *answers;
} Proof;

static void
proof_clear (Proof *self)
{
  if (self->folder != NULL)
    rensa_file_remove_folder (self->folder);
  g_free (self->questions);
  g_free (self->answers);
  g_free (self->folder);
  rensa_arrays_clear (self->inputs, (int) self->n_inputs);
  rensa_trials_clear (&self->samples);
  rensa_onnx_model_clear (&self->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Proof, proof_clear)

/* Collects input @field of all samples; @offset: its position in each. */
static RensaArray *
collect (const Proof *self, const RensaArray *like, gsize offset, GError **error)
{
  const gsize size = (gsize) like->count * rensa_dtype_get_size (like->dtype);
  const gsize whole = self->samples.bytes->len / self->samples.n;
  g_autofree guint8 *bytes = g_malloc (size * self->samples.n + 1);
  RensaShape shape = like->shape;

  shape.dims[0] = self->samples.n;
  for (guint i = 0; i < self->samples.n; i++)
    memcpy (bytes + i * size, self->samples.bytes->data + i * whole + offset, size);
  return rensa_array_new_from_host (like->dtype, &shape, bytes, error);
}

/* Integers encode words and classes, so only values that occur in the data are valid. */
static gboolean
fill_samples (Proof *self, const RensaTape *tape, GError **error)
{
  for (guint i = 0; i < tape->inputs->len; i++)
    if (!rensa_dtype_is_floating (((RensaArray *) tape->inputs->pdata[i])->dtype))
      {
        const gboolean ok = rensa_trials_add_real (&self->model.trained, tape, 0, N_REAL, &self->samples, error);

        self->samples.n_tame = self->samples.n;
        return ok;
      }
  return rensa_trials_make (&self->model.trained, tape, N_REAL, &self->samples, error);
}

static gboolean
make_samples (Proof *self, GError **error)
{
  const RensaTrained *trained = &self->model.trained;
  g_autoptr (RensaTape) tape = rensa_tape_new_of_model (trained->builder, trained->predictor, 1, TRUE, error);
  gsize offset = 0;

  if (tape == NULL || !fill_samples (self, tape, error))
    return FALSE;
  if (self->samples.n == 0)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The data set has no examples to test the model with"));
      return FALSE;
    }
  for (guint i = 0; i < tape->inputs->len; i++)
    {
      RensaArray *like = tape->inputs->pdata[i];

      self->inputs[i] = collect (self, like, offset, error);
      if (self->inputs[i] == NULL)
        return FALSE;
      self->n_inputs++;
      offset += (gsize) like->count * rensa_dtype_get_size (like->dtype);
    }
  return TRUE;
}

static gboolean
serialize_inputs (gpointer data, RensaSerializer *serializer, GError **error)
{
  Proof *self = data;

  for (guint i = 0; i < self->n_inputs; i++)
    {
      g_autofree char *key = g_strdup_printf ("x%u", i);

      if (!rensa_serializer_array (serializer, key, &self->inputs[i], error))
        return FALSE;
    }
  return TRUE;
}

/* onnxruntime */

/* If the peer rejects the file, its message is stored in @refusal; FALSE with an error if it is not
 * available. */
static gboolean
ask_peer (Proof *self, const char *path, json_object *report, char **refusal, GError **error)
{
  const char *arguments[] = { "-c", script, path, self->questions, self->answers, NULL };
  g_autofree char *words = NULL;
  json_object *facts = rensa_python_ask (arguments, &words, error);

  if (facts != NULL)
    json_object_object_add (report, "peer", facts);
  if (words != NULL)
    *refusal = g_strdup_printf (_ ("onnxruntime rejects the model: %s"), words);
  return facts != NULL || words != NULL;
}

/* Comparing */

static double
get_distance (double found, double expected)
{
  if (found == expected || (isnan (found) && isnan (expected)))
    return 0;
  return isfinite (found) && isfinite (expected) ? fabs (found - expected) / MAX (1, fabs (expected)) : INFINITY;
}

/* Compares @n numbers per example. Huge numbers are counted, but not judged: sums of them consist
 * only of rounding errors. */
static void
compare (const Proof *self, const double *found, const double *expected, gint64 n, double bound, json_object *report,
         RensaExportProof *proof)
{
  const gint64 size = n / self->samples.n;
  double largest = 0;
  gint64 n_wild = 0;

  for (gint64 i = 0; i < n; i++)
    {
      const double distance = get_distance (found[i], expected[i]);

      if (i / size >= self->samples.n_tame)
        {
          n_wild += !(distance <= bound);
          continue;
        }
      largest = MAX (largest, distance);
      if (!(distance <= bound) && proof->difference == NULL)
        proof->difference = g_strdup_printf (_ ("Example %lld: prediction %lld is %.9g, but %.9g was expected"),
                                             (long long) (i / size), (long long) (i % size), found[i], expected[i]);
    }
  json_object_object_add (report, "samples", json_object_new_int64 (self->samples.n));
  rensa_export_proof_add_answers (report, self->samples.n_tame, largest);
  json_object_object_add (report, "other_answers_to_wild_numbers", json_object_new_int64 (n_wild));
}

static double *
dup_numbers (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) wide = rensa_array_cast (array, RENSA_FLOAT64, error);
  double *numbers = wide != NULL ? g_new (double, wide->count + 1) : NULL;

  if (numbers != NULL && !rensa_array_to_host (wide, numbers, error))
    g_clear_pointer (&numbers, g_free);
  return numbers;
}

static gboolean
compare_answers (Proof *self, json_object *report, RensaExportProof *proof, GError **error)
{
  const RensaTrained *trained = &self->model.trained;
  g_autoptr (RensaArray) expected =
      rensa_builder_ask (trained->builder, trained->predictor, self->inputs, self->n_inputs, error);
  g_autoptr (RensaNpz) npz = expected != NULL ? rensa_npz_open (self->answers, error) : NULL;
  g_autoptr (RensaArray) found = npz != NULL ? rensa_npz_read (npz, "y", error) : NULL;
  g_autofree double *expected_numbers = found != NULL ? dup_numbers (expected, error) : NULL;
  g_autofree double *found_numbers = expected_numbers != NULL ? dup_numbers (found, error) : NULL;

  if (found_numbers == NULL)
    return FALSE;
  if (rensa_shape_equal (&found->shape, &expected->shape))
    compare (self, found_numbers, expected_numbers, found->count, rensa_export_proof_get_bound (expected->dtype),
             report, proof);
  else
    {
      g_autofree char *found_shape = rensa_shape_to_string (&found->shape);
      g_autofree char *expected_shape = rensa_shape_to_string (&expected->shape);

      proof->difference =
          g_strdup_printf (_ ("The predictions have the shape %s, but %s was expected"), found_shape, expected_shape);
    }
  return TRUE;
}

static gboolean
prepare (Proof *self, RensaDocument *document, const RensaExportTarget *target, GError **error)
{
  if (!rensa_onnx_model_load (&self->model, document, target, error) || !make_samples (self, error))
    return FALSE;
  self->folder = g_dir_make_tmp ("rensa-proof-XXXXXX", error);
  if (self->folder == NULL)
    return FALSE;
  self->questions = g_build_filename (self->folder, "questions.npz", NULL);
  self->answers = g_build_filename (self->folder, "answers.npz", NULL);
  return rensa_save_npz (self->questions, serialize_inputs, self, FALSE, error);
}

static void
add_file (json_object *report, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *bytes = NULL;
  gsize size = 0;
  g_autofree char *hash = g_file_get_contents (path, &bytes, &size, NULL)
                              ? g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, size)
                              : g_strdup ("");

  json_object_object_add (report, "model", json_object_new_string (name));
  json_object_object_add (report, "model_sha256", json_object_new_string (hash));
}

gboolean
rensa_onnx_prove (RensaDocument *document, const RensaExportTarget *target, RensaExportProof *proof, GError **error)
{
  g_auto (Proof) self = { 0 };
  json_object *report = json_object_new_object ();
  gboolean ok =
      rensa_python_check_library ("onnxruntime", "onnxruntime", error) && prepare (&self, document, target, error);

  add_file (report, target->path);
  ok = ok && ask_peer (&self, target->path, report, &proof->difference, error);
  if (ok && proof->difference == NULL)
    ok = compare_answers (&self, report, proof, error);
  if (ok)
    proof->report = rensa_export_proof_write (report, proof->difference);
  json_object_put (report);
  return ok;
}
