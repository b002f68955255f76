/* document.c: exports the document itself.
 * SPDX-License-Identifier: MIT */

#include "rensa-component.h"
#include "rensa-exporters.h"

static char *
write_document (RensaDocument *document, const RensaExportNames *names, GError **error)
{
  return rensa_document_to_text (document);
}

const RensaExporter rensa_document_exporter = {
  .name = "document",
  .title = N_ ("Document (JSON)"),
  .summary = N_ ("Format of the studio and the rensa command"),
  .language = "json",
  .prefix = "",
  .ending = ".rensa",
  .usage = "rensa train %s",
  .write = write_document,
};
