/* graphs.h: graphs in Graphviz's language.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* Whether two graphs have the same nodes, with all their attributes, and the same edges between them, whatever numbers
 * their nodes have. */
gboolean check_graphs (const char *got, const char *want, GError **error);
