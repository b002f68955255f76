/* rensa-python-prove.c: verification that a Python program computes the same as the model.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <math.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-npz.h"
#include "rensa-primitives.h"
#include "rensa-python-peer-private.h"
#include "rensa-python-prove-private.h"
#include "rensa-python-prove.py.inc"
#include "rensa-trained-private.h"

/* Number of examples compared. */
#define N_EXAMPLES 64

typedef struct
{
  RensaTrained trained;
  const char *weights;
  RensaDataset *examples;
  guint n_inputs;
  gint64 n;
  double bound;
} Proven;

static void
proven_clear (Proven *self)
{
  g_clear_pointer (&self->examples, rensa_dataset_unref);
  rensa_trained_clear (&self->trained);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Proven, proven_clear)

/* Returns the number of inputs of the model, or of the model named predictor in a step. */
static guint
count_inputs (const RensaNetwork *network)
{
  const RensaModel *model = rensa_network_get_model (network);
  const RensaModelNode *node = model->is_step ? rensa_network_find_node (network, "predictor") : NULL;

  return node != NULL && node->model != NULL ? node->model->inputs->len : model->inputs->len;
}

static gboolean
load (Proven *self, const RensaPythonLibrary *library, RensaDocument *document, const RensaExportTarget *target,
      GError **error)
{
  g_autofree char *weights = rensa_export_find_weights (document, target);

  if (weights == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       N_ ("Comparison requires a trained model; use --weights to choose its file"));
      return FALSE;
    }
  if (!rensa_trained_load (&self->trained, document, target, library->package, error))
    return FALSE;
  self->examples = rensa_trained_find_examples (&self->trained);
  self->n = MIN (N_EXAMPLES, rensa_dataset_get_length (self->examples));
  self->n_inputs = count_inputs (rensa_document_get_network (document));
  return TRUE;
}

/* Computes the answers of the model. */
static RensaArray *
ask_here (Proven *self, GError **error)
{
  gint64 indices[N_EXAMPLES];
  RensaArray *inputs[RENSA_MAX_FIELDS] = { NULL };
  RensaArray *y = NULL;
  g_autoptr (RensaArray) wide = NULL;
  guint n = 0;

  for (gint64 i = 0; i < self->n; i++)
    indices[i] = i;
  while (n < self->n_inputs
         && (inputs[n] = rensa_dataset_get_field (self->examples, (int) n, indices, self->n, error)) != NULL)
    n++;
  if (n == self->n_inputs)
    y = rensa_builder_ask (self->trained.builder, self->trained.predictor, inputs, n, error);
  rensa_arrays_clear (inputs, (int) n);
  wide = y != NULL ? rensa_array_cast (y, RENSA_FLOAT64, error) : NULL;
  self->bound = y != NULL ? rensa_export_proof_get_bound (rensa_array_get_dtype (y)) : 0;
  g_clear_pointer (&y, rensa_array_unref);
  return g_steal_pointer (&wide);
}

static GStrv
list_arguments (Proven *self, const RensaExportTarget *target, const char *script)
{
  static const char *const predictions[] = {
    [RENSA_PREDICTION_IDENTITY] = "identity",
    [RENSA_PREDICTION_SOFTMAX] = "softmax",
    [RENSA_PREDICTION_SIGMOID] = "sigmoid",
  };
  const RensaModel *model =
      rensa_network_get_model (rensa_facts_get_network (rensa_builder_get_facts (self->trained.builder, NULL)));
  const char *part = rensa_builder_get_test (self->trained.builder) != NULL ? "test" : "train";
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
  g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, self->n);

  g_strv_builder_add_many (arguments, script, target->path, self->weights,
                           predictions[rensa_builder_get_prediction (self->trained.builder)], n, NULL);
  for (guint i = 0; i < self->n_inputs; i++)
    {
      g_autofree char *key = model->is_step ? rensa_export_dup_field_key ((int) i, part)
                                            : rensa_export_dup_key ((int) i, (int) self->n_inputs, part);

      g_strv_builder_add (arguments, key);
    }
  return g_strv_builder_end (arguments);
}

/* Returns the answers of the program as JSON; NULL with an error if it fails, containing its last
 * line of output. */
