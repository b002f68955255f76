/* rensa-formula.c: creation and destruction of formulas, and the cache of each thread.
 * SPDX-License-Identifier: MIT */

#include "rensa-formula-private.h"

#include <string.h>

/* Number of formulas cached by each thread, the most recently used ones. */
#define MOST_KEPT 128

typedef struct
{
  RensaFormula *formulas[MOST_KEPT];
  guint64 clock;
} Cache;

static void
cache_free (gpointer data)
{
  Cache *cache = data;

  for (int i = 0; i < MOST_KEPT; i++)
    g_clear_pointer (&cache->formulas[i], rensa_formula_unref);
  g_free (cache);
}

static Cache *
get_cache (void)
{
  static GPrivate key = G_PRIVATE_INIT (cache_free);
  Cache *cache = g_private_get (&key);

  if (cache == NULL)
    {
      cache = g_new0 (Cache, 1);
      g_private_set (&key, cache);
    }
  return cache;
}

static guint64
hash_text (const RensaFormulaText *text)
{
  const char *const parts[] = { text->formula, text->inputs, text->params, text->outputs };
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      for (const char *c = parts[i]; c != NULL && *c != '\0'; c++)
        hash = (hash ^ (guchar) *c) * G_GUINT64_CONSTANT (0x100000001b3);
      hash = (hash ^ 0x1f) * G_GUINT64_CONSTANT (0x100000001b3);
    }

  return hash;
}

static gboolean
is_same (const char *a, const char *b)
{
  return a == b || strcmp (a != NULL ? a : "", b != NULL ? b : "") == 0;
}

static gboolean
is_same_text (const RensaFormulaText *a, const RensaFormulaText *b)
{
  return is_same (a->formula, b->formula) && is_same (a->inputs, b->inputs) && is_same (a->params, b->params)
         && is_same (a->outputs, b->outputs);
}

static RensaFormula *
cache_find (Cache *cache, const RensaFormulaText *text, guint64 hash)
{
  for (int i = 0; i < MOST_KEPT && cache->formulas[i] != NULL; i++)
    if (cache->formulas[i]->hash == hash && is_same_text (&cache->formulas[i]->text, text))
      return cache->formulas[i];

  return NULL;
}

/* Uses the first free entry, or replaces the least recently used formula. */
static void
cache_add (Cache *cache, RensaFormula *formula)
{
  int place = 0;

  for (int i = 0; i < MOST_KEPT; i++)
    {
      if (cache->formulas[i] == NULL)
        {
          place = i;
          break;
        }
      if (cache->formulas[i]->last_used < cache->formulas[place]->last_used)
        place = i;
    }

  g_clear_pointer (&cache->formulas[place], rensa_formula_unref);
  cache->formulas[place] = rensa_formula_ref (formula);
  formula->last_used = ++cache->clock;
}

RensaFormula *
rensa_formula_new (void)
{
  RensaFormula *self = g_new0 (RensaFormula, 1);

  self->ref_count = 1;
  self->inputs = g_ptr_array_new_with_free_func (g_free);
  self->outputs = g_ptr_array_new_with_free_func (g_free);
  rensa_terms_init (&self->terms);
  return self;
}

RensaFormula *
rensa_formula_ref (RensaFormula *self)
{
  self->ref_count++;
  return self;
}

void
rensa_formula_unref (RensaFormula *self)
{
  if (--self->ref_count > 0)
    return;

  for (int i = 0; i < RENSA_FORMULA_KEPT_DERIVATIVES; i++)
    g_clear_pointer (&self->kept[i].derivative.formula, rensa_formula_unref);
  g_free ((char *) self->text.inputs);
  g_free ((char *) self->text.formula);
  g_free ((char *) self->text.params);
  g_free ((char *) self->text.outputs);
  g_free ((gpointer) self->program.constants);
  g_free ((gpointer) self->program.instructions);
  g_ptr_array_unref (self->inputs);
  g_ptr_array_unref (self->outputs);
  rensa_terms_clear (&self->terms);
  g_free (self);
}

static void
enter (RensaFormula *self)
{
  self->hash = hash_text (&self->text);
  rensa_formula_compile (self);
  cache_add (get_cache (), self);
}

static char *
join (GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  return g_string_free (text, FALSE);
}

void
rensa_formula_finish (RensaFormula *self)
{
  self->text.inputs = join (self->inputs);
  self->text.formula = rensa_formula_print (self);
  self->text.outputs = join (self->outputs);
  enter (self);
}

RensaFormula *
rensa_formula_get (const RensaFormulaText *text, GError **error)
{
  Cache *cache = get_cache ();
  RensaFormula *self = cache_find (cache, text, hash_text (text));

  if (self != NULL)
    {
      self->last_used = ++cache->clock;
      return rensa_formula_ref (self);
    }

  self = rensa_formula_parse (text, error);
  if (self == NULL)
    return NULL;

  self->text.inputs = g_strdup (text->inputs);
  self->text.formula = g_strdup (text->formula);
  self->text.params = g_strdup (text->params);
  self->text.outputs = g_strdup (text->outputs);
  enter (self);
  return self;
}

char *
rensa_formula_dup_free_name (GHashTable *names, const char *name)
{
  GString *longer = g_string_new (name);

  while (g_hash_table_contains (names, longer->str) || rensa_formula_name_is_taken (longer->str))
    g_string_append_c (longer, '_');
  g_hash_table_insert (names, g_strdup (longer->str), NULL);
  return g_string_free (longer, FALSE);
}

const RensaProgram *
rensa_formula_get_program (RensaFormula *self)
{
  return &self->program;
}

const RensaFormulaText *
rensa_formula_get_text (RensaFormula *self)
{
  return &self->text;
}

int
rensa_formula_get_n_inputs (RensaFormula *self)
{
  return (int) self->inputs->len;
}

int
rensa_formula_get_n_outputs (RensaFormula *self)
{
  return (int) self->outputs->len;
}

const char *
rensa_formula_get_input_name (RensaFormula *self, int i)
{
  return self->inputs->pdata[i];
}

const char *
rensa_formula_get_output_name (RensaFormula *self, int i)
{
  return self->outputs->pdata[i];
}
