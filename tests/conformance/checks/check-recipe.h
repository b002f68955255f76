/* check-recipe.h: ways to train that are documents.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "conformance.h"

/* The document of that recipe; NULL where there is none. */
char *recipe_find_document (const char *name);
/* Trains what the document @path describes with the data and first parameters of @file, and compares. */
void check_recipe_document (Report *report, const char *name, CaseFile *file, const char *path);
