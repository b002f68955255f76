/* project-fixture.h: what the tests of documents share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "folder.h"
#include "messages.h"
#include "rensa-builder.h"

/* A document that trains: two inputs, l1 (4 units), relu1, l2 (2 units), on 60 moons in batches of 10. */
extern const char test_document[];

/* One with a training step: x and z, noise, are what gen, dis, y_real = dis (x), x_fake = gen (z) and y_fake = dis (x_fake) are about; two
 * losses, loss_dis and loss_gen, in batches of 10 of the same data. */
extern const char test_step[];

/* g_test_init (), with everything in the registry. */
void project_tests_init (int *argc, char ***argv);

RensaDocument *document_of (const char *text);
/* A document with @model, "{'nodes': …}", and nothing else; ' stands for ". */
RensaDocument *document_of_model (const char *model);
/* @test_document with the first @find replaced, which must be there. */
char *document_text_with (const char *find, const char *replacement);
/* The same of @test_step; ' stands for ". */
char *step_text_with (const char *find, const char *replacement);
/* A document on the same data with @model, "{'nodes': …}", in place of its model; ' stands for ". */
RensaBuilder *builder_of_model (const char *model, GError **error);
RensaBuilder *builder_of (const char *text, GError **error);
/* Why nothing can be built of @text. */
GError *refusal_of (const char *text);
