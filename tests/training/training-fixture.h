/* training-fixture.h: what the tests of training share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "folder.h"
#include "messages.h"
#include "rensa-extensions.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-training-private.h"

/* g_test_init (), with all components in the registry. */
void training_tests_init (int *argc, char ***argv);

gboolean has_file (const char *folder, const char *name);
/* A file of tests/reference. */
char *reference_file (const char *name);

/**
 * Setup:
 *
 * A training of a Classifier on @n_examples (12) examples of 4 features and 3 classes, in batches of @batch_size (4),
 * @once or again and again, with @optimizer ("SGD(lr=0.1)") and @updater ("StandardUpdater") for @length (1) @unit ("epoch"), or until @stop fires, results in @out.  The model is Linear, unless it is
 * @noisy: then it has batch normalization and dropout too. Where there is a
 * @loss it takes the place of softmax_cross_entropy, and no accuracy is measured. @dataset and @predictor (which is taken over) replace these.
 */
typedef struct
{
  RensaDataset *dataset;
  RensaLink *predictor;
  gint64 n_examples;
  gint64 batch_size;
  gboolean once;
  gboolean shuffle;
  gboolean noisy;
  const char *loss;
  const char *optimizer;
  const char *updater;
  double length;
  const char *unit;
  const char *stop;
  const char *out;
} Setup;

/* Two trainers of the same setup train alike. */
RensaTrainer *trainer_new (const Setup *setup);
#define TRAINER(...) trainer_new (&(Setup){ __VA_ARGS__ })

RensaDataset *examples_new (gint64 n);
/* l1, relu, l2, relu, l3 with the units between: Chainer's MLP. */
RensaLink *mlp_new (gint64 n_in, gint64 n_units, gint64 n_out);
RensaLink *get_model (RensaTrainer *trainer);
/* All parameters and persistent values of the model, one after the other. */
GArray *get_weights (RensaTrainer *trainer);
void assert_same_weights (GArray *a, GArray *b);

/* "LogReport(keys='main/loss')"; @trigger is taken over. */
void extend (RensaTrainer *trainer, const char *extension, RensaTrigger *trigger);
/* An Evaluator on @dataset, in batches. */
void extend_evaluator (RensaTrainer *trainer, RensaDataset *dataset, gint64 batch_size);
RensaTrigger *every (double period, const char *unit);
void run_trainer (RensaTrainer *trainer);

/* An extension that does what a test asks for. */
typedef struct
{
  gboolean (*func) (RensaTrainer *trainer, gpointer data, GError **error);
  gpointer data;
  guint n_calls;
  guint n_errors;
  guint n_finalized;
} Probe;

extern const RensaExtensionClass probe_class;
/* @class is probe_class or a variety of it, @name new. */
Probe *add_probe (RensaTrainer *trainer, const RensaExtensionClass *class, const char *name, RensaTrigger *trigger);
/* Every array of both files but the times; texts cannot be read as arrays and are compared elsewhere. */
void assert_same_arrays (const char *path_a, const char *path_b);
