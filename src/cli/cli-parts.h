/* cli-parts.h: results of a cross-validation.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* Validation values of the parts trained so far, stored in the file parts.json of a folder. */
typedef struct _CliParts CliParts;

/* Reads the entries of the parts before @first from the file. RENSA_ERROR_IO, RENSA_ERROR_FORMAT. */
CliParts *cli_parts_new (const char *folder, int n, int first, GError **error);
void cli_parts_free (CliParts *parts);

/* "FOLDER/part-2" */
char *cli_parts_make_folder (const char *folder, int part);
/* Returns the part whose folder contains @snapshot, or 0 if it is not one of 1 … @n. */
int cli_parts_find (const char *snapshot, int n);

/* Adds the validation values that @trainer reported last as those of part @part, and saves the file. */
gboolean cli_parts_add (CliParts *parts, int part, RensaTrainer *trainer, GError **error);
/* Prints "validation/main/accuracy: 0.95 ± 0.021" for each value. */
void cli_parts_print (CliParts *parts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliParts, cli_parts_free)

G_END_DECLS
