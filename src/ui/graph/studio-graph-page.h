/* studio-graph-page.h: the graph that DumpGraph recorded.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-run.h"

G_BEGIN_DECLS

/* Property: run (NULL where there is none). The graph is read when the page is first seen, or as soon as it is recorded. */
#define STUDIO_TYPE_GRAPH_PAGE (studio_graph_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioGraphPage, studio_graph_page, STUDIO, GRAPH_PAGE, AdwBin)

GtkWidget *studio_graph_page_new (void);
/* All of the graph as it is laid out now; the ending tells the form: .svg, .pdf, .png, or .dot as it was recorded. */
gboolean studio_graph_page_save (StudioGraphPage *page, const char *path, GError **error);

G_END_DECLS
