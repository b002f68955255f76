/* test-step.c: how a training step is read, and what is wrong with one.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"
#include "rensa-network.h"

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = builder_of (test_step, &error);
  g_autoptr (RensaLink) step = builder != NULL ? rensa_builder_make_model (builder, &error) : NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (rensa_link_get_n_children (step), ==, 2);
  g_assert_nonnull (rensa_link_find (step, "gen/l0"));
  g_assert_nonnull (rensa_link_find (step, "dis/l1"));
  /* 3 · 4 + 4 and 4 · 2 + 2; 2 · 3 + 3 and 3 + 1 */
  g_assert_cmpint (rensa_link_count_param_elements (step), ==, 26 + 13);
}

/* The end of the losses, and the reports; all of the losses and these. */
#define GEN "'models': 'gen', 'optimizer': {'type': 'MomentumSGD'}}], 'reports': [{'node': 'y_fake'}]"
#define LOSSES                                                                                                        \
  "'losses': [{'node': 'loss_dis', 'models': 'dis', 'optimizer': {'type': 'Adam'}, 'hooks': [{'type': 'WeightDecay'," \
  " 'attrs': {'rate': 0.001}}]}, {'node': 'loss_gen', " GEN

typedef struct
{
  const char *name;
  const char *find;
  const char *replacement;
  const char *message;
} Fault;

static const Fault faults[] = {
  { "no-losses", LOSSES, "'losses': [], 'reports': [{'node': 'loss_dis'}, {'node': 'loss_gen'}]",
    "losses: nothing is trained: the step has no loss." },
  { "not-a-number", "'node': 'loss_gen', " GEN,
    "'node': 'y_fake', 'models': 'gen'}], 'reports': [{'node': 'loss_gen'}]",
    "losses.1.node: a loss must be a single number, but y_fake outputs shape (10, 1)." },
  { "nothing-learns", "{'from': 'fake', 'to': 'loss_gen'}", "{'from': 'real', 'to': 'loss_gen'}",
    "losses.1.models: loss_gen trains nothing: it does not depend on the parameters of gen." },
  { "behind-stop-gradient", "'type': 'op_neg'", "'type': 'stop_gradient'",
    "losses.1.models: loss_gen trains nothing: it does not depend on the parameters of gen." },
  { "learnt-twice", "'models': 'gen'", "'models': 'gen, dis'",
    "losses.1.models: two losses update the parameters of dis, each with its own optimizer." },
  { "unknown-learner", "'models': 'gen'", "'models': 'generator'",
    "losses.1.models: the step has no model or link generator." },
  { "name-twice", "'models': 'gen'", "'name': 'dis', 'models': 'gen'", "losses.1.name: two losses are named dis." },
  { "unknown-model", "{'model': 'gen'}", "{'model': 'wombat'}",
    "step.nodes.x_fake: x_fake: There is no model wombat here." },
  { "nearest-model", "{'model': 'gen'}", "{'model': 'gem'}",
    "step.nodes.x_fake: x_fake: There is no model gem here; did you mean gen?" },
  { "not-called", "'models': {",
    "'models': {'idle': {'nodes': [{'name': 'z', 'type': 'Input'}, {'name': 'relu', 'type': 'relu'}], 'edges': [{'from': 'z', 'to': 'relu'}]}, ",
    "models.idle: no node in the step calls the model idle." },
  { "beyond-the-data", "'type': 'Field'", "'type': 'Field', 'attrs': {'index': 5}",
    "step.nodes.x: x refers to value 5 of an example, counted from 0, but each example has 2 values." },
  { "other-sizes", "{'out_size': 2}", "{'out_size': 5}",
    "step.nodes.y_fake: y_fake calls a model whose dis.l0 has different sizes than in the first call: W (3, 5), b "
    "(3,) instead of W (3, 2), b (3,)." },
  { "cycle", "{'from': 'z', 'to': 'x_fake'}", "{'from': 'y_fake', 'to': 'x_fake'}",
    "step.edges: the connections y_fake → x_fake → y_fake form a cycle." },
  { "input-in-step", "'type': 'Field'", "'type': 'Input'",
    "step.nodes.x: x is an Input, which is not allowed in a training step; use a Field instead." },
  { "field-in-model", "{'name': 'z', 'type': 'Input'}", "{'name': 'z', 'type': 'Field'}",
    "models.gen.nodes.z: z is a Field, which belongs in a training step, not in a model." },
  { "call-in-model", "{'name': 'relu0', 'type': 'relu'}",
    "{'name': 'relu0', 'type': 'Model', 'attrs': {'model': 'dis'}}",
    "models.gen.nodes.relu0: relu0 is a Model, which belongs in a training step, not in a model." },
  { "updater", "'stop':", "'updater': {'type': 'BPTTUpdater', 'attrs': {'bprop_len': 2}}, 'stop':",
    "updater: BPTTUpdater trains all models with one loss, but the step has several losses or trains other models." },
  { "unknown-node", "'node': 'loss_gen'", "'node': 'loss_generator'",
    "losses.1.node: node loss_generator does not exist; did you mean loss_gen?" },
  { "no-steps", "'step':", "'steps':",
    "step: a model must be an object with \"nodes\", an array of at least one "
    "node." },
};

/* Whatever of it needs data is told when they are there. */
static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *text = step_text_with (fault->find, fault->replacement);
  g_autofree char *message = g_strconcat ("test.rensa: ", fault->message, NULL);
  GError *error = refusal_of (text);

  assert_sentence (&error, message);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/network/step/read", test_read);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/project/network/step/refused/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  return g_test_run ();
}
