/* rensa-c-model-private.h: the trained model of a document as a program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-c-private.h"
#include "rensa-trained-private.h"

G_BEGIN_DECLS

/**
 * RensaCModel:
 * @stem: base name of files and functions
 * @folder: destination of the files
 *
 * Input for the program.
 */
typedef struct
{
  RensaTrained trained;
  RensaTape *tape;
  RensaCPlan *plan;
  char *stem;
  char *folder;
} RensaCModel;

/* Loads data and weights. @self must be empty, and cleared even after an error. */
gboolean rensa_c_model_load (RensaCModel *self, RensaDocument *document, const RensaExportTarget *target,
                             GError **error);
void rensa_c_model_clear (RensaCModel *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCModel, rensa_c_model_clear)

/* "folder/moons.h" */
char *rensa_c_model_dup_path (const RensaCModel *self, const char *ending);

G_END_DECLS
