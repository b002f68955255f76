/* studio-data-request.h: a document for another thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* Documents cannot be shared between threads, but their text can. @root: the folder of data sets. */
typedef struct
{
  char *text;
  char *place;
  char *root;
} StudioDataRequest;

/* @text: taken over; the document, or what matters of it. */
StudioDataRequest *studio_data_request_new (RensaDocument *document, char *text, const char *root);
StudioDataRequest *studio_data_request_copy (const StudioDataRequest *request);
void studio_data_request_free (StudioDataRequest *request);
gboolean studio_data_request_equal (const StudioDataRequest *a, const StudioDataRequest *b);
/* In the other thread, which becomes one that computes: the document of the request. */
RensaDocument *studio_data_request_parse (const StudioDataRequest *request, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioDataRequest, studio_data_request_free)

G_END_DECLS
