/* rensa-export-document.c: the document itself.
 * SPDX-License-Identifier: MIT */

#include "rensa-exporter.h"

#include "rensa-component.h"

static char *
write_document (RensaDocument *document, const RensaExportNames *names, GError **error)
{
  return rensa_document_to_text (document);
}

const RensaExporter rensa_exporter_document = {
  .name = "document",
  .title = N_ ("Document (JSON)"),
  .summary = N_ ("What the studio and the rensa command read"),
  .language = "json",
  .prefix = "",
  .ending = ".rensa",
  .usage = "rensa train %s",
  .write = write_document,
};
