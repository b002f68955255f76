/* studio-flow-box.c: flow boxes whose children are added and removed.
 * SPDX-License-Identifier: MIT */

#include "studio-flow-box.h"

static gboolean
move_cursor (GtkFlowBox *box)
{
  g_signal_stop_emission_by_name (box, "move-cursor");
  return FALSE;
}

static void
activate_cursor_child (GtkFlowBox *box)
{
  g_signal_stop_emission_by_name (box, "activate-cursor-child");
}

static void
toggle_cursor_child (GtkFlowBox *box)
{
  g_signal_stop_emission_by_name (box, "toggle-cursor-child");
}

void
studio_flow_box_forgo_cursor (GtkFlowBox *box)
{
  g_signal_connect (box, "move-cursor", G_CALLBACK (move_cursor), NULL);
  g_signal_connect (box, "activate-cursor-child", G_CALLBACK (activate_cursor_child), NULL);
  g_signal_connect (box, "toggle-cursor-child", G_CALLBACK (toggle_cursor_child), NULL);
}
