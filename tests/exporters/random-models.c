/* random-models.c: documents that nobody thought of.
 * SPDX-License-Identifier: MIT */

#include "random-models.h"

#include <string.h>

#include "export-fixture.h"
#include "folder.h"
#include "rensa-analysis.h"
#include "rensa-builder.h"
#include "rensa-function.h"
#include "rensa-link.h"
#include "rensa-npz.h"

/* Components that are drawn for a layer before it is left out. */
#define MAX_TRIES 200
/* Ways in which one of them is called before another one is drawn. */
#define N_WAYS 4
/* Numbers of one example that a layer may make. */
#define MAX_COUNT 1024

/* What examples are, and how a model begins; ' stands for ". */
typedef struct
{
  const char *dataset;
  const char *layers[2];
} Beginning;

static const Beginning beginnings[] = {
  { "{'type': 'strokes', 'attrs': {'ndim': 3, 'n_train': 120, 'n_test': 20}}", { NULL } },
  { "'moons'", { "'type': 'Linear', 'attrs': {'out_size': 7}" } },
  { "'moons'", { "'type': 'Linear', 'attrs': {'out_size': 12}", "'type': 'reshape', 'attrs': {'shape': [-1, 3, 4]}" } },
  { "'moons'",
    { "'type': 'Linear', 'attrs': {'out_size': 24}", "'type': 'reshape', 'attrs': {'shape': [-1, 2, 3, 4]}" } },
  { "'moons'",
    { "'type': 'Linear', 'attrs': {'out_size': 36}", "'type': 'reshape', 'attrs': {'shape': [-1, 1, 3, 4, 3]}" } },
};

/* A model that grows. Node 0 is the input, node i > 0 is called n<i>. */
typedef struct
{
  GRand *random;
  const Beginning *beginning;
  GPtrArray *groups; /* GPtrArray of RensaComponent */
  RensaDataCache *cache;
  GString *nodes;
  GString *edges;
  int n;
  RensaDocument *document;
} Draft;

static void
draft_clear (Draft *self)
{
  g_rand_free (self->random);
  g_ptr_array_unref (self->groups);
  rensa_data_cache_free (self->cache);
  g_string_free (self->nodes, TRUE);
  g_string_free (self->edges, TRUE);
  g_clear_pointer (&self->document, rensa_document_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Draft, draft_clear)

/* All of a kind that a document can have as a node. */
static void
add_components (GHashTable *groups, RensaComponentKind kind)
{
  guint n;
  const RensaComponent *const *list = rensa_registry_list (kind, &n);

  for (guint i = 0; i < n; i++)
    {
      GPtrArray *group = list[i]->group != NULL ? g_hash_table_lookup (groups, list[i]->group) : NULL;

      if (list[i]->group == NULL
          || (kind == RENSA_COMPONENT_FUNCTION && !rensa_function_can_be_node ((const RensaFunctionClass *) list[i])))
        continue;
      if (group == NULL)
        g_hash_table_insert (groups, (gpointer) list[i]->group, group = g_ptr_array_new ());
      g_ptr_array_add (group, (gpointer) list[i]);
    }
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const RensaComponent *first = (*(GPtrArray *const *) a)->pdata[0];
  const RensaComponent *second = (*(GPtrArray *const *) b)->pdata[0];

  return strcmp (first->group->name, second->group->name);
}

/* GPtrArray of RensaComponent: groups are drawn first, because some have many members that are much alike. */
static GPtrArray *
list_groups (void)
{
  g_autoptr (GHashTable) groups = g_hash_table_new (NULL, NULL);
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  GHashTableIter iter;
  gpointer group;

  add_components (groups, RENSA_COMPONENT_FUNCTION);
  add_components (groups, RENSA_COMPONENT_LINK);
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &group))
    g_ptr_array_add (all, group);
  g_ptr_array_sort (all, compare_groups);
  return all;
}

static gpointer
draw (GRand *random, GPtrArray *list)
{
  return list->pdata[g_rand_int_range (random, 0, (int) list->len)];
}

static gboolean
is_link (const RensaComponent *component)
{
  return rensa_registry_find (RENSA_COMPONENT_LINK, component->name, NULL) == component;
}

/* Attributes */

/* What a sample says of the sizes and values of its inputs and parameters is left out. */
static void
forget_sizes (const RensaLinkClass *class, RensaAttrs *attrs)
{
  for (guint i = 0; i < class->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &class->attrs[i];

      if (spec->allow_none
          && (g_strcmp0 (spec->name, class->learns) == 0
              || (spec->type == RENSA_ATTR_TYPE_COMPONENT && spec->component_kind == RENSA_COMPONENT_INITIALIZER)))
        rensa_attrs_set_text (attrs, spec->name, "None", NULL);
    }
}

/* Of a row of tiny numbers that is divided by its size and nothing more, all that comes out is rounding. */
static gboolean
divides_by_nothing (RensaAttrs *attrs)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (rensa_attrs_get_component (attrs), "eps");
  g_autofree char *text = spec != NULL ? rensa_attrs_get_text (attrs, spec) : NULL;

  return text != NULL && g_ascii_strtod (text, NULL) == 0;
}

