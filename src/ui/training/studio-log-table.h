/* studio-log-table.h: table of the LogReport entries.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* One row for each entry, one column for each key. Property: run (StudioRun). */
#define STUDIO_TYPE_LOG_TABLE (studio_log_table_get_type ())
G_DECLARE_FINAL_TYPE (StudioLogTable, studio_log_table, STUDIO, LOG_TABLE, AdwBin)

G_END_DECLS
