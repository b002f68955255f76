/* studio-summary.h: a component of a document in two lines.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* @title: its type ("Adam", or "20 epochs" for a trigger of that period, whose type is then in the
 *   details); @details: for an optimizer, the learning rate and the values that differ from their
 *   defaults ("Learning rate 0.001 · beta1 0.8"), for an extension its trigger ("every epoch"),
 *   else the summary of the type. */
typedef struct
{
  char *title;
  char *details;
} StudioSummary;

/* The details of an invalid component are the error message. */
StudioSummary *studio_summary_new (RensaDocument *document, const char *path);
void studio_summary_free (StudioSummary *summary);

/* Describes how the component of @other differs from that of @document at the corresponding
 * path: the differing values of @other ("Learning rate 0"), or the whole component if its type
 * differs. NULL if nothing differs. */
char *studio_summary_compare (RensaDocument *document, RensaDocument *other, const char *path);
/* Same for a list: the components of @other; NULL if they have the same types in the same order. */
char *studio_summary_compare_lists (RensaDocument *document, RensaDocument *other, const char *list);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioSummary, studio_summary_free)

G_END_DECLS
