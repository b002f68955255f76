/* rensa-link.c: the life of links, their names and their calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include "rensa-error.h"

/* How many errors of this thread have got their place so far. A call that fails puts its own place before the message
 * only where no call inside it has done so. */
static _Thread_local guint n_placed_errors;

/* The declared inputs: required ones come first; a list takes any number. */
static void
read_inputs (RensaLink *link)
{
  const RensaFunctionClass inputs = { .inputs = link->class->inputs };
  RensaInputSpec specs[8];
  const int n = rensa_function_get_input_specs (&inputs, specs);

  link->max_inputs = n;
  for (int i = 0; i < n; i++)
    {
      if (specs[i].list)
        link->max_inputs = G_MAXINT;
      else if (!specs[i].optional)
        link->n_required++;
    }
}

RensaLink *
rensa_link_new_bare (RensaAttrs *attrs)
{
  RensaLink *link = g_new0 (RensaLink, 1);

  link->ref_count = 1;
  link->class = (const RensaLinkClass *) rensa_attrs_get_component (attrs);
  link->attrs = rensa_attrs_ref (attrs);
  link->state = link->class->state_size > 0 ? g_malloc0 (link->class->state_size) : NULL;
  link->params = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_param_free);
  link->walked_params = g_ptr_array_new ();
  link->persistents = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_persistent_free);
  link->children = g_ptr_array_new ();
  link->walked_children = g_ptr_array_new ();
  read_inputs (link);
  return link;
}

RensaLink *
rensa_link_new (RensaAttrs *attrs, GError **error)
{
  g_autoptr (RensaLink) link = NULL;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    return NULL;

  link = rensa_link_new_bare (attrs);
  if (link->class->setup != NULL && !link->class->setup (link, error))
    {
      g_prefix_error (error, "%s: ", link->class->name);
      return NULL;
    }
  return g_steal_pointer (&link);
}

RensaLink *
rensa_link_new_from_text (const char *text, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, text, error);

  return rensa_link_new (attrs, error);
}

RensaLink *
rensa_link_ref (RensaLink *link)
{
  link->ref_count++;
  return link;
}

static void
drop_child (gpointer data, gpointer user_data)
{
  RensaLink *child = data;

  child->parent = NULL;
  child->name = NULL;
  rensa_link_unref (child);
}

void
rensa_link_unref (RensaLink *link)
{
  if (--link->ref_count > 0)
    return;

  if (link->class->clear_state != NULL)
    link->class->clear_state (link);
  g_ptr_array_foreach (link->children, drop_child, NULL);
  g_ptr_array_unref (link->walked_children);
  g_ptr_array_unref (link->children);
  g_ptr_array_unref (link->persistents);
  g_ptr_array_unref (link->walked_params);
  g_ptr_array_unref (link->params);
  rensa_attrs_unref (link->attrs);
  g_free (link->state);
  g_free (link);
}

const RensaLinkClass *
rensa_link_get_class (RensaLink *link)
{
  return link->class;
}

RensaAttrs *
rensa_link_get_attrs (RensaLink *link)
{
  return link->attrs;
}

gconstpointer
rensa_link_get_values (RensaLink *link)
{
  return rensa_attrs_get_values (link->attrs);
}

gpointer
rensa_link_get_state (RensaLink *link)
{
  return link->state;
}

const char *
rensa_link_get_name (RensaLink *link)
{
  return link->name;
}

char *
rensa_link_dup_path (RensaLink *link)
{
  GString *path = g_string_new (link->name);

  if (link->parent != NULL)
    {
      for (RensaLink *above = link->parent; above->parent != NULL; above = above->parent)
        {
          g_string_prepend_c (path, '/');
          g_string_prepend (path, above->name);
        }
    }
  return g_string_free (path, FALSE);
}

void
rensa_link_prefix_error (RensaLink *link, const char *step, GError **error)
{
  g_autofree char *path = rensa_link_dup_path (link);

  n_placed_errors++;
  if (step == NULL && path[0] == '\0')
    return;
  if (step == NULL)
    g_prefix_error (error, "%s: ", path);
  else
    g_prefix_error (error, "%s%s%s: ", path, path[0] != '\0' ? "/" : "", step);
}

void
rensa_link_explain (RensaLink *link, GError **error, const char *format, ...)
{
  g_autofree char *what = NULL;
  char *message;
  va_list args;

  if (error == NULL || *error == NULL)
    return;

  va_start (args, format);
  what = g_strdup_vprintf (format, args);
  va_end (args);
  message = g_strdup_printf ("%s; %s %s", (*error)->message, link->name != NULL ? link->name : link->class->name, what);
  g_free ((*error)->message);
  (*error)->message = message;
}

RensaVariable *
rensa_link_call (RensaLink *link, RensaVariable *x, GError **error)
{
  RensaVariable *y = NULL;

  return rensa_link_call_n (link, &x, 1, &y, 1, error) == 1 ? y : NULL;
}

/* Where a required input is missing, an earlier call has failed. */
static gboolean
is_input_missing (RensaLink *link, RensaVariable *const *inputs, int n_inputs)
{
  const int n_required = link->max_inputs == G_MAXINT ? n_inputs : MIN (link->n_required, n_inputs);

  for (int i = 0; i < n_required; i++)
    if (inputs[i] == NULL)
      return TRUE;
  return FALSE;
}

static void
set_count_error (RensaLink *link, int n_inputs, GError **error)
{
  const gboolean too_few = n_inputs < link->n_required;
  const int wanted = too_few ? link->n_required : link->max_inputs;
  const char *bound = "";

  if (link->n_required < link->max_inputs)
    bound = too_few ? "at least " : "at most ";
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s takes %s%d input%s, but %d %s given", link->class->name,
               bound, wanted, wanted == 1 ? "" : "s", n_inputs, n_inputs == 1 ? "was" : "were");
}

static gboolean
check_counts (RensaLink *link, int n_inputs, int max_outputs, GError **error)
{
  if (n_inputs < link->n_required || n_inputs > link->max_inputs)
    {
      set_count_error (link, n_inputs, error);
      return FALSE;
    }
  if (link->class->n_outputs > max_outputs)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s gives %d values, but there is room for %d",
                   link->class->name, link->class->n_outputs, max_outputs);
      return FALSE;
    }
  return TRUE;
}

int
rensa_link_call_n (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                   int max_outputs, GError **error)
{
  const guint n_placed = n_placed_errors;
  int n = -1;

  if ((error != NULL && *error != NULL) || is_input_missing (link, inputs, n_inputs))
    return -1;

  if (check_counts (link, n_inputs, max_outputs, error))
    n = link->class->forward (link, inputs, n_inputs, outputs, max_outputs, error);
  if (n < 0 && n_placed_errors == n_placed)
    rensa_link_prefix_error (link, NULL, error);
  return n;
}
