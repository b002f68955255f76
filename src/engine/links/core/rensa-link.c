/* rensa-link.c: links: creation, destruction, names and calls.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include "rensa-fault.h"
#include "rensa-late-check.h"
#include "rensa-modes.h"

/* Reads the declared inputs: required ones come first; a list takes any number. */
static void
read_inputs (RensaLink *link)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (link->class->inputs, specs);

  link->max_inputs = n;
  for (int i = 0; i < n; i++)
    {
      if (specs[i].list)
        link->max_inputs = G_MAXINT;
      else if (specs[i].optional && link->n_leading == i)
        link->n_leading++;
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
  link->values = g_memdup2 (rensa_attrs_get_values (attrs), link->class->attrs_size);
  link->dtype = rensa_modes_get ()->dtype;
  link->device = rensa_device_get_current ();
  link->state = link->class->state_size > 0 ? g_malloc0 (link->class->state_size) : NULL;
  link->params = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_param_free);
  link->walked_params = g_ptr_array_new ();
  link->persistents = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_persistent_free);
  link->children = g_ptr_array_new ();
  link->walked_children = g_ptr_array_new ();
  link->child_places = g_new0 (guint, link->class->n_children + 1);
  link->carried = g_new0 (RensaVariable *, link->class->n_carries);
  read_inputs (link);
  return link;
}

static gboolean
set_dtype (RensaLink *link, GError **error)
{
  const RensaComponent *component = RENSA_COMPONENT (link->class);
  const char *name = NULL;

  if (link->class->dtype != NULL)
    name = *(char *const *) ((const char *) link->values
                             + rensa_component_find_attr (component, link->class->dtype)->offset);
  return name == NULL || rensa_dtype_from_name (name, &link->dtype, error);
}

static gboolean
set_up (RensaLink *link, GError **error)
{
  return rensa_link_settle_size (link, error)
         && (link->class->settle == NULL || link->class->settle (link->values, error)) && set_dtype (link, error)
         && (link->class->setup == NULL || link->class->setup (link, error)) && rensa_link_add_rows (link, error);
}

RensaLink *
rensa_link_new (RensaAttrs *attrs, GError **error)
{
  g_autoptr (RensaLink) link = NULL;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    return NULL;

  link = rensa_link_new_bare (attrs);
  if (!set_up (link, error))
    {
      rensa_error_name (error, link->class->name);
      return NULL;
    }
  return rensa_link_add_children (link, error) ? g_steal_pointer (&link) : NULL;
}

RensaLink *
rensa_link_new_from_text (const char *text, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_LINK, text, error);

  return rensa_link_new (attrs, error);
}

RensaLink *
rensa_link_new_from_values (const RensaLinkClass *class, gconstpointer values, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_values (RENSA_COMPONENT (class), values, error);

  return rensa_link_new (attrs, error);
}

RensaLink *
rensa_link_ref (RensaLink *link)
{
  link->ref_count++;
  return link;
}

/* A shared child still belongs to another chain. */
static void
drop_child (gpointer data, gpointer link)
{
  RensaLink *child = data;

  if (child->parent == link)
    {
      child->parent = NULL;
      child->name = NULL;
    }
  rensa_link_unref (child);
}

void
rensa_link_unref (RensaLink *link)
{
  if (--link->ref_count > 0)
    return;

  if (link->class->clear_state != NULL)
    link->class->clear_state (link);
  rensa_link_drop_carried (link);
  g_ptr_array_foreach (link->children, drop_child, link);
  g_ptr_array_unref (link->walked_children);
  g_ptr_array_unref (link->children);
  g_ptr_array_unref (link->persistents);
  g_ptr_array_unref (link->walked_params);
  g_ptr_array_unref (link->params);
  rensa_attrs_unref (link->attrs);
  g_clear_pointer (&link->hooks, g_ptr_array_unref);
  rensa_link_drop_companion (link);
  g_free (link->carried);
  g_free (link->child_places);
  g_free (link->state);
  g_free (link->values);
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
  return link->values;
}

gpointer
rensa_link_get_state (RensaLink *link)
{
  return link->state;
}

RensaDtype
rensa_link_get_dtype (RensaLink *link)
{
  return link->dtype;
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
rensa_link_name_place (RensaLink *link, const char *step, gboolean ok, guint64 first_check, GError **error)
{
  g_autofree char *path = !ok || rensa_late_checks_get_next () > first_check ? rensa_link_dup_path (link) : NULL;

  if (path == NULL)
    return;
  if (!ok)
    rensa_error_set_link (error, path, step);
  rensa_late_checks_set_link (first_check, path, step);
}

RensaVariable *
rensa_link_call (RensaLink *link, RensaVariable *x, GError **error)
{
  RensaVariable *y = NULL;

  return rensa_link_call_n (link, &x, 1, &y, 1, error) == 1 ? y : NULL;
}

/* Returns TRUE if a required input is NULL, that is, if an earlier call has failed. */
static gboolean
is_input_missing (RensaLink *link, RensaVariable *const *inputs, int n_inputs)
{
  const gboolean has_list = link->max_inputs == G_MAXINT;
  const int n_required = has_list ? n_inputs : MIN (link->n_required, n_inputs);

  for (int i = has_list ? link->n_leading : 0; i < n_required; i++)
    if (inputs[i] == NULL)
      return TRUE;
  return FALSE;
}

static int
call_class (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
            GError **error)
{
  if (link->class->forward1 == NULL)
    return link->class->forward (link, inputs, n_inputs, outputs, max_outputs, error);
  outputs[0] = link->class->forward1 (link, inputs[0], error);
  return outputs[0] != NULL ? 1 : -1;
}

static int
call_hooked (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
             GError **error)
{
  guint n_begun = 0;
  int n = -1;

  if (rensa_link_begin_hooks (link, &n_begun, error))
    n = call_class (link, inputs, n_inputs, outputs, max_outputs, error);
  rensa_link_end_hooks (link, n_begun);
  return n;
}

/* Calls the link with its parameters, on its device; if the call fails, parameters that it created
 * are discarded. */
static int
call_forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
              GError **error)
{
  g_auto (RensaDeviceScope) scope = rensa_device_enter (link->device);
  g_autoptr (GArray) unlearnt = link->class->n_children > 0 ? rensa_link_list_unlearnt (link) : NULL;
  const gboolean train = rensa_modes_get ()->train;
  guint made = 0;
  int n = -1;

  rensa_modes_get ()->train = train && !link->is_frozen;
  if (rensa_link_init_rows (link, inputs, n_inputs, &made, error))
    n = call_hooked (link, inputs, n_inputs, outputs, max_outputs, error);
  rensa_modes_get ()->train = train;
  if (n >= 0)
    return n;

  if (made == 0)
    rensa_link_explain (link, inputs, n_inputs, error);
  rensa_link_forget_rows (link, made);
  if (unlearnt != NULL)
    rensa_link_forget_learnt (unlearnt);
  return -1;
}

int
rensa_link_call_n (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                   int max_outputs, GError **error)
{
  const guint64 first_check = rensa_late_checks_get_next ();
  int n = -1;

  if ((error != NULL && *error != NULL) || is_input_missing (link, inputs, n_inputs))
    return -1;

  if (rensa_link_expect_inputs (link, link->n_required, link->max_inputs, n_inputs, error)
      && rensa_link_expect_room (link, link->class->n_outputs, max_outputs, error))
    n = call_forward (link, inputs, n_inputs, outputs, max_outputs, error);
  rensa_link_name_place (link, NULL, n >= 0, first_check, error);
  return n;
}
