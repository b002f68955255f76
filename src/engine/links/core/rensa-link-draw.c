/* rensa-link-draw.c: initial values that do not depend on the order in which links are created.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-initializer.h"
#include "rensa-link-private.h"

/* FNV-1a (Fowler, Noll, Vo). */
static guint64
hash_path (const char *path, const char *name)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  const char *const parts[] = { path, "/", name };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (const char *c = parts[i]; *c != '\0'; c++)
      hash = (hash ^ (guint8) *c) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

static gboolean
draw_own (const char *path, RensaLink *link, gpointer data, GError **error)
{
  const guint64 seed = *(const guint64 *) data;

  for (guint i = 0; i < link->params->len; i++)
    {
      RensaParam *param = link->params->pdata[i];
      RensaArray *array = rensa_variable_get_array (param->variable);

      if (array == NULL)
        continue;
      *rensa_random_get_default () = rensa_random_init (seed, hash_path (path, param->name));
      if (!rensa_initializer_fill (param->initializer, array, error))
        {
          g_autofree char *place = g_strconcat (path, "/", param->name, NULL);

          rensa_error_prefix (error, place);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
rensa_link_draw_params (RensaLink *link, guint64 seed, GError **error)
{
  const RensaRandom saved = *rensa_random_get_default ();
  const gboolean ok = rensa_link_foreach_link (link, draw_own, &seed, error);

  *rensa_random_get_default () = saved;
  return ok;
}