static struct json_object *
ask_there (char **arguments, GError **error)
{
  g_autofree char *refusal = NULL;
  struct json_object *json = rensa_python_ask ((const char *const *) arguments, &refusal, error);

  if (refusal != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The program fails to run: %s"), refusal);
  return json;
}

/* Returns the largest distance; sets a message if one exceeds the bound, or if the number of
 * answers differs. */
static double
compare (RensaArray *y, struct json_object *values, double bound, RensaExportProof *proof)
{
  const gint64 count = rensa_array_get_count (y);
  const gint64 size = count / MAX (rensa_array_get_dim (y, 0), 1);
  g_autofree double *ours = rensa_attr_array_dup_numbers (y);
  double largest = 0;

  if (!json_object_is_type (values, json_type_array) || (gint64) json_object_array_length (values) != count)
    {
      proof->difference = g_strdup (_ ("The program returns a different number of values"));
      return NAN;
    }
  for (gint64 i = 0; i < count; i++)
    {
      const double theirs = json_object_get_double (json_object_array_get_idx (values, (size_t) i));
      const double distance = fabs (theirs - ours[i]) / MAX (fabs (ours[i]), 1);

      largest = MAX (largest, distance);
      if (!(distance <= bound) && proof->difference == NULL)
        proof->difference =
            g_strdup_printf (_ ("Example %lld produces a different prediction"), (long long) (i / size));
    }
  return largest;
}

static void
write_report (const RensaPythonLibrary *library, const RensaExportTarget *target, Proven *self, const char *version,
              double largest, RensaExportProof *proof)
{
  struct json_object *report = json_object_new_object ();
  struct json_object *answers;
  g_autofree char *name = g_path_get_basename (target->path);
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autofree char *hash = g_file_get_contents (target->path, &text, &length, NULL)
                              ? g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, (gssize) length)
                              : g_strdup ("");

  json_object_object_add (report, "program", json_object_new_string (name));
  json_object_object_add (report, "program_sha256", json_object_new_string (hash));
  json_object_object_add (report, "library", json_object_new_string (library->package));
  json_object_object_add (report, "version", json_object_new_string (version));
  answers = rensa_export_proof_add_answers (report, self->n, largest);
  json_object_object_add (answers, "bound", json_object_new_double (self->bound));
  proof->report = rensa_export_proof_write (report, proof->difference);
  json_object_put (report);
}

static gboolean
prove (const RensaPythonLibrary *library, Proven *self, const RensaExportTarget *target, const char *script,
       RensaExportProof *proof, GError **error)
{
  g_autoptr (RensaArray) y = ask_here (self, error);
  g_auto (GStrv) arguments = y != NULL ? list_arguments (self, target, script) : NULL;
  struct json_object *answers = arguments != NULL ? ask_there (arguments, error) : NULL;
  const char *version;
  double largest;

  if (answers == NULL)
    return FALSE;
  version = json_object_get_string (json_object_object_get (answers, "version"));
  largest = compare (y, json_object_object_get (answers, "values"), self->bound, proof);
  write_report (library, target, self, version != NULL ? version : "", largest, proof);
  json_object_put (answers);
  return TRUE;
}

gboolean
rensa_python_prove (const RensaPythonLibrary *library, RensaDocument *document, const RensaExportTarget *target,
                    RensaExportProof *proof, GError **error)
{
  g_auto (Proven) self = { 0 };
  g_autofree char *folder = NULL;
  g_autofree char *script = NULL;
  g_autofree char *weights = NULL;
  g_autofree char *text = g_strconcat (head, library->ask, tail, NULL);
  gboolean ok;

  if (!rensa_python_check_library (library->package, library->title, error)
      || !load (&self, library, document, target, error))
    return FALSE;
  folder = g_dir_make_tmp ("rensa-proof-XXXXXX", error);
  if (folder == NULL)
    return FALSE;
  script = g_build_filename (folder, "ask.py", NULL);
  weights = g_build_filename (folder, "model.npz", NULL);
  self.weights = weights;
  ok = g_file_set_contents (script, text, -1, error)
       && rensa_save_npz (weights, rensa_link_serialize, self.trained.model, FALSE, error)
       && prove (library, &self, target, script, proof, error);
  rensa_file_remove_folder (folder);
  return ok;
}
