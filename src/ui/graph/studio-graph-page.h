/* studio-graph-page.h: page with the graph that DumpGraph recorded.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-run.h"

G_BEGIN_DECLS

/* Property: run (NULL if there is none). Reads the graph when the page is first shown, or as soon
 * as it is recorded. */
#define STUDIO_TYPE_GRAPH_PAGE (studio_graph_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioGraphPage, studio_graph_page, STUDIO, GRAPH_PAGE, AdwBin)

GtkWidget *studio_graph_page_new (void);
/* Exports the whole graph in its current layout; the file name extension selects the format: .svg,
 * .pdf, .png, or .dot as recorded. */
gboolean studio_graph_page_save (StudioGraphPage *page, const char *path, GError **error);

G_END_DECLS
