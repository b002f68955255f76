/* export-fixture.h: what the tests of exporters share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "folder.h"
#include "rensa-builder.h"
#include "rensa-exporter.h"

/* g_test_init (), with everything in the registry. */
void export_tests_init (int *argc, char ***argv);

/* "examples/moons.rensa" of the data folder, or "documents/double.rensa" of the folder chainer. */
RensaDocument *load_document (const char *name);
/* A document on moons with @model, "{'nodes': …}"; ' stands for ". */
RensaDocument *document_with_model (const char *model);
/* Asserts that there is such a one. */
const RensaExporter *find_exporter (const char *name);
/* The program, which reads its examples from data.npz. */
char *write_for (const char *target, RensaDocument *document, const char *weights, GError **error);
/* Likewise; asserts that it works. */
char *export_to (const char *target, RensaDocument *document);
void assert_within (const char *text, const char *expected);

/* Runs a program; its output goes to the log of the test. Returns whether its exit status is 0. */
gboolean run_program (const char *folder, const char *const *argv);
