/* rensa-outline.h: the nodes and wires of one Chain of a document, as a canvas draws them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* An attribute that differs from its default, as Python writes it: "out_size", "100"; "ksize", "(5, 5)". */
typedef struct
{
  char *name;
  char *text;
} RensaOutlineAttr;

/**
 * RensaOutlineNode:
 * @name: unlike that of any other node of the scope; what rensa-edit.h takes. A node without a name, or with that of an
 * earlier one, is called by its number in the document: "3"
 * @path: "block.l1": the path of the node, as of rensa_analysis_get_node () and rensa_document_set ()
 * @type: as the document has it, known or not; "" where it has none
 * @group: of its component ("activation"); "link", "input" and "chain" for those; "" where the type is not known
 * @x, @y: the upper left corner; where has_position is not set, where rensa_document_tidy () would put it
 * @is_nested: it has a model of its own, with the path of the node as scope
 * @is_output: it is among the outputs of the model
 * @attrs: RensaOutlineAttr, n_attrs of them
 */
typedef struct
{
  char *name;
  char *path;
  char *type;
  char *group;
  double x;
  double y;
  gboolean has_position;
  int repeat;
  gboolean is_nested;
  gboolean is_output;
  guint n_attrs;
  RensaOutlineAttr *attrs;
} RensaOutlineNode;

/**
 * RensaOutlineEdge:
 * @from, @to: names of nodes, as of RensaOutlineNode; NULL where there is no such node
 * @output: the number of the output it leaves from
 * @port: what stands behind the colon of "to"; NULL where nothing does
 * @slot: the number of the input it enters, counted over wires; -1 where that is not known
 * @from_text, @to_text: as the document has them and rensa_document_disconnect () takes them: "split1:1", "sub1:b"
 * @is_implied: a wire of a Sequential or ChainList, which the document does not hold
 */
typedef struct
{
  char *from;
  char *to;
  int output;
  char *port;
  int slot;
  char *from_text;
  char *to_text;
  gboolean is_implied;
} RensaOutlineEdge;

/* Owned arrays of RensaOutlineNode and RensaOutlineEdge, in the order of the document, however wrong it is; empty where
 * there is no such scope. */
GPtrArray *rensa_document_list_nodes (RensaDocument *document, const char *scope);
GPtrArray *rensa_document_list_edges (RensaDocument *document, const char *scope);

G_END_DECLS
