/* rensa-edit.h: edits of a document's model: nodes, connections and more.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-data-notes.h"
#include "rensa-network.h"

G_BEGIN_DECLS

/* All of these functions change @document in place. @scope is the path of the Chain that contains
 * the change: "" for the outermost model, "block" or "block.inner" below. Errors name what does not
 * exist. Lists of names are NULL-terminated. */

/* Adds a node of @type ("Linear", "relu", "Input", "Chain") named @name or, if NULL, with a free
 * name of the usual form (l1, conv2, relu3);
 * returns its name. Required attributes without a default get a sensible initial value (out_size
 * 10). */
char *rensa_document_add_node (RensaDocument *document, const char *scope, const char *type, const char *name, double x,
                               double y, GError **error);
/* Inserts a new node after @after: the new node feeds what @after fed. If @after feeds nothing, or
 * is the model's output, the new node replaces it as output; losses and reports of a step do not
 * change. Returns the new node's name. */
char *rensa_document_insert_after (RensaDocument *document, const char *scope, const char *after, const char *type,
                                   double x, double y, GError **error);
/* Removes nodes and their connections; closes the gap of a node with one source and one output. */
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
/* @from: "l1" or "split1:1"; @to: "relu1", "sub1:b". Replaces an existing connection at that port.
 *   Refuses cycles. If @from is the output of the model, or that is a bare Input and @from is an
 *   Input, too, the end of the connected nodes becomes the output. */
gboolean rensa_document_connect (RensaDocument *document, const char *scope, const char *from, const char *to,
                                 GError **error);
/* Inserts connected nodes after @after, which then feeds the port @to of the first of them; the
 * node @last feeds what @after fed. */
gboolean rensa_document_splice (RensaDocument *document, const char *scope, const char *after, const char *to,
                                const char *last, GError **error);
/* @wire: its id in the network of @document; the ids of later connections of the same model
 *   decrease by one. */
gboolean rensa_document_disconnect (RensaDocument *document, int wire, GError **error);
/* Inserts a new node into a connection between two nodes. Returns its name. */
char *rensa_document_insert_into_wire (RensaDocument *document, int wire, const char *type, double x, double y,
                                       GError **error);
/* Makes @name the only output of the model. */
gboolean rensa_document_set_output (RensaDocument *document, const char *scope, const char *name, GError **error);

/* Returns the nodes and the connections between them as JSON text that can be pasted, also into
 * another document or via the clipboard of another program. */
char *rensa_document_copy_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error);
/* Returns the names of the new nodes; @dx, @dy: offset from the old places. */
char **rensa_document_paste_nodes (RensaDocument *document, const char *scope, const char *text, double dx, double dy,
                                   GError **error);
/* Groups the nodes into a Chain, with an Input for each distinct source outside; only one output
 * may be used outside. Returns its name. */
char *rensa_document_group_nodes (RensaDocument *document, const char *scope, const char *const *names, GError **error);
/* Replaces a Chain by its nodes. */
gboolean rensa_document_ungroup_node (RensaDocument *document, const char *scope, const char *name, GError **error);
/* Assigns positions to all nodes of the scope: layers from top to bottom, few crossing connections. */
gboolean rensa_document_tidy (RensaDocument *document, const char *scope, GError **error);

/* Models that a training step calls. A new one has an Input and nothing else; its name is @name or,
 * if NULL, a free one, which is returned. */
char *rensa_document_add_model (RensaDocument *document, const char *name, GError **error);
/* Also removes its calls, and its name from the learners of losses. */
gboolean rensa_document_remove_model (RensaDocument *document, const char *name, GError **error);
gboolean rensa_document_rename_model (RensaDocument *document, const char *name, const char *to, GError **error);
/* Makes a node of the step another loss, with the default optimizer and, if there are other losses,
 * for the models that it reaches and no other loss trains (if there are none, all that it reaches;
 * a loss that trained all models is limited to those that it reaches), or replaces the missing node
 * of an existing loss; or makes it another reported value. Both lists, "losses" and "reports", can
 * also be changed with rensa_document_remove_component () and the like. */
gboolean rensa_document_add_loss (RensaDocument *document, const char *node, GError **error);
gboolean rensa_document_add_report (RensaDocument *document, const char *node, GError **error);
/* Makes the implicit training step of a simple document explicit: a model called "predictor", its
 * call, loss and accuracy. Training computes the same numbers. Does nothing if there is a step. */
gboolean rensa_document_open_step (RensaDocument *document, GError **error);

/* Returns the initial attributes of a new @component: complete, except that texts that only the
 * user can provide, such as the path of a file, are empty. */
RensaAttrs *rensa_component_start (const RensaComponent *component);
/* Lists of components: "hooks", "extensions", "data.preprocessing", "losses.0.hooks". */
gboolean rensa_document_add_component (RensaDocument *document, const char *list, const char *type, GError **error);
/* The same with given attributes. */
gboolean rensa_document_append_component (RensaDocument *document, const char *list, RensaAttrs *attrs, GError **error);
gboolean rensa_document_remove_component (RensaDocument *document, const char *list, guint index, GError **error);
gboolean rensa_document_move_component (RensaDocument *document, const char *list, guint from, guint to,
                                        GError **error);

/* Applies the change that a note on the data offers: an attribute of the data set or of the split,
 * or another preprocessing step. */
gboolean rensa_document_change_data (RensaDocument *document, const RensaDataChange *change, GError **error);
/* Called before the document is saved in another folder: makes the paths of data files in its
 * present folder relative to @folder, or absolute if they are outside it. */
void rensa_document_move_files (RensaDocument *document, const char *folder);

G_END_DECLS
