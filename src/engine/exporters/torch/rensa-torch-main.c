/* rensa-torch-main.c: main function of a PyTorch program.
 * SPDX-License-Identifier: MIT */

#include "rensa-python-private.h"
#include "rensa-torch-main.py.inc"
#include "rensa-torch-private.h"
#include "rensa-trainer.h"

static void
write_arguments (RensaTorchProgram *self)
{
  g_autofree char *weights = self->names->weights != NULL ? rensa_python_quote (self->names->weights) : NULL;
  GString *body = self->body;

  rensa_python_append (body, 4, "parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])");
  rensa_python_append_printf (
      body, 4, "parser.add_argument('--weights', metavar='NPZ'%s%s, help='parameters to start with')",
      weights != NULL ? ", default=pathlib.Path(__file__).parent / " : "", weights != NULL ? weights : "");
  rensa_python_append_printf (
      body, 4, "parser.add_argument('--epochs', metavar='N', type=int, help='stop after so many epochs%s')",
      self->validates ? "; 0 evaluates only" : "");
  rensa_python_append_printf (body, 4,
                              "parser.add_argument('--seed', metavar='N', type=int, default=%u, help='of all that is "
                              "random')",
                              (guint32) rensa_project_get_settings (self->project)->seed);
  rensa_python_append (body, 4,
                       "parser.add_argument('--out', metavar='FOLDER', type=pathlib.Path, default='result', "
                       "help='where the results go')");
  if (rensa_torch_has_snapshots (self))
    rensa_python_append (body, 4,
                         "parser.add_argument('--resume', metavar='SNAPSHOT', help='go on from a snapshot of a run')");
  rensa_python_append (body, 4, "args = parser.parse_args()");
  rensa_python_append_printf (body, 4, "if args.epochs is not None and args.epochs < %d:", self->validates ? 0 : 1);
  rensa_python_append_printf (body, 8, "parser.error('--epochs takes %d or more')\n", self->validates ? 0 : 1);
}

/* @suffix: suffix of the form, "" or "_once" */
static void
write_batches (RensaTorchProgram *self, const char *variable, const char *dataset, const char *suffix, int indent)
{
  const RensaBinding bindings[] = { { "dataset", dataset } };
  RensaTemplateScope scope = { &self->parts->writer, bindings, G_N_ELEMENTS (bindings), FALSE };
  const RensaComponent *iterator = rensa_attrs_get_component (self->project->iterator);
  const char *form = rensa_python_get_form (self->parts, iterator, suffix);
  g_autofree char *call = rensa_template_fill (form, self->project->iterator, &scope);

  rensa_python_write_class (self->parts, iterator, call);
  rensa_python_append_printf (self->body, indent, "%s = %s", variable, call);
}

/* Writes a local function of main () that returns the validation batches as tensors. */
static void
write_read_test (RensaTorchProgram *self)
{
  const gboolean has_sequences = self->parts->has_sequences;

  rensa_python_append (self->body, 4, "def read_test():");
  write_batches (self, "batches", "test", "_once", 8);
  rensa_python_append_printf (self->body, 8, "return (%s for batch in batches)\n",
                              has_sequences ? "convert(batch, test.fields)" : "convert(batch)");
}

static void
write_evaluation (RensaTorchProgram *self)
{
  rensa_python_append (self->body, 4, "if args.epochs == 0:");
  rensa_python_append_printf (self->body, 8, "print(evaluate(%s, read_test()))", rensa_torch_get_evaluated (self));
  rensa_python_append (self->body, 8, "return");
}

/* Returns TRUE if a layer is stateful. */
static gboolean
has_states (RensaTorchProgram *self)
{
  return rensa_python_has_use (self->parts, "reset_state");
}

static void
write_model (RensaTorchProgram *self)
{
  GString *body = self->body;
  const gboolean keeps_state = self->parts->keeps_state;

  rensa_python_append (body, 4, "model = make_model()");
  if (has_states (self) && !keeps_state)
    rensa_python_append (body, 4, "model.register_forward_pre_hook(lambda *_: reset_states(model))");
  write_batches (self, "first", "train", "_once", 4);
  rensa_python_append_printf (body, 4, "initialize(model, convert(next(first)%s))",
                              self->parts->has_sequences ? ", train.fields" : "");
  if (keeps_state)
    rensa_python_append (body, 4, "reset_states(model)");
  rensa_python_append (body, 4, "if args.weights is not None:");
  rensa_python_append (body, 8, "load_npz(args.weights, model)\n");
}

