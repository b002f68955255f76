/* models.c: the networks that the reference figures speak of.
 * SPDX-License-Identifier: MIT */

#include "models.h"

#include <stdio.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-links.h"
#include "rensa-primitives.h"

/* One call in a Chain of calls; a function where there is no @name. @n: of several links of a kind, one after the other. */
typedef struct
{
  const char *name;
  const char *text;
  int n;
} Step;

static const Step convnet_steps[] = {
  { "conv1", "Convolution2D(in_channels=1, out_channels=4, ksize=3, pad=1, nobias=True)" },
  { "bn1", "BatchNormalization(size=4)" },
  { NULL, "relu" },
  { NULL, "max_pooling_2d(ksize=2)" },
  { "conv2", "Convolution2D(in_channels=4, out_channels=6, ksize=3, pad=1)" },
  { "bn2", "BatchNormalization(size=6)" },
  { NULL, "relu" },
  { NULL, "max_pooling_2d(ksize=2)" },
  { "fc", "Linear(in_size=24, out_size=3)" },
};

RensaLink *
model_layer_from_text (const char *text, GError **error)
{
  const gsize length = strcspn (text, "(");
  g_autofree char *name = g_strndup (text, length);
  g_autofree char *list = g_strdup_printf ("[%.*s]", text[length] == '(' ? (int) strlen (text + length) - 2 : 0,
                                           text[length] == '(' ? text + length + 1 : "");
  struct json_object *args = json_tokener_parse (list);
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_LINK, name, args, error);

  json_object_put (args);
  return rensa_link_new (attrs, error);
}

RensaLink *
model_sequential (struct json_object *layers, GError **error)
{
  g_autoptr (RensaLink) sequential = rensa_sequential_new ();

  for (int i = 0; i < get_length (layers); i++)
    {
      const char *text = json_object_get_string (get_item (layers, i));
      g_autoptr (RensaAttrs) function = NULL;

      if (strchr (text, '(') != NULL)
        {
          if (!rensa_link_append_child (sequential, model_layer_from_text (text, error), error))
            return NULL;
          continue;
        }
      function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, text, error);
      if (function == NULL)
        return NULL;
      rensa_sequential_append_function (sequential, function);
    }
  return g_steal_pointer (&sequential);
}

RensaLink *
model_classifier (RensaLink *predictor, GError **error)
{
  g_autoptr (RensaAttrs) accuracy = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "accuracy", error);

  return rensa_classifier_new (predictor, NULL, accuracy, error);
}

static RensaLink *
make_stack (const char *text, int n, GError **error)
{
  g_autoptr (RensaLink) stack = rensa_sequential_new ();

  for (int i = 0; i < n; i++)
    if (!rensa_link_append_child (stack, rensa_link_new_from_text (text, error), error))
      return NULL;
  return g_steal_pointer (&stack);
}

static RensaLink *
make_link (const Step *step, GError **error)
{
  return step->n > 0 ? make_stack (step->text, step->n, error) : rensa_link_new_from_text (step->text, error);
}

/* Calls @step with @value, the number of the value made before; gives the number of its own, -1 with an error. */
static int
add_step (RensaLink *chain, const Step *step, int value, GError **error)
{
  g_autoptr (RensaAttrs) function = NULL;

  if (step->name != NULL)
    return rensa_link_take_child (chain, step->name, make_link (step, error), error)
               ? rensa_chain_plan_link (chain, step->name, &value, 1, 1, error)
               : -1;

  function = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, step->text, error);
  return function != NULL ? rensa_chain_plan_function (chain, step->text, function, &value, 1, 1, error) : -1;
}

static RensaLink *
make_chain (const Step *steps, guint n_steps, GError **error)
{
  g_autoptr (RensaLink) chain = rensa_chain_new ();
  int value = 0;

  for (guint i = 0; i < n_steps; i++)
    {
      value = add_step (chain, &steps[i], value, error);
      if (value < 0)
        return NULL;
    }
  return g_steal_pointer (&chain);
}

static RensaLink *
make_mlp (int n_in, int n_units, int n_out, GError **error)
{
  g_autofree char *l1 = g_strdup_printf ("Linear(in_size=%d, out_size=%d)", n_in, n_units);
  g_autofree char *l2 = g_strdup_printf ("Linear(in_size=%d, out_size=%d)", n_units, n_units);
  g_autofree char *l3 = g_strdup_printf ("Linear(in_size=%d, out_size=%d)", n_units, n_out);
  const Step steps[] = { { "l1", l1 }, { NULL, "relu" }, { "l2", l2 }, { NULL, "relu" }, { "l3", l3 } };

  return make_chain (steps, G_N_ELEMENTS (steps), error);
}

