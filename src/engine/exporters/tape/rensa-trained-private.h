/* rensa-trained-private.h: the trained model of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-exporter.h"

G_BEGIN_DECLS

/**
 * RensaTrained:
 * @builder: has loaded the data
 * @predictor: of @model; borrowed
 *
 * What is exported of a trained model.
 */
typedef struct
{
  RensaBuilder *builder;
  RensaLink *model;
  RensaLink *predictor;
} RensaTrained;

/* Loads data and weights. @self is empty before, and to be cleared also after an error. @exporter: what needs them,
 * for messages */
gboolean rensa_trained_load (RensaTrained *self, RensaDocument *document, const RensaExportTarget *target,
                             const char *exporter, GError **error);
void rensa_trained_clear (RensaTrained *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaTrained, rensa_trained_clear)

G_END_DECLS
