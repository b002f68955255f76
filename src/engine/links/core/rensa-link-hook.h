/* rensa-link-hook.h: what watches the calls of links, or changes a weight for them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-call-profile.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/* What is called around the calls of the links that it was added to.  Reference-counted; belongs to one thread. */
typedef struct _RensaLinkHook RensaLinkHook;

/**
 * RensaLinkHookClass:
 * @state_size: bytes of the hook's own state, zeroed
 * @added: (nullable): the link has it from now on; FALSE with an error where they do not go together
 * @deleted: (nullable): takes back what it made in the link
 * @before: (nullable): before a call, with the link's parameters made; FALSE with an error ends the call
 * @after: (nullable): after each call that @before began, in the reverse order of hooks
 * @clear_state: (nullable): frees what the state holds
 *
 * A kind of hook.  What it makes in a link (parameters, persistent values) is saved and copied with that; so hooks themselves hold
 * nothing that a link needs.
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

/* @attrs is referenced; NULL gives NULL and leaves the error as it is. */
RensaLinkHook *rensa_link_hook_new (RensaAttrs *attrs, GError **error);
RensaLinkHook *rensa_link_hook_ref (RensaLinkHook *hook);
void rensa_link_hook_unref (RensaLinkHook *hook);
/* That of its class. */
const char *rensa_link_hook_get_name (RensaLinkHook *hook);
gconstpointer rensa_link_hook_get_values (RensaLinkHook *hook);
gpointer rensa_link_hook_get_state (RensaLinkHook *hook);
/* For `added`, borrowed: what the hook is to change.  NULL with RENSA_ERROR_INVALID where the link has none of that name. */
RensaVariable *rensa_link_hook_find_param (RensaLink *link, const char *name, GError **error);

/* RENSA_ERROR_INVALID where the link has a hook of that name already, or the hook refuses it.  Copies of the link have it, too. */
gboolean rensa_link_add_hook (RensaLink *link, RensaLinkHook *hook, GError **error);
/* RENSA_ERROR_NOT_FOUND where there is none of that name. */
gboolean rensa_link_delete_hook (RensaLink *link, const char *name, GError **error);

/* For the calls of all links on this thread, until it is popped; the innermost is popped first. */
void rensa_link_hook_push (RensaLinkHook *hook);
void rensa_link_hook_pop (RensaLinkHook *hook);

/* For hooks */

/* Borrowed: parameter @name as this call has it so far; NULL where there is none. */
RensaVariable *rensa_link_find_param (RensaLink *link, const char *name);
/* The call has @variable in place of parameter @name. */
void rensa_link_lend_param (RensaLink *link, const char *name, RensaVariable *variable);
/* Borrowed: NULL where there is none, or it is empty. */
RensaArray *rensa_link_find_persistent (RensaLink *link, const char *name);
void rensa_link_remove_param (RensaLink *link, const char *name);
void rensa_link_remove_persistent (RensaLink *link, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaLinkHook, rensa_link_hook_unref)

G_END_DECLS
