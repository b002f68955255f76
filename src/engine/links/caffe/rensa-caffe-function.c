/* rensa-caffe-function.c: networks trained with Caffe.
 * SPDX-License-Identifier: MIT */

#include "rensa-caffe-function.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "rensa-caffe-private.h"
#include "rensa-fault.h"
#include "rensa-links.h"
#include "rensa-link-private.h"
#include "rensa-modes.h"

/* Field numbers of the net message. */
enum
{
  NET_OLD_LAYERS = 2,
  NET_LAYERS = 100,
};

/* Size limit of protocol buffers. */
#define MAX_SIZE G_MAXINT32

typedef struct
{
  GPtrArray *steps;
  GPtrArray *skipped; /* terminated by NULL once reading is complete */
} Net;

void
rensa_caffe_step_free (RensaCaffeStep *step)
{
  g_clear_pointer (&step->function, rensa_attrs_unref);
  g_strfreev (step->bottoms);
  g_strfreev (step->tops);
  g_free (step->name);
  g_free (step);
}

static gboolean
setup (RensaLink *link, GError **error)
{
  Net *net = rensa_link_get_state (link);

  net->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_caffe_step_free);
  net->skipped = g_ptr_array_new_with_free_func (g_free);
  return TRUE;
}

static void
clear_state (RensaLink *link)
{
  Net *net = rensa_link_get_state (link);

  g_clear_pointer (&net->steps, g_ptr_array_unref);
  g_clear_pointer (&net->skipped, g_ptr_array_unref);
}

static gboolean
copy_state (RensaLink *link, RensaLink *copy, GError **error)
{
  const Net *net = rensa_link_get_state (link);
  Net *twin = rensa_link_get_state (copy);

  setup (copy, error);
  for (guint i = 0; i < net->steps->len; i++)
    {
      const RensaCaffeStep *step = net->steps->pdata[i];
      RensaCaffeStep *other = g_memdup2 (step, sizeof *step);

      other->name = g_strdup (step->name);
      other->bottoms = g_strdupv (step->bottoms);
      other->tops = g_strdupv (step->tops);
      other->function = step->function != NULL ? rensa_attrs_ref (step->function) : NULL;
      for (guint k = 0; step->link != NULL && k < link->children->len; k++)
        if (link->children->pdata[k] == step->link)
          other->link = copy->children->pdata[k];
      g_ptr_array_add (twin->steps, other);
    }
  for (guint i = 0; i < net->skipped->len; i++)
    g_ptr_array_add (twin->skipped, g_strdup (net->skipped->pdata[i]));
  return TRUE;
}

/* Reading */

typedef struct
{
  RensaLink *link;
  Net *net;
  GHashTable *names;  /* names of layers */
  GHashTable *splits; /* maps an output of a Split to the name of its input */
} Reader;

static void
add_split (Reader *reader, const RensaCaffeLayer *layer)
{
  for (guint i = 0; layer->bottoms[0] != NULL && layer->tops[i] != NULL; i++)
    g_hash_table_insert (reader->splits, g_strdup (layer->tops[i]), g_strdup (layer->bottoms[0]));
}

static RensaCaffeStep *
new_step (Reader *reader, const RensaCaffeLayer *layer)
{
  RensaCaffeStep *step = g_new0 (RensaCaffeStep, 1);

  step->name = g_strdup (layer->name);
  step->tops = g_strdupv (layer->tops);
  step->bottoms = g_strdupv (layer->bottoms);
  step->n_bottoms = (int) g_strv_length (layer->bottoms);
  for (int i = 0; i < step->n_bottoms; i++)
    {
      const char *origin = g_hash_table_lookup (reader->splits, step->bottoms[i]);

      if (origin != NULL)
        {
          g_free (step->bottoms[i]);
          step->bottoms[i] = g_strdup (origin);
        }
    }
  return step;
}

static gboolean
check_names (Reader *reader, const RensaCaffeLayer *layer, GError **error)
{
  if (layer->name[0] == '\0' || !g_hash_table_add (reader->names, g_strdup (layer->name)))
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("each layer needs a unique name, but “%s” is a duplicate or empty"),
                     layer->name);
  else if (g_strv_length (layer->bottoms) > RENSA_CAFFE_MAX_BOTTOMS)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("layer “%s” takes %u values, but the maximum is %d"), layer->name,
                     g_strv_length (layer->bottoms), RENSA_CAFFE_MAX_BOTTOMS);
  else
    return TRUE;
  return FALSE;
}

