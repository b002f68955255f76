/* studio-summary.h: a component of a document in two lines.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* @title: its type ("Adam", or "20 epochs" for a trigger of that period, whose type is then in the
 * details); @details: what differs from the defaults
 * ("alpha 0.01, beta1 0.8"), for an extension when it acts ("every epoch"), else the summary of the type. */
typedef struct
{
  char *title;
  char *details;
} StudioSummary;

/* Of a component that is wrong the details are the sentence that says why. */
StudioSummary *studio_summary_new (RensaDocument *document, const char *path);
void studio_summary_free (StudioSummary *summary);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioSummary, studio_summary_free)

G_END_DECLS
