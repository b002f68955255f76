/* rensa-shipped.h: trained weights that are installed with Rensa.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Prefix of "weights" in a document that refers to an installed file. */
#define RENSA_SHIPPED "rensa:"
/* Features of pictures, and the document that they were trained with. */
#define RENSA_SHIPPED_FEATURES "features.npz"
#define RENSA_SHIPPED_FEATURES_DOCUMENT "features.rensa"

gboolean rensa_shipped_is (const char *weights);
/* Returns the path of the file @name among the installed networks; NULL if it is not installed. */
char *rensa_shipped_find (const char *name);
/* Returns TRUE if "weights" of a document can be used. For an installed file, the SHA-256 is
 * compared: RENSA_ERROR_NOT_FOUND if there is no such file, RENSA_ERROR_FORMAT if its contents
 * differ. */
gboolean rensa_shipped_check (const char *weights, GError **error);

G_END_DECLS