static gboolean
add_layer (Reader *reader, const RensaCaffeLayer *layer, GError **error)
{
  RensaCaffeStep *step;

  if (layer->kind == NULL)
    g_ptr_array_add (reader->net->skipped, g_strdup_printf ("%s: %s", layer->name, layer->type));
  if (layer->kind == &rensa_caffe_split)
    add_split (reader, layer);
  if (layer->kind == NULL || layer->kind->setup == NULL)
    return TRUE;
  if (!check_names (reader, layer, error))
    return FALSE;

  step = new_step (reader, layer);
  g_ptr_array_add (reader->net->steps, step);
  if (!layer->kind->setup (layer, step, error))
    {
      g_autofree char *who = g_strdup_printf ("%s (%s)", layer->name, layer->type);

      rensa_error_prefix (error, who);
      g_clear_pointer (&step->link, rensa_link_unref);
      return FALSE;
    }
  if (step->link != NULL)
    rensa_link_adopt (reader->link, step->name, step->link);
  return TRUE;
}

static gboolean
read_layers (Reader *reader, const RensaWire *net, guint field, GError **error)
{
  RensaWire rest = *net;
  RensaWire message;
  guint number;
  guint i = 0;

  while (rensa_wire_next_bytes (&rest, &number, &message))
    {
      g_auto (RensaCaffeLayer) layer = { 0 };
      g_autofree char *what = NULL;

      if (number != field)
        continue;
      what = g_strdup_printf ("layer[%u]", i++);
      if (!rensa_wire_check (&message, what, error)
          || !rensa_caffe_layer_init (&layer, &message, field == NET_OLD_LAYERS, error)
          || !add_layer (reader, &layer, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_net (RensaLink *link, const RensaWire *net, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) splits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Reader reader = { link, rensa_link_get_state (link), names, splits };
  RensaWire first;

  rensa_modes_get ()->dtype = RENSA_FLOAT32;
  if (!rensa_wire_check (net, "net", error))
    return FALSE;
  if (!read_layers (&reader, net, rensa_wire_get_bytes (net, NET_LAYERS, 0, &first) ? NET_LAYERS : NET_OLD_LAYERS,
                    error))
    return FALSE;
  if (reader.net->steps->len > 0)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("expected a Caffe net, but there is no layer that can be called"));
  return FALSE;
}

/* Calling */

static int
run_step (const RensaCaffeStep *step, RensaVariable *const *inputs, RensaVariable **outputs, GError **error)
{
  g_auto (RensaModesScope) scope = rensa_modes_enter ();

  if (step->for_inference)
    rensa_modes_get ()->train = FALSE;
  if (step->run != NULL)
    {
      outputs[0] = step->run (step, inputs, error);
      return outputs[0] != NULL ? 1 : -1;
    }
  if (step->link != NULL)
    return rensa_link_call_n (step->link, inputs, step->n_bottoms, outputs, RENSA_MAX_OUTPUTS, error);
  return rensa_function_apply ((const RensaFunctionClass *) rensa_attrs_get_component (step->function),
                               rensa_attrs_get_values (step->function), inputs, step->n_bottoms, outputs,
                               RENSA_MAX_OUTPUTS, error);
}

/* Returns FALSE if an input is missing. */
static gboolean
find_inputs (const RensaCaffeStep *step, GHashTable *values, RensaVariable **inputs)
{
  for (int i = 0; i < step->n_bottoms; i++)
    if ((inputs[i] = g_hash_table_lookup (values, step->bottoms[i])) == NULL)
      return FALSE;
  return TRUE;
}

/* Returns FALSE on error; *@last is the layer that ran last. */
static gboolean
run_net (RensaLink *link, GHashTable *values, const char *const *disable, const RensaCaffeStep **last, GError **error)
{
  const Net *net = rensa_link_get_state (link);

  for (guint i = 0; i < net->steps->len; i++)
    {
      const RensaCaffeStep *step = net->steps->pdata[i];
      RensaVariable *inputs[RENSA_CAFFE_MAX_BOTTOMS];
      RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
      int n;

      if ((disable != NULL && g_strv_contains (disable, step->name)) || !find_inputs (step, values, inputs))
        continue;
      n = run_step (step, inputs, outputs, error);
      if (n < 0)
        {
          if (step->link == NULL)
            rensa_error_prefix (error, step->name);
          return FALSE;
        }
      for (int k = 0; k < n && step->tops[k] != NULL; k++)
        g_hash_table_insert (values, g_strdup (step->tops[k]), rensa_variable_ref (outputs[k]));
      rensa_variables_clear (outputs, n);
      *last = step;
    }
  return TRUE;
}

static GHashTable *
new_values (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) rensa_variable_unref);
}

static gboolean
give (GHashTable *values, const char *const *names, RensaVariable **results, GError **error)
{
  for (int i = 0; names[i] != NULL; i++)
    {
      RensaVariable *value = g_hash_table_lookup (values, names[i]);

      if (value == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("“%s” was requested, but no executed layer produces it"),
                           names[i]);
          rensa_variables_clear (results, i);
          return FALSE;
        }
      results[i] = rensa_variable_ref (value);
    }
  return TRUE;
}

