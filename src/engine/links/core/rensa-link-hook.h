/* rensa-link-hook.h: hooks that observe the calls of links, or replace a weight during them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-call-profile.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/* A hook is called before and after calls of the links that it was added to. Reference-counted;
 * belongs to one thread. */
typedef struct _RensaLinkHook RensaLinkHook;

/**
 * RensaLinkHookClass:
 * @state_size: bytes of the hook's own state, zeroed
 * @added: (nullable): called when it is added to a link; returns FALSE with an error if they are
 *   incompatible
 * @deleted: (nullable): undoes the changes made by @added
 * @before: (nullable): called before a call, once the link's parameters exist; returning FALSE with
 *   an error aborts the call
 * @after: (nullable): called after each call for which @before ran, in reverse order of the hooks
 * @clear_state: (nullable): frees the contents of the state
 *
 * A hook class. Parameters and persistent values that a hook adds to a link are saved and copied
 * with the link, so a hook itself holds nothing that a link needs.
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gsize state_size;
  gboolean (*added) (RensaLinkHook *hook, RensaLink *link, GError **error);
  void (*deleted) (RensaLinkHook *hook, RensaLink *link);
  gboolean (*before) (RensaLinkHook *hook, RensaLink *link, GError **error);
  void (*after) (RensaLinkHook *hook, RensaLink *link);
  void (*clear_state) (RensaLinkHook *hook);
} RensaLinkHookClass;

/* Takes a reference to @attrs; if it is NULL, returns NULL and leaves the error unchanged. */
RensaLinkHook *rensa_link_hook_new (RensaAttrs *attrs, GError **error);
RensaLinkHook *rensa_link_hook_ref (RensaLinkHook *hook);
void rensa_link_hook_unref (RensaLinkHook *hook);
/* Name of the hook's class */
const char *rensa_link_hook_get_name (RensaLinkHook *hook);
gconstpointer rensa_link_hook_get_values (RensaLinkHook *hook);
gpointer rensa_link_hook_get_state (RensaLinkHook *hook);
/* For `added`: returns the parameter to change; borrowed. NULL with RENSA_ERROR_INVALID if the link
 * has no parameter @name. */
RensaVariable *rensa_link_hook_find_param (RensaLink *link, const char *name, GError **error);

/* Fails with RENSA_ERROR_INVALID if the link already has a hook with that name, or the hook rejects
 * the link. Copies of the link have the hook, too. */
gboolean rensa_link_add_hook (RensaLink *link, RensaLinkHook *hook, GError **error);
/* Fails with RENSA_ERROR_NOT_FOUND if there is no hook with that name. */
gboolean rensa_link_delete_hook (RensaLink *link, const char *name, GError **error);

/* Applies to the calls of all links on this thread until it is popped; the innermost is popped first. */
void rensa_link_hook_push (RensaLinkHook *hook);
void rensa_link_hook_pop (RensaLinkHook *hook);

/* For hooks */

/* Returns parameter @name as replaced so far for this call; borrowed. NULL if there is none. */
RensaVariable *rensa_link_find_param (RensaLink *link, const char *name);
/* Replaces parameter @name by @variable for this call. */
void rensa_link_lend_param (RensaLink *link, const char *name, RensaVariable *variable);
/* Borrowed; NULL if there is none or it is empty. */
RensaArray *rensa_link_find_persistent (RensaLink *link, const char *name);
void rensa_link_remove_param (RensaLink *link, const char *name);
void rensa_link_remove_persistent (RensaLink *link, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLinkHook, rensa_link_hook_unref)

G_END_DECLS
