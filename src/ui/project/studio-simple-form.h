/* studio-simple-form.h: a document without a training step that says the same as one with it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* The simple document of which rensa_document_open_step () makes the step of @document, wherever nodes stand on the canvas; NULL where
 * @document is simple or has a step that no simple document has. */
RensaDocument *studio_simple_form_new (RensaDocument *document);

G_END_DECLS