gboolean
rensa_caffe_function_call (RensaLink *function, const char *const *names, RensaVariable *const *values,
                           const char *const *outputs, const char *const *disable, RensaVariable **results,
                           GError **error)
{
  g_autoptr (GHashTable) table = new_values ();
  const RensaCaffeStep *last = NULL;

  for (int i = 0; names[i] != NULL; i++)
    {
      if (values[i] == NULL)
        return FALSE;
      g_hash_table_insert (table, g_strdup (names[i]), rensa_variable_ref (values[i]));
    }
  return run_net (function, table, disable, &last, error) && give (table, outputs, results, error);
}

/* Lists the inputs of layers that no previous layer produces, in order of use. */
static GPtrArray *
list_free (const Net *net)
{
  g_autoptr (GHashTable) made = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < net->steps->len; i++)
    {
      const RensaCaffeStep *step = net->steps->pdata[i];

      for (int k = 0; k < step->n_bottoms; k++)
        if (g_hash_table_add (made, step->bottoms[k]))
          g_ptr_array_add (names, step->bottoms[k]);
      for (int k = 0; step->tops[k] != NULL; k++)
        g_hash_table_add (made, step->tops[k]);
    }
  return names;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  g_autoptr (GPtrArray) names = list_free (rensa_link_get_state (link));
  g_autoptr (GHashTable) values = new_values ();
  const RensaCaffeStep *last = NULL;
  int n;

  for (int i = 0; i < MIN (n_inputs, (int) names->len); i++)
    g_hash_table_insert (values, g_strdup (names->pdata[i]), rensa_variable_ref (inputs[i]));
  if (!run_net (link, values, NULL, &last, error))
    return -1;
  n = last != NULL ? (int) g_strv_length (last->tops) : 0;
  if (n == 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("no layer of the net can run with the given values: %d of %u"),
                     n_inputs, names->len);
  else if (rensa_link_expect_room (link, n, max_outputs, error)
           && give (values, (const char *const *) last->tops, outputs, error))
    return n;
  return -1;
}

static const RensaLinkClass caffe_function_class = {
  .name = "CaffeFunction",
  .inputs = RENSA_INPUTS ("xs*"),
  .state_size = sizeof (Net),
  .setup = setup,
  .forward = forward,
  .copy_state = copy_state,
  .clear_state = clear_state,
};

RensaLink *
rensa_caffe_function_new_from_bytes (GBytes *bytes, GError **error)
{
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (&caffe_function_class));
  g_autoptr (RensaLink) link = rensa_link_new (attrs, error);
  RensaWire net = { 0 };

  net.data = g_bytes_get_data (bytes, &net.size);
  return link != NULL && read_net (link, &net, error) ? g_steal_pointer (&link) : NULL;
}

static gboolean
check_file (const char *path, GError **error)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” cannot be read: %s"), path, g_strerror (errno));
  else if (!S_ISREG (status.st_mode))
    rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” cannot be read: it is not a regular file"), path);
  else if (status.st_size > MAX_SIZE)
    rensa_set_words (error, RENSA_ERROR_FORMAT,
                     N_ ("“%s”: a caffemodel must be smaller than 2 GiB, but has %lld "
                         "bytes"),
                     path, (long long) status.st_size);
  else
    return TRUE;
  return FALSE;
}

RensaLink *
rensa_caffe_function_new (const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) problem = NULL;
  RensaLink *link;
  char *data = NULL;
  gsize size = 0;

  if (!check_file (path, error))
    return NULL;
  if (!g_file_get_contents (path, &data, &size, &problem))
    {
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” cannot be read: %s"), path, problem->message);
      return NULL;
    }
  bytes = g_bytes_new_take (data, size);
  link = rensa_caffe_function_new_from_bytes (bytes, error);
  if (link == NULL)
    {
      g_autofree char *place = g_strdup_printf ("“%s”", path);

      rensa_error_prefix (error, place);
    }
  return link;
}

guint
rensa_caffe_function_get_n_layers (RensaLink *function)
{
  return ((Net *) rensa_link_get_state (function))->steps->len;
}

const char *
rensa_caffe_function_get_layer (RensaLink *function, guint i, const char *const **bottoms, const char *const **tops)
{
  const RensaCaffeStep *step = ((Net *) rensa_link_get_state (function))->steps->pdata[i];

  *bottoms = (const char *const *) step->bottoms;
  *tops = (const char *const *) step->tops;
  return step->name;
}

RensaLink *
rensa_caffe_function_get_link (RensaLink *function, guint i)
{
  const Net *net = rensa_link_get_state (function);

  return ((const RensaCaffeStep *) net->steps->pdata[i])->link;
}

RensaAttrs *
rensa_caffe_function_get_function (RensaLink *function, guint i)
{
  const Net *net = rensa_link_get_state (function);

  return ((const RensaCaffeStep *) net->steps->pdata[i])->function;
}

const char *const *
rensa_caffe_function_get_skipped (RensaLink *function)
{
  GPtrArray *skipped = ((Net *) rensa_link_get_state (function))->skipped;

  g_ptr_array_add (skipped, NULL);
  g_ptr_array_set_size (skipped, (int) skipped->len - 1);
  return (const char *const *) skipped->pdata;
}
