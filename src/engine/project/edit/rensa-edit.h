/* rensa-edit.h: changes of a document's model, node by node and wire by wire.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-data-notes.h"
#include "rensa-network.h"

G_BEGIN_DECLS

/* All of these change @document in place. @scope is the path of the Chain that the change is in: "" for the outermost
 * model, "block" or "block.inner" below. Errors name what does not exist. Lists of names are NULL-terminated. */

/* Adds a node of @type ("Linear", "relu", "Input", "Chain") under a free name of the usual form (l1, conv2, relu3), or
 * @name; returns its name. A link's required attributes without default get a sensible start (out_size 10). */
char *rensa_document_add_node (RensaDocument *document, const char *scope, const char *type, const char *name, double x,
                               double y, GError **error);
/* Puts a new node into the wire from @after: what @after fed is fed by the new node. Where @after feeds nothing, or is
 * the model's output, the new node takes its place as output; losses and reports of a step stay what they are. Returns the new node's name. */
char *rensa_document_insert_after (RensaDocument *document, const char *scope, const char *after, const char *type,
                                   double x, double y, GError **error);
/* Removes nodes and their wires; where a node has one source and one output, the gap is closed. */
gboolean rensa_document_remove_nodes (RensaDocument *document, const char *scope, const char *const *names,
                                      GError **error);
gboolean rensa_document_rename_node (RensaDocument *document, const char *scope, const char *name, const char *to,
                                     GError **error);
gboolean rensa_document_move_node (RensaDocument *document, const char *scope, const char *name, double x, double y,
                                   GError **error);
gboolean rensa_document_set_repeat (RensaDocument *document, const char *scope, const char *name, int repeat,
                                    GError **error);
/* Freezes those of the nodes that can be, or the models that they call, or lets them learn again. */
gboolean rensa_document_set_frozen (RensaDocument *document, const char *scope, const char *const *names,
                                    gboolean is_frozen, GError **error);
/* @from: "l1" or "split1:1"; @to: "relu1", "sub1:b". A wire that is already at that port is replaced. A cycle is refused. Where @from is the output of
 * the model, or that is a bare Input and @from an Input, too, the end of what follows becomes the output. */
gboolean rensa_document_connect (RensaDocument *document, const char *scope, const char *from, const char *to,
                                 GError **error);
/* Puts nodes that are wired to one another behind @after: it feeds the port @to of the first of them, and the node @last feeds what @after fed. */
gboolean rensa_document_splice (RensaDocument *document, const char *scope, const char *after, const char *to,
                                const char *last, GError **error);
/* @wire: its id in the network of @document; those of later wires of the same model are one less then. */
gboolean rensa_document_disconnect (RensaDocument *document, int wire, GError **error);
/* Puts a new node into a wire that leads from one node to another: what that led to takes what the new node gives. Returns its
 * name. */
char *rensa_document_insert_into_wire (RensaDocument *document, int wire, const char *type, double x, double y,
                                       GError **error);
/* Makes @name the (only) output of the model. */
gboolean rensa_document_set_output (RensaDocument *document, const char *scope, const char *name, GError **error);

/* The nodes with the wires between them, as JSON text that paste takes, also from another document or as text of
 * another program's clipboard. */
char *rensa_document_copy_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error);
/* Returns the names of the new nodes; @dx, @dy: how far from the old places. */
char **rensa_document_paste_nodes (RensaDocument *document, const char *scope, const char *text, double dx, double dy,
                                   GError **error);
/* Makes a Chain of the nodes, with an Input for each wire that enters; only where one wire leaves. Returns its name. */
char *rensa_document_group_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error);
/* Puts the nodes of a Chain in its place. */
gboolean rensa_document_ungroup_node (RensaDocument *document, const char *scope, const char *name, GError **error);
/* Gives all nodes of the scope positions: layers from top to bottom, wires crossing little. */
gboolean rensa_document_tidy (RensaDocument *document, const char *scope, GError **error);

/* The models that a training step calls. A new one has an Input and nothing else; its name is @name, or a free one, which is returned. */
char *rensa_document_add_model (RensaDocument *document, const char *name, GError **error);
/* With it go its calls, and those that learn from losses know it no more. */
gboolean rensa_document_remove_model (RensaDocument *document, const char *name, GError **error);
gboolean rensa_document_rename_model (RensaDocument *document, const char *name, const char *to, GError **error);
/* A node of the step as one more of its losses, with the usual optimizer and, where there are others, for the models that it reaches and no
 * other loss teaches (where that leaves none, all that it reaches; a loss that all learned from is left to those that it reaches), or in place of the node that a loss had and that
 * is gone; or as one more value that is reported. Both lists, "losses" and
 * "reports", are changed by rensa_document_remove_component () and its like, too. */
gboolean rensa_document_add_loss (RensaDocument *document, const char *node, GError **error);
gboolean rensa_document_add_report (RensaDocument *document, const char *node, GError **error);
/* Makes a training step of what a simple document leaves unsaid: a model called "predictor", its call, loss and accuracy. It trains
 * with the same numbers. Nothing is done where there is a step. */
gboolean rensa_document_open_step (RensaDocument *document, GError **error);

/* What a new @component begins with: complete, but where only a person can know a text, such as the path of a file, it is empty. */
RensaAttrs *rensa_component_start (const RensaComponent *component);
/* Lists of components: "hooks", "extensions", "data.preprocessing", "losses.0.hooks". */
gboolean rensa_document_add_component (RensaDocument *document, const char *list, const char *type, GError **error);
/* Likewise one whose attributes are known. */
gboolean rensa_document_append_component (RensaDocument *document, const char *list, RensaAttrs *attrs, GError **error);
gboolean rensa_document_remove_component (RensaDocument *document, const char *list, guint index, GError **error);
gboolean rensa_document_move_component (RensaDocument *document, const char *list, guint from, guint to,
                                        GError **error);

/* Applies what a note on the data offers: an attribute of the data set or of the split, or a further preprocessing step. */
gboolean rensa_document_change_data (RensaDocument *document, const RensaDataChange *change, GError **error);
/* Before the document is saved in another folder: data files that it names from its present one are named from @folder,
 * or from the root where they lie outside it. */
void rensa_document_move_files (RensaDocument *document, const char *folder);

G_END_DECLS
