/* rensa-link-children.c: children of a link, created from the table of its class.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-modes.h"

#define MAX_FACTORS 4

/* "4*out_size": product of integers and attributes; RENSA_INT_NONE if one of these is None. */
static gint64
find_product (RensaLink *link, const char *expression)
{
  g_auto (GStrv) factors = g_strsplit (expression, "*", MAX_FACTORS);
  gint64 product = 1;

  for (int i = 0; factors[i] != NULL; i++)
    {
      const gboolean is_number = g_ascii_isdigit (factors[i][0]);
      const gint64 n = is_number ? g_ascii_strtoll (factors[i], NULL, 10)
                                 : *(const gint64 *) rensa_link_get_field (link, factors[i]);

      if (n == RENSA_INT_NONE)
        return RENSA_INT_NONE;
      /* Sizes that overflow are rejected later as too large, like other such sizes. */
      if (__builtin_mul_overflow (product, n, &product))
        product = G_MAXINT64;
    }
  return product;
}

/* Evaluates {@expression}: an attribute, a product, or "not" and an attribute. */
static char *
evaluate (RensaLink *link, const char *expression)
{
  const gint64 product = strchr (expression, '*') != NULL ? find_product (link, expression) : RENSA_INT_NONE;
  const RensaAttrSpec *spec;

  if (strchr (expression, '*') != NULL)
    return product != RENSA_INT_NONE ? g_strdup_printf ("%" G_GINT64_FORMAT, product) : g_strdup ("None");
  if (g_str_has_prefix (expression, "not "))
    return g_strdup (rensa_link_is_left_out (link, NULL, expression + strlen ("not ")) ? "True" : "False");
  spec = rensa_link_get_spec (link->class, expression);
  return rensa_attr_value_get_text (spec, rensa_link_get_field (link, expression));
}

/* Replaces the names in braces in @template with the link's attributes. */
static char *
fill_in (RensaLink *link, const char *template)
{
  g_auto (GStrv) parts = g_strsplit (template, "{", -1);
  GString *text = g_string_new (parts[0]);

  for (int i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    {
      char *end = strchr (parts[i], '}');
      g_autofree char *value = NULL;

      g_assert (end != NULL);
      *end = '\0';
      value = evaluate (link, parts[i]);
      g_string_append (text, value);
      g_string_append (text, end + 1);
    }
  return g_string_free (text, FALSE);
}

static RensaLink *
make_child (RensaLink *link, const RensaChildSpec *row, int i, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (row->klass));
  g_autofree char *filled = row->attrs != NULL ? fill_in (link, row->attrs) : NULL;
  g_autofree char *described = row->describe != NULL ? row->describe (link->values, i) : NULL;

  rensa_modes_get ()->dtype = link->dtype;
  if (!rensa_attrs_parse (attrs, filled, error) || !rensa_attrs_parse (attrs, described, error))
    return NULL;
  return rensa_link_new (attrs, error);
}

static int
count_children (RensaLink *link, const RensaChildSpec *row)
{
  if (rensa_link_is_left_out (link, row->unless, row->only_if))
    return 0;
  if (row->count == NULL)
    return 1;
  if (strchr (row->count, '*') != NULL)
    return (int) find_product (link, row->count);
  return (int) rensa_attr_value_count (rensa_link_get_spec (link->class, row->count),
                                       rensa_link_get_field (link, row->count));
}

/* "W_f{}" of number 2 is "W_f2". */
static char *
name_child (const RensaChildSpec *row, int i)
{
  g_autofree char *number = g_strdup_printf ("%d", row->first + i);
  GString *name = g_string_new (row->name);

  g_string_replace (name, "{}", number, 1);
  return g_string_free (name, FALSE);
}

gboolean
rensa_link_add_children (RensaLink *link, GError **error)
{
  for (guint r = 0; r < link->class->n_children; r++)
    {
      const RensaChildSpec *row = &link->class->children[r];
      const int n = count_children (link, row);

      link->child_places[r] = link->children->len;
      for (int i = 0; i < n; i++)
        {
          g_autofree char *name = name_child (row, i);
          RensaLink *child = make_child (link, row, i, error);

          if (child == NULL)
            {
              g_autofree char *who = g_strdup_printf ("%s.%s", link->class->name, name);

              rensa_error_name (error, who);
              return FALSE;
            }
          rensa_link_adopt (link, name, child);
        }
      link->child_places[r + 1] = link->children->len;
    }
  return TRUE;
}

RensaLink *
rensa_link_get_child_of (RensaLink *link, int index, int i)
{
  const guint place = link->child_places[index] + (guint) i;

  return place < link->child_places[index + 1] ? link->children->pdata[place] : NULL;
}

int
rensa_link_count_children_of (RensaLink *link, int index)
{
  return (int) (link->child_places[index + 1] - link->child_places[index]);
}

RensaLink *
rensa_link_get_child (RensaLink *link, guint i)
{
  if (link->class->n_children > 0)
    return rensa_link_get_child_of (link, (int) i, 0);
  return link->children->pdata[i];
}

guint
rensa_link_get_n_children (RensaLink *link)
{
  return link->children->len;
}

gint64
rensa_link_get_learnt_by_children (RensaLink *link)
{
  gint64 learnt = RENSA_INT_NONE;

  for (guint r = 0; learnt == RENSA_INT_NONE && r < link->class->n_children; r++)
    {
      RensaLink *child = link->class->children[r].learns ? rensa_link_get_child_of (link, (int) r, 0) : NULL;

      if (child != NULL)
        learnt = rensa_link_get_learnt (child);
    }
  return learnt;
}

typedef struct
{
  RensaLink *link;
  guint rows;
} Unlearnt;

static void
list_unlearnt (RensaLink *link, GArray *list)
{
  for (guint i = 0; i < link->children->len; i++)
    {
      RensaLink *child = link->children->pdata[i];
      const Unlearnt unlearnt = { child, rensa_link_get_empty_rows (child) };

      if (unlearnt.rows != 0)
        g_array_append_val (list, unlearnt);
      list_unlearnt (child, list);
    }
}

GArray *
rensa_link_list_unlearnt (RensaLink *link)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Unlearnt));

  list_unlearnt (link, list);
  return list;
}

void
rensa_link_forget_learnt (GArray *list)
{
  for (guint i = 0; i < list->len; i++)
    {
      const Unlearnt *unlearnt = &g_array_index (list, Unlearnt, i);

      rensa_link_forget_rows (unlearnt->link, unlearnt->rows);
    }
}
