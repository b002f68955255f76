/* studio-canvas-node-private.h: declarations shared by the parts of a card.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-canvas-node.h"

G_BEGIN_DECLS

struct _StudioCanvasNode
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *header;
  GtkWidget *name_label;
  GtkWidget *tag_label;
  GtkWidget *pace; /* shown if it is called more than once */
  GtkWidget *frozen;
  GtkWidget *type_label;
  GtkWidget *details;
  GtkWidget *lower_type_label;
  GtkWidget *summary_label;
  GtkWidget *params_label;
  GtkWidget *badge; /* NULL unless there is a problem */
  GtkWidget *entry; /* NULL unless it is being renamed */

  RensaNetwork *network;
  const RensaModelNode *node; /* node of that network */
  const char *tint;
  char *description;
  graphene_rect_t rect;

  RensaPace shown_pace;
  int n_wired;
  GPtrArray *captions; /* captions of the outputs; NULL if unknown */
  char *params;        /* "78,500 parameters" */
  char *problem;
  char *repair;

  gboolean is_selected;
  double activity;
};

G_END_DECLS