/* Words go in, and how likely each is to follow comes out. */
static RensaLink *
make_language_model (const char *description, GError **error)
{
  int n_words, n_units, n_hidden;

  if (sscanf (description, "embed EmbedID(%d, %d), l1 StatefulGRU(%*d, %d)", &n_words, &n_units, &n_hidden) == 3)
    {
      g_autofree char *embed = g_strdup_printf ("EmbedID(in_size=%d, out_size=%d)", n_words, n_units);
      g_autofree char *l1 = g_strdup_printf ("StatefulGRU(in_size=%d, out_size=%d)", n_units, n_hidden);
      g_autofree char *l2 = g_strdup_printf ("StatefulGRU(in_size=%d, out_size=%d)", n_hidden, n_units);
      g_autofree char *l3 = g_strdup_printf ("Linear(in_size=%d, out_size=%d)", n_units, n_words);
      const Step steps[] = { { "embed", embed }, { "l1", l1 }, { "l2", l2 }, { "l3", l3 } };

      return make_chain (steps, G_N_ELEMENTS (steps), error);
    }
  if (sscanf (description, "embed EmbedID(%d, %d), lstms ChainList of 2 LSTM", &n_words, &n_units) == 2)
    {
      g_autofree char *embed = g_strdup_printf ("EmbedID(in_size=%d, out_size=%d)", n_words, n_units);
      g_autofree char *lstm = g_strdup_printf ("LSTM(in_size=%d, out_size=%d)", n_units, n_units);
      g_autofree char *out = g_strdup_printf ("Linear(in_size=%d, out_size=%d)", n_units, n_words);
      const Step steps[] = { { "embed", embed }, { "lstms", lstm, 2 }, { "out", out } };

      return make_chain (steps, G_N_ELEMENTS (steps), error);
    }
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "no model is known for “%s”", description);
  return NULL;
}

static RensaLink *
make_predictor (const char *description, GError **error)
{
  const char *first = strstr (description, "l1 Linear(");
  const char *last = strstr (description, "l3 Linear(");
  int n_in;
  int n_units;
  int n_out;

  if (first != NULL && last != NULL && sscanf (first, "l1 Linear(%d, %d)", &n_in, &n_units) == 2
      && sscanf (last, "l3 Linear(%*d, %d)", &n_out) == 1)
    return make_mlp (n_in, n_units, n_out, error);
  if (strstr (description, "conv1 Convolution2D(1, 4, 3, pad=1, nobias) bn1 relu") != NULL)
    return make_chain (convnet_steps, G_N_ELEMENTS (convnet_steps), error);

  return make_language_model (description, error);
}

RensaLink *
model_from_description (const char *description, GError **error)
{
  RensaLink *predictor = make_predictor (description, error);

  return g_str_has_prefix (description, "Classifier") ? model_classifier (predictor, error) : predictor;
}

typedef struct
{
  const char *path;
  RensaVariable *param;
  RensaLink *owner;
  int index;
} Search;

static gboolean
match_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Search *search = data;

  if (g_str_equal (path, search->path))
    search->param = param;
  return TRUE;
}

RensaVariable *
model_find_param (RensaLink *root, const char *path)
{
  Search search = { .path = path };

  rensa_link_foreach_param (root, match_param, &search, NULL);
  return search.param;
}

gboolean
model_set_param (RensaLink *root, const char *path, RensaArray *array, GError **error)
{
  RensaVariable *param = model_find_param (root, path);

  if (param == NULL)
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "there is no parameter %s", path);
      return FALSE;
    }
  rensa_variable_set_array (param, array);
  return TRUE;
}

/* The figures of a parameter in its own type, and what a link has in theirs: those of float64 are compared as far as the reference
 * goes. */
static RensaArray *
cast_as (RensaArray *array, RensaDtype dtype, GError **error)
{
  const gboolean differs = array != NULL && rensa_dtype_is_floating (rensa_array_get_dtype (array))
                           && rensa_dtype_is_floating (dtype) && rensa_array_get_dtype (array) != dtype;

  if (differs)
    return rensa_array_cast (array, dtype, error);
  return array != NULL ? rensa_array_ref (array) : NULL;
}

