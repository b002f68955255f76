/* rensa-free-list-private.h: free pieces of one size, linked through their own memory.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _RensaFreeNode RensaFreeNode;

struct _RensaFreeNode
{
  RensaFreeNode *next;
};

typedef struct
{
  RensaFreeNode *head;
  guint n;
} RensaFreeList;

static inline void
rensa_free_list_push (RensaFreeList *list, gpointer piece)
{
  RensaFreeNode *node = piece;

  node->next = list->head;
  list->head = node;
  list->n++;
}

/* Returns NULL if the list is empty. */
static inline gpointer
rensa_free_list_pop (RensaFreeList *list)
{
  RensaFreeNode *node = list->head;

  if (G_UNLIKELY (node == NULL))
    return NULL;

  list->head = node->next;
  list->n--;
  return node;
}

/* Moves at most @n pieces. */
static inline void
rensa_free_list_move (RensaFreeList *from, RensaFreeList *to, guint n)
{
  for (guint i = MIN (n, from->n); i > 0; i--)
    rensa_free_list_push (to, rensa_free_list_pop (from));
}

G_END_DECLS