static gboolean
write_start (RensaTorchProgram *self, GError **error)
{
  GString *body = self->body;

  if (rensa_template_get_form (&self->parts->writer, self->project->iterator, "data.iterator", error) == NULL)
    return FALSE;
  rensa_python_append (body, 4, "torch.manual_seed(args.seed)");
  rensa_python_append (body, 4, "np.random.seed(args.seed)");
  rensa_python_append (body, 4, "train, test = load_data()");
  write_model (self);
  if (self->validates)
    {
      write_read_test (self);
      write_evaluation (self);
      g_string_append_c (body, '\n');
    }
  write_batches (self, "batches", "train", "", 4);
  return TRUE;
}

static gboolean
write_stop (RensaTorchProgram *self, GError **error)
{
  g_autofree char *stop = rensa_torch_write_condition (self, self->project->stop, error);

  if (stop == NULL)
    {
      g_prefix_error (error, "stop: ");
      return FALSE;
    }
  g_string_append_c (self->body, '\n');
  rensa_python_append (self->body, 4, "def is_over():");
  rensa_python_append (self->body, 8, "if args.epochs is not None:");
  rensa_python_append (self->body, 12, "return progress.has_passed(args.epochs, 'epoch')");
  rensa_python_append_printf (self->body, 8, "return %s\n", stop);
  return TRUE;
}

static gboolean
write_loop (RensaTorchProgram *self, GError **error)
{
  const gssize place = (gssize) self->body->len;

  rensa_python_append (self->body, 4, "while not is_over():");
  if (!rensa_torch_write_settings (self, error))
    return FALSE;
  rensa_python_append (self->body, 8, "progress.go_on()");
  return rensa_torch_write_learning (self, error) && rensa_torch_write_observations (self, place, error);
}

/* Returns TRUE if updates are computed in another type than that of the parameters. */
static gboolean
updates_wide (RensaTorchProgram *self)
{
  return rensa_dtype_is_half (rensa_project_get_settings (self->project)->dtype)
         || rensa_python_has_use (self->parts, "use_fp32_update");
}

/* Inserts the functions called by main () before it. */
static void
insert_functions (RensaTorchProgram *self, gssize place, gsize n_written)
{
  g_autoptr (GString) text = g_string_new (arrays);

  g_string_append (text, rensa_torch_initialize);
  if (has_states (self))
    g_string_append (text, states);
  if (self->parts->keeps_state)
    g_string_append (text, keeping);
  g_string_append (text, optimizer);
  g_string_append (text, updates_wide (self) ? wide_update : update);
  g_string_append (text, self->parts->functions->str + n_written);
  g_string_append (text, progress);
  if (rensa_python_has_use (self->parts, "name_file") || rensa_torch_has_snapshots (self))
    g_string_append (text, file_names);
  if (rensa_torch_has_snapshots (self))
    g_string_append (text, snapshots);
  if (rensa_torch_has_snapshots (self) && self->parts->keeps_state)
    g_string_append (text, carried);
  if (self->validates)
    g_string_append (text, evaluate);
  g_string_insert (self->body, place, text->str);
}

/* The triggers are known only after the loop, so the code before it is inserted last. */
static gboolean
write_training (RensaTorchProgram *self, GError **error)
{
  gssize place;

  if (!rensa_torch_write_optimizers (self, error))
    return FALSE;
  rensa_python_append (self->body, 4, "args.out.mkdir(parents=True, exist_ok=True)");
  rensa_python_append (self->body, 4, "progress = Progress(batches)");
  place = (gssize) self->body->len;
  if (!write_stop (self, error) || !write_loop (self, error))
    return FALSE;
  if (rensa_torch_has_snapshots (self))
    rensa_torch_write_parts (self);
  g_string_insert (self->body, place, self->before_loop->str);
  return TRUE;
}

gboolean
rensa_torch_write_main (RensaTorchProgram *self, GError **error)
{
  const gssize place = (gssize) self->body->len;
  const gsize n_written = self->parts->functions->len;
  GString *body = self->body;

  rensa_python_append (body, 0, "def main():");
  write_arguments (self);
  if (!write_start (self, error) || !write_training (self, error))
    return FALSE;
  rensa_python_append (body, 4, "save_npz(args.out / 'model.npz', model)\n\n");
  rensa_python_append (body, 0, "if __name__ == '__main__':");
  rensa_python_append (body, 4, "main()");
  insert_functions (self, place, n_written);
  return TRUE;
}