/* Those of one of the component's samples, or the usual ones; NULL where one is required that none tells. */
static RensaAttrs *
draw_attrs (Draft *self, const RensaComponent *component)
{
  const RensaLinkClass *link = is_link (component) ? (const RensaLinkClass *) component : NULL;
  const RensaFunctionClass *function = (const RensaFunctionClass *) component;
  const RensaSample *samples = link != NULL ? link->samples : function->samples;
  const int n_samples = (int) (link != NULL ? link->n_samples : function->n_samples);
  const int i = g_rand_int_range (self->random, 0, n_samples + 1);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (component);

  if (i < n_samples && !rensa_attrs_parse (attrs, samples[i].attrs, NULL))
    return NULL;
  if (link != NULL)
    forget_sizes (link, attrs);
  return rensa_attrs_check_complete (attrs, NULL) && !divides_by_nothing (attrs) ? g_steal_pointer (&attrs) : NULL;
}

/* Nodes and wires */

static void
add_wire (Draft *self, int from, const char *port)
{
  g_autofree char *name = from > 0 ? g_strdup_printf ("n%d", from) : g_strdup ("x");

  g_string_append_printf (self->edges, "%s{'from': '%s', 'to': 'n%d%s%s'}", self->edges->len > 0 ? ", " : "", name,
                          self->n, port != NULL ? ":" : "", port != NULL ? port : "");
}

/* The first input is what the last node gives, so that no node is for nothing; the others are what any does. */
static void
draw_wires (Draft *self, const RensaComponent *component)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (is_link (component) ? ((const RensaLinkClass *) component)->inputs
                                                        : ((const RensaFunctionClass *) component)->inputs,
                                    specs);

  for (int i = 0; i < n; i++)
    {
      const int n_wires = specs[i].list && !specs[i].sequence ? g_rand_int_range (self->random, 1, 4) : 1;

      for (int k = 0; k < n_wires; k++)
        if (i + k == 0)
          add_wire (self, self->n - 1, specs[i].name);
        else if (!specs[i].optional || g_rand_boolean (self->random))
          add_wire (self, g_rand_int_range (self->random, 0, self->n), specs[i].name);
    }
}

static void
add_node (Draft *self, const char *members)
{
  g_string_append_printf (self->nodes, "%s{'name': 'n%d', %s}", self->nodes->len > 0 ? ", " : "", self->n, members);
}

static RensaDocument *
make_document (Draft *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  RensaDocument *document;

  g_string_printf (text,
                   "{'format': 1, 'data': {'dataset': %s}, 'model': {'nodes': [{'name': 'x', 'type': 'Input'}, %s], "
                   "'edges': [%s]}, 'loss': 'softmax_cross_entropy', 'optimizer': 'SGD', 'extensions': []}",
                   self->beginning->dataset, self->nodes->str, self->edges->str);
  g_string_replace (text, "'", "\"", 0);
  document = rensa_document_parse (text->str, -1, "random.rensa", &error);
  g_assert_no_error (error);
  return document;
}

/* Whether the last node makes numbers of every example. */
static gboolean
fits (Draft *self, RensaDocument *document)
{
  g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, self->cache);
  g_autofree char *name = g_strdup_printf ("n%d", self->n);
  const RensaNodeFacts *facts = rensa_analysis_get_facts (analysis, name);
  const RensaType *type = facts != NULL && facts->is_known ? &facts->outputs[0] : NULL;
  const gint64 batch_size = rensa_analysis_get_batch_size (analysis);

  return rensa_analysis_find_problem (analysis, name) == NULL && type != NULL && type->dtype == RENSA_FLOAT32
         && type->n_sequences == 0 && type->shape.ndim > 1 && type->shape.dims[0] == batch_size
         && rensa_shape_count (&type->shape) > 0 && rensa_shape_count (&type->shape) <= batch_size * MAX_COUNT;
}

/* FALSE, with the draft as it was, where the node does not fit. */
static gboolean
try_layer (Draft *self, const char *members, const RensaComponent *component)
{
  const gsize n_nodes = self->nodes->len;
  const gsize n_edges = self->edges->len;
  g_autoptr (RensaDocument) document = NULL;

  add_node (self, members);
  if (component != NULL)
    draw_wires (self, component);
  else
    add_wire (self, self->n - 1, NULL);
  document = make_document (self);
  if (fits (self, document))
    {
      self->n++;
      g_clear_pointer (&self->document, rensa_document_unref);
      self->document = g_steal_pointer (&document);
      return TRUE;
    }
  g_string_truncate (self->nodes, n_nodes);
  g_string_truncate (self->edges, n_edges);
  return FALSE;
}

