/* rensa-python-prove-private.h: whether the model of a Python program answers as the model does.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/**
 * RensaPythonLibrary:
 * @package: as Python imports it
 * @title: for people
 * @ask: a function ask (program, weights, inputs) of Python: what the program's predictor with the parameters of the file @weights makes of
 * arrays, as an array, and the version of the library
 *
 * What programs are written for, where they are run.
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
 * Runs the model of the program that was saved at @target with its first 64 examples for validation, or for training where there are no
 * others, and compares its answers with those of the model, within rensa_export_proof_get_bound (). The Python is the one that the
 * environment's PYTHON names, or python3; RENSA_ERROR_NOT_FOUND where it does not have the library.
 */
gboolean rensa_python_prove (const RensaPythonLibrary *library, RensaDocument *document,
                             const RensaExportTarget *target, RensaExportProof *proof, GError **error);

G_END_DECLS
