/* studio-simple-form.h: converts a document with a training step to an equivalent one without.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* Returns the simple document that rensa_document_open_step () would turn into @document, ignoring
 * node positions; NULL if
 * @document is already simple or its step has no simple equivalent. */
RensaDocument *studio_simple_form_new (RensaDocument *document);

G_END_DECLS
