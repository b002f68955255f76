/* studio-data-request.h: passes a document to another thread.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* Documents cannot be shared between threads, but their text can. @root: folder of data sets. */
typedef struct
{
  char *text;
  char *place;
  char *root;
} StudioDataRequest;

/* @text: the document, or its relevant part; takes ownership. */
StudioDataRequest *studio_data_request_new (RensaDocument *document, char *text, const char *root);
StudioDataRequest *studio_data_request_copy (const StudioDataRequest *request);
void studio_data_request_free (StudioDataRequest *request);
gboolean studio_data_request_equal (const StudioDataRequest *a, const StudioDataRequest *b);
/* Parses the document of the request in the other thread, and prepares that thread for computation. */
RensaDocument *studio_data_request_parse (const StudioDataRequest *request, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioDataRequest, studio_data_request_free)

G_END_DECLS
