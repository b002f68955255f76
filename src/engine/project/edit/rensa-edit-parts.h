/* rensa-edit-parts.h: a model during an edit: its JSON and its parsed form.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-edit.h"
#include "rensa-model.h"

G_BEGIN_DECLS

/* Spacing of nodes. */
#define RENSA_PITCH_X 220
#define RENSA_PITCH_Y 90

/**
 * RensaEdit: state of an edit. The JSON may be changed; @model describes it before the edit.
 * @document: NULL if nothing is changed
 * @model: model of the scope
 * @json: its JSON
 * @depth: number of nodes around the scope
 * @root: JSON of the document, if it has a step
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

/* rensa_edit_open () creates missing arrays of nodes and edges, and the document is parsed again
 * after rensa_edit_clear (); rensa_edit_read () creates nothing and leaves them NULL. */
gboolean rensa_edit_open (RensaEdit *edit, RensaDocument *document, const char *scope, GError **error);
gboolean rensa_edit_read (RensaEdit *edit, RensaDocument *document, const char *scope, GError **error);
void rensa_edit_clear (RensaEdit *edit);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaEdit, rensa_edit_clear)

guint rensa_edit_get_n_nodes (RensaEdit *edit);
/* Returns node @i of @nodes, as parsed. */
RensaModelNode *rensa_edit_get_node (RensaEdit *edit, guint i);
struct json_object *rensa_edit_get_json (RensaEdit *edit, guint i);
/* Returns the number in @nodes; -1 with an error. */
int rensa_edit_find (RensaEdit *edit, const char *name, GError **error);
/* Returns the numbers in @nodes, in their order, without duplicates. */
GArray *rensa_edit_find_all (RensaEdit *edit, const char *const *names, GError **error);
/* Returns FALSE with an error in a Sequential or ChainList, which have no connections. */
gboolean rensa_edit_need_wires (RensaEdit *edit, GError **error);

/* Returns a name of the usual form for a node of @type, or one like @like, that is free in @edit
 * and not in @taken (nullable). */
char *rensa_edit_name_for_type (RensaEdit *edit, const char *type);
char *rensa_edit_name_like (RensaEdit *edit, const char *like, GHashTable *taken);
gboolean rensa_edit_check_name (RensaEdit *edit, const char *name, GError **error);

/* Returns initial values for the attributes that have no default, as far as sensible ones exist;
 * NULL if there are none. */
struct json_object *rensa_component_guess_attrs (const RensaComponent *component);

/* Returns the text for an output of a node, "split1:1"; "l1" for the only one. */
char *rensa_edit_output_text (RensaEdit *edit, RensaModelSource source);
/* Returns the text for an input of a node, "sub1:b", independent of its other connections; "l1" for
 * the only one. @name: name of the node. */
char *rensa_node_slot_text (const RensaModelNode *node, const char *name, int slot);
char *rensa_edit_slot_text (RensaEdit *edit, int target, int slot);
/* Makes all connections into the node use texts that stay valid when others are added or
 * removed. */
void rensa_edit_pin_wires (RensaEdit *edit, int target);
struct json_object *rensa_edge_new (const char *from, const char *to);
/* Keeps the other members of the edge. */
void rensa_edge_set (struct json_object *edge, const char *key, const char *text);
/* Writes implied outputs into the document, so that another node does not change them. */
void rensa_edit_pin_outputs (RensaEdit *edit);
void rensa_edit_set_outputs (RensaEdit *edit, const char *text);
/* Replaces all outputs of node @node among the outputs of the model by @text; NULL removes them. */
void rensa_edit_replace_output (RensaEdit *edit, int node, const char *text);
/* Makes @text feed the consumers of the main output of @node and replace it as the output of a
 * model; the losses and reports of a step do not change. */
void rensa_edit_take_over (RensaEdit *edit, int node, const char *text);

/* In a step, whose outputs are the nodes of losses and reports: replaces @name by @to, or by
 * nothing. Losses are kept, so that the user can choose another node. */
void rensa_edit_rename_in_losses (RensaEdit *edit, const char *name, const char *to);
/* Replaces the model or link @name by @to among the learners of losses; NULL removes it. */
void rensa_json_rename_learner (struct json_object *document, const char *name, const char *to);
/* Moves an ending to another node: "l1:1" becomes "l2:1". */
void rensa_json_rename_ending (struct json_object *json, const char *key, const char *name, const char *to);
/* Finds the center of the nodes that have a position, except for Inputs; FALSE if there are none. */
gboolean rensa_json_find_middle (struct json_object *nodes, RensaPlace *middle);
/* Takes ownership of @element and inserts it before element @at of the array. */
void rensa_json_insert (struct json_object *array, guint at, struct json_object *element);
void rensa_json_set_position (struct json_object *node, double x, double y);
/* Returns the number of nested levels of brackets. */
guint rensa_json_count_levels (struct json_object *json);
/* Returns TRUE if the levels of @node fit into the scope @deeper levels down, else FALSE with an error. */
gboolean rensa_edit_check_depth (RensaEdit *edit, struct json_object *node, guint deeper, GError **error);

/* Returns a layout of the model: one place per node. */
RensaPlace *rensa_model_lay_out (const RensaModel *model);

G_END_DECLS
