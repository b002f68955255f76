/* cli-parts.h: the results of a cross validation.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

/* The validation values of the parts that have been trained, in the file parts.json of a folder. */
typedef struct _CliParts CliParts;

/* With what the file has of the parts before @first. RENSA_ERROR_IO, RENSA_ERROR_FORMAT. */
CliParts *cli_parts_new (const char *folder, int n, int first, GError **error);
void cli_parts_free (CliParts *parts);

/* "FOLDER/part-2" */
char *cli_parts_make_folder (const char *folder, int part);
/* The part that @snapshot lies in the folder of; 0 where it is none of 1 … @n. */
int cli_parts_find (const char *snapshot, int n);

/* What @trainer reported last, of part @part. */
gboolean cli_parts_add (CliParts *parts, int part, RensaTrainer *trainer, GError **error);
/* "validation/main/accuracy: 0.95 ± 0.021" for each value. */
void cli_parts_print (CliParts *parts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliParts, cli_parts_free)

G_END_DECLS
