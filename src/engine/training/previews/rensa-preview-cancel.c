/* rensa-preview-cancel.c: cancels the work on a preview that is no longer needed.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-cancel.h"

#include "rensa-fault.h"
#include "rensa-language.h"

typedef struct
{
  GCancellable *cancellable;
} Canceller;

static gboolean
before (RensaLinkHook *hook, RensaLink *link, GError **error)
{
  const Canceller *self = rensa_link_hook_get_state (hook);

  if (!g_cancellable_is_cancelled (self->cancellable))
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_CANCELLED, N_ ("the preview was cancelled"));
  return FALSE;
}

static void
clear_state (RensaLinkHook *hook)
{
  Canceller *self = rensa_link_hook_get_state (hook);

  g_clear_object (&self->cancellable);
}

/* Internal; users cannot choose this component. */
static const RensaLinkHookClass canceller_class = {
  .name = "canceller",
  .title = "Canceller",
  .summary = "Ends calls of links",
  .state_size = sizeof (Canceller),
  .before = before,
  .clear_state = clear_state,
};

RensaLinkHook *
rensa_preview_canceller_new (GCancellable *cancellable)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&canceller_class));
  RensaLinkHook *hook = rensa_link_hook_new (attrs, NULL);

  ((Canceller *) rensa_link_hook_get_state (hook))->cancellable = g_object_ref (cancellable);
  return hook;
}
