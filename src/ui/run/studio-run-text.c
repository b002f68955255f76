/* studio-run-text.c: describes the state of a run in words.
 * SPDX-License-Identifier: MIT */

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "rensa-longer.h"
#include "studio-format.h"
#include "rensa-document-values.h"
#include "studio-run-private.h"
#include "studio-setting.h"

/* Three digits are the precision of a rate measured over two seconds. */
static gint64
round_rate (double rate)
{
  const double unit = rate >= 1000 ? pow (10, floor (log10 (rate)) - 2) : 1;

  return llround (rate / unit) * (gint64) unit;
}

static char *
make_epoch_text (const RensaWorkerStatus *status)
{
  const gint64 total = (gint64) ceil (status->length);
  const gint64 epoch = (gint64) floor (status->epoch);
  g_autofree char *n = NULL;
  g_autofree char *of = NULL;

  /* The current epoch, counted from 1. */
  n = studio_format_count (status->length > 0 ? MIN (epoch + 1, total) : epoch + 1);
  if (status->length <= 0)
    return g_strdup_printf (_ ("epoch %s"), n);

  of = studio_format_count (total);
  return g_strdup_printf (_ ("epoch %s of %s"), n, of);
}

static char *
make_iteration_text (const RensaWorkerStatus *status)
{
  g_autofree char *n = studio_format_count (status->iteration);
  g_autofree char *of = NULL;

  if (status->length <= 0)
    return g_strdup_printf (_ ("iteration %s"), n);

  of = studio_format_count ((gint64) ceil (status->length));
  return g_strdup_printf (_ ("iteration %s of %s"), n, of);
}

char *
studio_run_make_progress_text (StudioRun *self)
{
  const RensaWorkerStatus *status = &self->status;

  if (status->state == RENSA_WORKER_PREPARING)
    return g_strdup (_ ("preparing…"));
  if (g_str_equal (status->length_unit, "iteration"))
    return make_iteration_text (status);
  return make_epoch_text (status);
}

static char *
make_running_text (const RensaWorkerStatus *status)
{
  const gint64 rate = round_rate (status->rate);
  g_autofree char *count = studio_format_count (rate);
  g_autofree char *examples = g_strdup_printf (ngettext ("%s example/s", "%s examples/s", (gulong) rate), count);
  g_autofree char *left = NULL;

  if (status->seconds_left < 0)
    return g_steal_pointer (&examples);

  left = studio_format_duration (ceil (status->seconds_left));
  /* Translators: "41,200 examples/s · 2 min 13 s left" */
  return g_strdup_printf (_ ("%s · %s left"), examples, left);
}

char *
studio_run_make_rate_text (StudioRun *self)
{
  const RensaWorkerStatus *status = &self->status;
  g_autofree char *elapsed = NULL;

  if (status->state == RENSA_WORKER_PREPARING)
    return g_strdup ("");
  if (status->state == RENSA_WORKER_RUNNING && status->rate > 0)
    return make_running_text (status);

  elapsed = studio_format_duration (status->elapsed);
  /* Translators: how long training has taken */
  return g_strdup_printf (_ ("%s of training"), elapsed);
}

/* Returns "optimizer" for "optimizer.alpha", "losses.gen.hooks.0" for "losses.gen.hooks.0.rate". */
static char *
get_owner (const char *what)
{
  const char *dot = strrchr (what, '.');

  return dot != NULL ? g_strndup (what, (gsize) (dot - what)) : g_strdup ("");
}

/* Returns the loss in "losses.gen.optimizer.alpha"; NULL if there is none. */
static char *
get_loss (const char *what)
{
  const char *name = g_str_has_prefix (what, "losses.") ? what + strlen ("losses.") : NULL;

  return name != NULL ? g_strndup (name, strcspn (name, ".")) : NULL;
}

char *
studio_run_make_event_text (StudioRun *self, const char *what, const char *text)
{
  g_autofree char *owner = get_owner (what);
  g_autofree char *loss = get_loss (what);
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (self->document, owner, NULL);
  const RensaComponent *component = attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
  const RensaAttrSpec *rate = component != NULL ? studio_find_learning_rate (component) : NULL;
  const char *name = strrchr (what, '.') != NULL ? strrchr (what, '.') + 1 : what;
  const gboolean is_hook = component != NULL && !g_str_has_suffix (owner, "optimizer");
  g_autoptr (GString) whose = g_string_new (loss);

  /* Shows the title of the learning rate, because Chainer's name for it does not contain the words. */
  if (rate != NULL && g_str_equal (rate->name, name))
    name = _ (rate->title);
  if (is_hook)
    g_string_append_printf (whose, "%s%s", whose->len > 0 ? " · " : "", component->name);
  return whose->len > 0 ? g_strdup_printf ("%s: %s = %s", whose->str, name, text)
                        : g_strdup_printf ("%s = %s", name, text);
}

char *
studio_run_describe_longer (RensaRun *record, RensaDocument *document)
{
  const char *unit;
  double amount;
  g_autofree char *count = NULL;

  if (rensa_run_get_state (record) != RENSA_RUN_FINISHED || document == NULL
      || !rensa_document_suggest_longer (document, &amount, &unit))
    return NULL;
  count = studio_format_count ((gint64) amount);
  return g_strdup_printf (g_str_equal (unit, "epoch") ? ngettext ("+%s Epoch", "+%s Epochs", (gulong) amount)
                                                      : ngettext ("+%s Iteration", "+%s Iterations", (gulong) amount),
                          count);
}