static gboolean
try_component (Draft *self, const RensaComponent *component)
{
  for (int i = 0; i < N_WAYS; i++)
    {
      g_autoptr (RensaAttrs) attrs = draw_attrs (self, component);
      g_autofree char *members = NULL;
      g_autoptr (RensaJson) json = attrs != NULL ? rensa_attrs_to_json (attrs) : NULL;

      if (json == NULL)
        continue;
      json_object_object_del (json, "type");
      members = g_strdup_printf ("'type': '%s', 'attrs': %s", component->name, json_object_to_json_string (json));
      if (try_layer (self, members, component))
        return TRUE;
    }
  return FALSE;
}

static void
draw_layer (Draft *self)
{
  for (int i = 0; i < MAX_TRIES; i++)
    if (try_component (self, draw (self->random, draw (self->random, self->groups))))
      return;
}

/* With the layers that it begins with. */
static void
draft_init (Draft *self, guint seed)
{
  *self = (Draft){
    .random = g_rand_new_with_seed (seed),
    .beginning = &beginnings[seed % G_N_ELEMENTS (beginnings)],
    .groups = list_groups (),
    .cache = rensa_data_cache_new (NULL),
    .nodes = g_string_new (NULL),
    .edges = g_string_new (NULL),
    .n = 1,
  };
  for (guint i = 0; i < G_N_ELEMENTS (self->beginning->layers) && self->beginning->layers[i] != NULL; i++)
    g_assert_true (try_layer (self, self->beginning->layers[i], NULL));
}

static RensaDocument *
finish (Draft *self)
{
  g_assert_true (try_layer (self, "'type': 'Linear', 'attrs': {'out_size': 10}", NULL));
  return g_steal_pointer (&self->document);
}

RensaDocument *
make_random_document (guint seed)
{
  g_auto (Draft) self = { NULL };
  int n_layers;

  draft_init (&self, seed);
  n_layers = g_rand_int_range (self.random, 3, 7);
  for (int i = 0; i < n_layers; i++)
    draw_layer (&self);
  return finish (&self);
}

RensaDocument *
make_document_of (const RensaComponent *component, guint seed)
{
  g_auto (Draft) self = { NULL };

  draft_init (&self, seed);
  return try_component (&self, component) ? finish (&self) : NULL;
}

/* Proofs */

static ModelOutcome
prove (const RensaExporter *exporter, RensaDocument *document, const char *folder, GError **error)
{
  g_autofree char *weights = g_build_filename (folder, "model.npz", NULL);
  g_autofree char *name = g_strconcat ("net", exporter->ending, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  const RensaExportTarget target = { .path = path, .weights = weights, .overwrites = TRUE };
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, error);
  g_autoptr (RensaLink) model = builder != NULL ? rensa_builder_make_model (builder, error) : NULL;

  /* The numbers of an index are looked at by the first call, not by the shapes. */
  if (model == NULL)
    return MODEL_REFUSED;
  if (!rensa_save_npz (weights, rensa_link_serialize, model, FALSE, error))
    return MODEL_FAILED;
  if (!rensa_export_save (exporter, document, &target, error))
    return MODEL_REFUSED;
  return rensa_export_prove (exporter, document, &target, error) ? MODEL_PROVED : MODEL_FAILED;
}

void
assert_component_proved (const char *target, RensaComponentKind kind, const char *name)
{
  const RensaComponent *component = rensa_registry_find (kind, name, NULL);
  ModelOutcome outcome = MODEL_REFUSED;

  g_assert_nonnull (component);
  for (guint seed = 0; seed < N_WAYS * G_N_ELEMENTS (beginnings) && outcome == MODEL_REFUSED; seed++)
    {
      g_autofree char *folder = test_folder_new ();
      g_autoptr (RensaDocument) document = make_document_of (component, seed);
      g_autoptr (GError) error = NULL;

      if (document != NULL)
        outcome = prove (find_exporter (target), document, folder, &error);
      g_test_message ("%s, %u: %s", name, seed, error != NULL ? error->message : "");
      test_folder_remove (folder);
    }
  g_assert_cmpint (outcome, ==, MODEL_PROVED);
}

ModelOutcome
prove_random_model (const RensaExporter *exporter, guint seed, char **sentence)
{
  g_autoptr (RensaDocument) document = make_random_document (seed);
  g_autofree char *folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  const ModelOutcome outcome = prove (exporter, document, folder, &error);
  const char *words = error != NULL ? error->message : NULL;

  if (outcome == MODEL_REFUSED && strstr (words, ": ") != NULL)
    words = strstr (words, ": ") + 2;
  *sentence = g_strdup (words);
  test_folder_remove (folder);
  return outcome;
}

void
assert_random_models_proved (const char *target, guint n)
{
  for (guint seed = 0; seed < n; seed++)
    {
      g_autofree char *sentence = NULL;
      const ModelOutcome outcome = prove_random_model (find_exporter (target), seed, &sentence);

      g_test_message ("Model %u: %s", seed, sentence != NULL ? sentence : "proved");
      g_assert_cmpint (outcome, !=, MODEL_FAILED);
    }
}