static gboolean
match_persistent (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  Search *search = data;

  if (g_str_equal (path, search->path))
    {
      search->owner = owner;
      search->index = index;
    }
  return TRUE;
}

static gboolean
find_persistent (RensaLink *root, Search *search, GError **error)
{
  rensa_link_foreach_persistent (root, match_persistent, search, NULL);
  if (search->owner == NULL)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "there is no persistent value %s", search->path);
  return search->owner != NULL;
}

RensaArray *
model_get_persistent (RensaLink *root, const char *path, GError **error)
{
  Search search = { .path = path };
  RensaArray *array;
  gint64 value;

  if (!find_persistent (root, &search, error))
    return NULL;
  if (rensa_link_persistent_is_int (search.owner, search.index))
    {
      value = rensa_link_get_persistent_int (search.owner, strrchr (path, '/') + 1);
      return rensa_array_new_from_host (RENSA_INT64, &RENSA_SHAPE_SCALAR, &value, error);
    }
  array = rensa_link_get_persistent (search.owner, search.index);
  if (array == NULL)
    g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "%s is empty", path);
  return array != NULL ? rensa_array_ref (array) : NULL;
}

gboolean
model_set_persistent (RensaLink *root, const char *path, RensaArray *array, GError **error)
{
  Search search = { .path = path };

  if (!find_persistent (root, &search, error))
    return FALSE;
  if (rensa_link_persistent_is_int (search.owner, search.index))
    rensa_link_set_persistent_int (search.owner, strrchr (path, '/') + 1, (gint64) rensa_array_get_scalar (array));
  else
    rensa_link_set_persistent (search.owner, search.index, array);
  return TRUE;
}

/* "/predictor/l1/W" for "init.l1.W" below "/predictor"; NULL where the key has another prefix. */
static char *
path_of_key (const char *base, const char *prefix, const char *key)
{
  char *path;

  if (!g_str_has_prefix (key, prefix) || key[strlen (prefix)] != '.')
    return NULL;

  path = g_strconcat (base, key + strlen (prefix), NULL);
  return g_strdelimit (path, ".", '/');
}

static char *
path_behind_prefix (const char *base, const char *key)
{
  g_autofree char *prefix = g_strndup (key, strcspn (key, "."));

  return path_of_key (base, prefix, key);
}

RensaVariable *
model_find_param_of_key (RensaLink *root, const char *base, const char *key)
{
  g_autofree char *path = path_behind_prefix (base, key);

  return model_find_param (root, path);
}

gboolean
model_load_arrays (RensaLink *root, const char *base, CaseFile *file, const char *prefix, GError **error)
{
  for (guint i = 0; i < rensa_npz_get_n_keys (file->arrays); i++)
    {
      const char *key = rensa_npz_get_key (file->arrays, i);
      g_autofree char *path = path_of_key (base, prefix, key);
      g_autoptr (RensaArray) read = path != NULL ? case_array_named (file, key, error) : NULL;
      g_autoptr (RensaArray) array = cast_as (read, rensa_link_get_dtype (root), error);

      if (path != NULL && (array == NULL || !model_set_param (root, path, array, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
model_check_array (Report *report, RensaLink *root, const char *base, CaseFile *file, const char *key,
                   Tolerance tolerance, GError **error)
{
  g_autofree char *path = path_behind_prefix (base, key);
  g_autoptr (RensaArray) want = case_array_named (file, key, error);
  RensaVariable *param = model_find_param (root, path);
  g_autoptr (RensaArray) found =
      param != NULL ? rensa_array_ref (rensa_variable_get_array (param)) : model_get_persistent (root, path, error);
  g_autoptr (RensaArray) got = want != NULL ? cast_as (found, rensa_array_get_dtype (want), error) : NULL;

  return got != NULL && check_array (report, path, got, want, tolerance, error);
}

gboolean
model_check_arrays (Report *report, RensaLink *root, const char *base, CaseFile *file, const char *prefix,
                    Tolerance tolerance, GError **error)
{
  g_autofree char *start = g_strconcat (prefix, ".", NULL);

  for (guint i = 0; i < rensa_npz_get_n_keys (file->arrays); i++)
    {
      const char *key = rensa_npz_get_key (file->arrays, i);

      if (g_str_has_prefix (key, start) && !model_check_array (report, root, base, file, key, tolerance, error))
        return FALSE;
    }
  return TRUE;
}
