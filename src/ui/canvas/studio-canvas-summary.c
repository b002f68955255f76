/* studio-canvas-summary.c: summary of a node's attributes on its card.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-summary.h"

#include <string.h>

#include <glib/gi18n.h>

#include "studio-format.h"

/* Returns the number of axes of a window, from the type's name: Convolution2D, max_pooling_2d. */
static guint
count_axes (const char *type)
{
  const gsize length = strlen (type);

  if (length < 2 || g_ascii_tolower (type[length - 1]) != 'd' || !g_ascii_isdigit (type[length - 2]))
    return 1;
  return CLAMP (g_ascii_digit_value (type[length - 2]), 1, 3);
}

/* (5, 3) becomes 5×3. */
static char *
join_tuple (const char *text)
{
  g_autofree char *inside = g_strndup (text + 1, strlen (text) - 2);
  g_auto (GStrv) parts = g_strsplit (g_strchomp (g_strdelimit (inside, ",", ' ')), "  ", -1);

  return g_strjoinv ("×", parts);
}

/* Removes Python syntax from the value: 5×3, sum for 'sum', HeNormal for HeNormal(scale=0.5). */
static char *
shorten (const char *text)
{
  const gsize length = strlen (text);
  const char *bracket = strchr (text, '(');

  if (length >= 2 && text[0] == '\'')
    return g_strndup (text + 1, length - 2);
  if (bracket != NULL && bracket > text)
    return g_strndup (text, bracket - text);
  return bracket != NULL && length > 2 ? join_tuple (text) : g_strdup (text);
}

/* 5 means 5×5 if windows have two axes. */
static char *
format_window (const char *type, const char *text)
{
  g_autofree char *size = shorten (text);
  GString *window = g_string_new (size);

  if (strspn (size, "0123456789") == strlen (size))
    for (guint i = 1; i < count_axes (type); i++)
      g_string_append_printf (window, "×%s", size);
  return g_string_free (window, FALSE);
}

/* An attribute that differs from its default, in Python syntax: "out_size", "100"; "ksize", "(5, 5)". */
typedef struct
{
  const char *name;
  char *text;
} Shown;

static void
shown_clear (gpointer data)
{
  g_free (((Shown *) data)->text);
}

static GArray *
list_attrs (RensaAttrs *attrs)
{
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Shown));

  g_array_set_clear_func (list, shown_clear);
  for (guint i = 0; component != NULL && i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      Shown shown = { spec->name, NULL };

      if (!rensa_attrs_is_set (attrs, spec) || rensa_attrs_is_default (attrs, spec))
        continue;
      shown.text = rensa_attrs_get_text (attrs, spec);
      /* None is omitted, since it adds no information. */
      if (strcmp (shown.text, "None") == 0)
        g_free (shown.text);
      else
        g_array_append_val (list, shown);
    }
  return list;
}

static const Shown *
find_attr (GArray *attrs, const char *prefix)
{
  for (guint i = 0; i < attrs->len; i++)
    if (g_str_has_prefix (g_array_index (attrs, Shown, i).name, prefix))
      return &g_array_index (attrs, Shown, i);
  return NULL;
}

static char *
format_attr (const char *type, const Shown *attr)
{
  g_autofree char *value = NULL;

  if (strcmp (attr->name, "ksize") == 0)
    return format_window (type, attr->text);
  if (strcmp (attr->text, "True") == 0)
    return g_strdup (attr->name);
  if (strcmp (attr->text, "False") == 0)
    return g_strconcat ("no ", attr->name, NULL);

  value = shorten (attr->text);
  return g_strdup_printf ("%s %s", attr->name, value);
}

char *
studio_canvas_summarize (const RensaModelNode *node)
{
  /* The model that is called is already shown next to the name. */
  g_autoptr (GArray) attrs = list_attrs (node->called == NULL ? node->attrs : NULL);
  const Shown *in = find_attr (attrs, "in_");
  const Shown *out = find_attr (attrs, "out_");
  GString *summary = g_string_new (in != NULL ? in->text : NULL);

  if (out != NULL)
    g_string_append_printf (summary, "%s→ %s", in != NULL ? " " : "", out->text);
  else if (in != NULL)
    g_string_append (summary, " →");

  for (guint i = 0; i < attrs->len; i++)
    {
      const Shown *attr = &g_array_index (attrs, Shown, i);
      g_autofree char *text = NULL;

      if (attr == in || attr == out)
        continue;
      text = format_attr (node->type, attr);
      g_string_append_printf (summary, "%s%s", summary->len > 0 ? ", " : "", text);
    }
  return g_string_free (summary, FALSE);
}

char *
studio_canvas_abbreviate_params (gint64 n)
{
  g_autofree char *count = studio_format_count (n);

  return n == 0        ? g_strdup ("")
         : n < 1000000 ? g_strdup_printf (_ ("%s params"), count)
                       : g_strdup_printf (_ ("%.1f M params"), (double) n / 1e6);
}
