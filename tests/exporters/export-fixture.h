/* export-fixture.h: what the tests of exporters share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-exporter.h"

/* g_test_init (), with everything in the registry. */
void export_tests_init (int *argc, char ***argv);

/* "examples/moons.rensa" of the data folder, or "documents/double.rensa" of this one. */
RensaDocument *load_document (const char *name);
/* A document on moons with @model, "{'nodes': …}"; ' stands for ". */
RensaDocument *document_with_model (const char *model);
/* Asserts that it works. */
char *export_to_chainer (RensaDocument *document);

/* Runs a program; its output goes to the log of the test. Returns whether its exit status is 0. */
gboolean run_program (const char *folder, const char *const *argv);
/* A folder of its own, and away with it. */
char *make_folder (void);
void remove_folder (const char *folder);
