/* rensa-c-model-private.h: the trained model of a document, as a program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-c-private.h"
#include "rensa-trained-private.h"

G_BEGIN_DECLS

/**
 * RensaCModel:
 * @stem: what files and functions are called
 * @folder: where the files go
 *
 * What is to be a program.
 */
typedef struct
{
  RensaTrained trained;
  RensaTape *tape;
  RensaCPlan *plan;
  char *stem;
  char *folder;
} RensaCModel;

/* Loads data and weights. @self is empty before, and to be cleared also after an error. */
gboolean rensa_c_model_load (RensaCModel *self, RensaDocument *document, const RensaExportTarget *target,
                             GError **error);
void rensa_c_model_clear (RensaCModel *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCModel, rensa_c_model_clear)

/* "folder/moons.h" */
char *rensa_c_model_dup_path (const RensaCModel *self, const char *ending);

G_END_DECLS
