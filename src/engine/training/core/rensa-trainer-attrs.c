/* rensa-trainer-attrs.c: attributes that can be changed during training, by path.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-trainer.h"

#define NO_HOOK G_MAXUINT
#define LOSSES "losses."

/* @is_loss: @optimizer identifies the optimizer's loss in the document: by name, or by number. */
typedef struct
{
  gboolean is_loss;
  char *optimizer;
  guint hook; /* or NO_HOOK */
  char *attr;
} Place;

static void
place_clear (Place *place)
{
  g_free (place->optimizer);
  g_free (place->attr);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* A document with one optimizer omits its name in paths of the optimizer and its hooks. */
static char *
expand (const char *path)
{
  if (g_str_has_prefix (path, "optimizer."))
    return g_strconcat ("optimizers." RENSA_MAIN ".", strchr (path, '.') + 1, NULL);
  if (g_str_has_prefix (path, "hooks."))
    return g_strconcat ("optimizers." RENSA_MAIN ".", path, NULL);
  return g_strdup (path);
}

/* Parses "optimizers.NAME.ATTR" and "optimizers.NAME.hooks.N.ATTR"; for a loss
 * "losses.NAME.optimizer.ATTR" and "losses.NAME.hooks.N.ATTR". */
static gboolean
parse (const char *path, Place *place)
{
  static GRegex *form;
  g_autofree char *whole = expand (path);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *hook = NULL;

  if (g_once_init_enter (&form))
    g_once_init_leave (&form, g_regex_new ("^(?:optimizers\\.([^.]+)|losses\\.([^.]+)(?:\\.optimizer|(?=\\.hooks\\.)))"
                                           "(?:\\.hooks\\.([0-9]{1,6}))?\\.([A-Za-z0-9_]+)$",
                                           0, 0, NULL));
  if (!g_regex_match (form, whole, 0, &match))
    return FALSE;

  place->is_loss = g_str_has_prefix (whole, LOSSES);
  hook = g_match_info_fetch (match, 3);
  place->optimizer = g_match_info_fetch (match, place->is_loss ? 2 : 1);
  place->hook = *hook != '\0' ? (guint) g_ascii_strtoull (hook, NULL, 10) : NO_HOOK;
  place->attr = g_match_info_fetch (match, 4);
  return TRUE;
}

static gboolean
refuse (const char *path, GError **error)
{
  g_autofree char *excerpt = g_utf8_make_valid (path, -1);

  rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                   N_ ("“%s” cannot be changed during training; only attributes of the optimizer and its hooks can."),
                   excerpt);
  return FALSE;
}

char *
rensa_trainer_dup_setting (const char *path, GError **error)
{
  g_auto (Place) place = { 0 };

  if (parse (path, &place) && place.is_loss)
    return g_strdup (path);
  if (place.attr == NULL || strcmp (place.optimizer, RENSA_MAIN) != 0)
    {
      refuse (path, error);
      return NULL;
    }
  return place.hook == NO_HOOK ? g_strconcat ("optimizer.", place.attr, NULL)
                               : g_strdup_printf ("hooks.%u.%s", place.hook, place.attr);
}

/* An optimizer has the name of its loss, unless there is only one loss, which trains everything. */
static RensaOptimizer *
find_optimizer (RensaUpdater *updater, const Place *place)
{
  RensaOptimizer *optimizer = rensa_updater_get_optimizer (updater, place->optimizer);
  const char *name = rensa_updater_get_optimizer_name (updater, 0);
  guint64 number;

  if (optimizer != NULL || !place->is_loss || name == NULL)
    return optimizer;
  if (rensa_updater_get_optimizer_name (updater, 1) == NULL)
    return strcmp (name, RENSA_MAIN) == 0 ? rensa_updater_get_optimizer (updater, RENSA_MAIN) : NULL;
  if (!g_ascii_string_to_unsigned (place->optimizer, 10, 0, G_MAXUINT, &number, NULL))
    return NULL;
  for (guint i = 0; i < number && name != NULL; i++)
    name = rensa_updater_get_optimizer_name (updater, i + 1);
  return name != NULL ? rensa_updater_get_optimizer (updater, name) : NULL;
}

gboolean
rensa_trainer_set_attr_text (RensaTrainer *trainer, const char *path, const char *text, GError **error)
{
  g_auto (Place) place = { 0 };
  RensaOptimizer *optimizer =
      parse (path, &place) ? find_optimizer (rensa_trainer_get_updater (trainer), &place) : NULL;

  if (optimizer == NULL)
    return refuse (path, error);
  if (place.hook == NO_HOOK)
    return rensa_optimizer_set_attr_text (optimizer, place.attr, text, error);
  return rensa_optimizer_set_hook_attr_text (optimizer, place.hook, place.attr, text, error);
}
