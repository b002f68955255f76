/* rensa-edit-private.h: a model that is being changed: its JSON and what was read from it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-edit.h"
#include "rensa-model-private.h"

G_BEGIN_DECLS

/* How far apart nodes stand. */
#define RENSA_PITCH_X 220
#define RENSA_PITCH_Y 90

/**
 * RensaEdit: what an edit works on. The JSON may be changed; @model tells how it was before.
 * @document: NULL where nothing is changed
 * @model: of the scope
 * @json: its JSON
 * @depth: how many nodes the scope lies within
 * @root: that of the document, where it has a step
 */
typedef struct
{
  RensaDocument *document;
  RensaNetwork *network;
  RensaModel *model;
  struct json_object *json;
  struct json_object *nodes;
  struct json_object *edges;
  guint depth;
  struct json_object *root;
} RensaEdit;

/* Missing arrays of nodes and edges are made, and what is read until rensa_edit_clear () is read anew then;
 * rensa_edit_read () makes nothing and leaves them NULL. */
gboolean rensa_edit_open (RensaEdit *edit, RensaDocument *document, const char *scope, GError **error);
gboolean rensa_edit_read (RensaEdit *edit, RensaDocument *document, const char *scope, GError **error);
void rensa_edit_clear (RensaEdit *edit);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaEdit, rensa_edit_clear)

guint rensa_edit_get_n_nodes (RensaEdit *edit);
/* Node @i of @nodes, as it was read. */
RensaModelNode *rensa_edit_get_node (RensaEdit *edit, guint i);
struct json_object *rensa_edit_get_json (RensaEdit *edit, guint i);
/* The number in @nodes; -1 with an error. */
int rensa_edit_find (RensaEdit *edit, const char *name, GError **error);
/* Numbers in @nodes, in their order, each once. */
GArray *rensa_edit_find_all (RensaEdit *edit, const char *const *names, GError **error);
/* FALSE with an error in a Sequential or ChainList. */
gboolean rensa_edit_need_wires (RensaEdit *edit, GError **error);

/* A name of the usual form for a node of @type, or one like @like, that is free in @edit and not in @taken (nullable). */
char *rensa_edit_name_for_type (RensaEdit *edit, const char *type);
char *rensa_edit_name_like (RensaEdit *edit, const char *like, GHashTable *taken);
gboolean rensa_edit_check_name (RensaEdit *edit, const char *name, GError **error);

/* Values to start with for the attributes that have no default, as far as there are sensible ones; NULL for none. */
struct json_object *rensa_component_guess_attrs (const RensaComponent *component);

/* "split1:1": what stands for an output of a node; "l1" for the only one. */
char *rensa_edit_output_text (RensaEdit *edit, RensaModelSource source);
/* "sub1:b": what stands for an input of a node whatever other wires there are; "l1" for the only one. @name: what the
 * node is called. */
char *rensa_node_slot_text (const RensaModelNode *node, const char *name, int slot);
char *rensa_edit_slot_text (RensaEdit *edit, int target, int slot);
/* Gives all wires into the node texts that stay right when others come and go. */
void rensa_edit_pin_wires (RensaEdit *edit, int target);
struct json_object *rensa_edge_new (const char *from, const char *to);
/* Keeps the other members. */
void rensa_edge_set (struct json_object *edge, const char *key, const char *text);
/* Says in the document what the outputs are, where it only follows from the wires, so that another node changes nothing. */
void rensa_edit_pin_outputs (RensaEdit *edit);
void rensa_edit_set_outputs (RensaEdit *edit, const char *text);
/* @text takes the place of all outputs of node @node of the model among those of the model; NULL takes them away. */
void rensa_edit_replace_output (RensaEdit *edit, int node, const char *text);
/* @text feeds what the main output of @node fed, and takes its place as the output of a model; the losses and reports of a step do not change. */
void rensa_edit_take_over (RensaEdit *edit, int node, const char *text);

/* In a step, whose outputs are what losses and reports name: @to, or nothing, takes the place of @name. A loss stays, for a person to say what
 * it is of. */
void rensa_edit_rename_in_losses (RensaEdit *edit, const char *name, const char *to);
/* @to takes the place of the model or link @name among those that learn from losses; NULL takes it away. */
void rensa_json_rename_learner (struct json_object *document, const char *name, const char *to);
/* The same ending at another node: "l1:1" becomes "l2:1". */
void rensa_json_rename_ending (struct json_object *json, const char *key, const char *name, const char *to);
/* The middle of those of an array of nodes that have a position; FALSE where none has. Inputs do not count. */
gboolean rensa_json_find_middle (struct json_object *nodes, RensaPlace *middle);
/* Takes @element over, and puts it before element @at of the array. */
void rensa_json_insert (struct json_object *array, guint at, struct json_object *element);
void rensa_json_set_position (struct json_object *node, double x, double y);
/* How many levels of brackets there are. */
guint rensa_json_count_levels (struct json_object *json);
/* Whether a node of so many levels fits into the scope @deeper levels down. */
gboolean rensa_edit_check_depth (RensaEdit *edit, struct json_object *node, guint deeper, GError **error);

/* Where the nodes of a model stand in a tidy drawing: one for each. */
RensaPlace *rensa_model_lay_out (const RensaModel *model);

G_END_DECLS
