/* rensa-python-prove-private.h: verification that a Python program computes the same as the model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/**
 * RensaPythonLibrary:
 * @package: import name in Python
 * @title: human-readable name
 * @ask: a Python function ask (program, weights, inputs): returns the result of the program's
 *   predictor for arrays, with the parameters of the file @weights, as an array, and the version of
 *   the library
 *
 * The library used by programs, as required to run them.
 */
typedef struct
{
  const char *package;
  const char *title;
  const char *ask;
} RensaPythonLibrary;

/**
 * rensa_python_prove:
 *
 * Runs the model of the program exported to @target with its first 64 validation examples, or
 * training examples if there are no others, and compares its answers with those of the model,
 * within rensa_export_proof_get_bound (). The Python interpreter is specified by the environment
 * variable PYTHON, or python3; RENSA_ERROR_NOT_FOUND if it does not have the library.
 */
gboolean rensa_python_prove (const RensaPythonLibrary *library, RensaDocument *document,
                             const RensaExportTarget *target, RensaExportProof *proof, GError **error);

G_END_DECLS
