/* rensa-sketch-scopes.c: groups the nodes of each scope of a file into a Chain.
 * SPDX-License-Identifier: MIT */

#include "rensa-sketch-private.h"

#include <string.h>

#include "rensa-edit.h"

/* A Chain of fewer nodes hides more than it shows. */
#define FEWEST_NODES 2

char *
rensa_sketch_dup_scope (const char *name)
{
  const char *slash = name != NULL ? strrchr (name, '/') : NULL;

  return slash != NULL && slash > name + 1 ? g_strndup (name, (gsize) (slash - name)) : NULL;
}

/* Reduces @text to letters, digits and underscores. Returns NULL if the result is not a valid name. */
static char *
clean (const char *text)
{
  g_autofree char *name = g_strdup (text);

  g_strcanon (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_", '_');
  return g_ascii_isalpha (name[0]) ? g_steal_pointer (&name) : NULL;
}

/* Lists the needed nodes of @scope; borrowed. */
static GPtrArray *
list_nodes (RensaSketch *self, const char *scope)
{
  GPtrArray *nodes = g_ptr_array_new ();

  for (guint i = 0; i < self->pending->len; i++)
    {
      RensaSketchNode *node = self->pending->pdata[i];

      if (node->is_needed && g_strcmp0 (node->scope, scope) == 0)
        g_ptr_array_add (nodes, node);
    }
  return nodes;
}

/* Renames @node to the first of @names that is available; otherwise it keeps its name. The result
 * is owned by the caller. */
static char *
rename_node (RensaDocument *document, const char *scope, const char *node, const char *const *names, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = clean (names[i]);

      if (name != NULL && (g_str_equal (name, node) || rensa_document_rename_node (document, scope, node, name, NULL)))
        return g_steal_pointer (&name);
    }
  return g_strdup (node);
}

/* Adds the name of each node to @paths, by its path in the Chain. Does nothing if the nodes are not
 * a part of the model with one output. */
static void
group (RensaDocument *document, const char *model, const char *scope, GPtrArray *nodes, GHashTable *paths)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  g_autofree char *block = NULL;
  g_autofree char *chain = NULL;
  g_autofree char *inside = NULL;

  for (guint i = 0; i < nodes->len; i++)
    g_strv_builder_add (builder, ((RensaSketchNode *) nodes->pdata[i])->name);
  names = g_strv_builder_end (builder);
  block = rensa_document_group_nodes (document, model, (const char *const *) names, NULL);
  if (block == NULL)
    return;
  chain = rename_node (document, model, block,
                       (const char *const[]){ strrchr (scope, '/') + 1, scope + strspn (scope, "/") }, 2);
  inside = *model != '\0' ? g_strdup_printf ("%s.%s", model, chain) : g_strdup (chain);
  for (guint i = 0; i < nodes->len; i++)
    {
      const RensaSketchNode *node = nodes->pdata[i];
      g_autofree char *name = rename_node (document, inside, node->name, (const char *const[]){ node->last_name }, 1);

      g_hash_table_insert (paths, g_strdup_printf ("%s/%s", chain, name), g_strdup (node->name));
    }
}

/* PyTorch's "/attn/Softmax" gets the name "/attn" here, as "/fc/Gemm" gets "/fc". If "/attn" is the
 * scope of other nodes, it is moved into it. */
static void
enter_scopes (RensaSketch *self)
{
  g_autoptr (GHashTable) scopes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->pending->len; i++)
    {
      const RensaSketchNode *node = self->pending->pdata[i];

      if (node->scope != NULL)
        g_hash_table_add (scopes, g_strdup (node->scope));
    }
  for (guint i = 0; i < self->pending->len; i++)
    {
      RensaSketchNode *node = self->pending->pdata[i];

      if (node->wanted_name == NULL || !g_hash_table_contains (scopes, node->wanted_name))
        continue;
      g_free (node->scope);
      g_free (node->last_name);
      node->scope = g_strdup (node->wanted_name);
      node->last_name = g_strdup (rensa_attrs_get_component (node->attrs)->name);
    }
}

GHashTable *
rensa_sketch_group_scopes (RensaSketch *self, RensaDocument *document, const char *model)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  enter_scopes (self);
  for (guint i = 0; i < self->pending->len; i++)
    {
      const RensaSketchNode *node = self->pending->pdata[i];
      g_autoptr (GPtrArray) nodes = NULL;

      if (node->scope == NULL || !g_hash_table_add (seen, node->scope))
        continue;
      nodes = list_nodes (self, node->scope);
      if (nodes->len >= FEWEST_NODES)
        group (document, model, node->scope, nodes, paths);
    }
  return paths;
}
