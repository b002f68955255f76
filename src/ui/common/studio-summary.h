/* studio-summary.h: a component of a document in two lines.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* @title: its type ("Adam", or "20 epochs" for a trigger of that period, whose type is then in the details); @details:
 * the learning rate of an optimizer and what differs from the defaults ("Learning rate 0.001 · beta1 0.8"), for an
 * extension when it acts ("every epoch"), else the summary of the type. */
typedef struct
{
  char *title;
  char *details;
} StudioSummary;

/* Of a component that is wrong the details are the sentence that says why. */
StudioSummary *studio_summary_new (RensaDocument *document, const char *path);
void studio_summary_free (StudioSummary *summary);

/* How the component of @other differs from that of @document, wherever the form of @other has it: the values that differ as @other has them
 * ("Learning rate 0"), or the whole of it where its type is another one. NULL where nothing differs. */
char *studio_summary_compare (RensaDocument *document, RensaDocument *other, const char *path);
/* The same for a list: which components @other has; NULL where they are of the same types in the same order. */
char *studio_summary_compare_lists (RensaDocument *document, RensaDocument *other, const char *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioSummary, studio_summary_free)

G_END_DECLS
