/* rensa-fault-words.c: text of each fault, in the user's language.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault-private.h"

#include <string.h>

#include "rensa-language.h"

/* Braces contain members of the fault; {expected} and {found} may be counted items: "2 inputs". A
 * text that begins with a lowercase letter is capitalized if nothing precedes it. */
#define FAULT(Name, Text) [RENSA_FAULT_##Name] = { #Name, Text }
static const struct
{
  const char *name;
  const char *text;
} words[RENSA_N_FAULTS] = {
  FAULT (PLAIN, "{text}"),
  FAULT (WORDS, "{text}"),

  FAULT (UNFIT, N_ ("{who} cannot handle its input")),
  FAULT (PICTURES, N_ ("{who} expects images (arrays with 4 axes), but its input has {found}")),
  FAULT (AXES, N_ ("{who} expects an array with {expected}, but its input has {found}")),
  FAULT (LEAST_AXES, N_ ("{who} expects an array with at least {expected}, but its input has {found}")),
  FAULT (MORE_AXES, N_ ("{who} expects an array with more than {expected}, but its input has {found}")),
  FAULT (MULTIPLE, N_ ("{who} expects a multiple of {expected}, but its input has {found}")),
  FAULT (INPUTS, N_ ("{who} requires {expected}, but has {found}")),
  FAULT (LEAST_INPUTS, N_ ("{who} requires at least {expected}, but has {found}")),
  FAULT (MOST_INPUTS, N_ ("{who} accepts at most {expected}, but has {found}")),
  FAULT (CONDITION, N_ ("{who} expects {expected}, not {found}")),
  FAULT (FLOATING, N_ ("{who} expects floating-point numbers, but its input has integers")),
  FAULT (INTEGERS, N_ ("{who} expects integers, but its input has other numbers")),
  FAULT (DTYPES, N_ ("{who} expects inputs of the same data type, but they are {expected} and {found}")),
  FAULT (SHAPES, N_ ("{who} expects inputs of the same shape, but they are {expected} and {found}")),
  FAULT (EXTENTS, N_ ("two sizes in the inputs of {who} must match, but they are {expected} and {found}")),
  FAULT (LENGTHS, N_ ("{who} expects sequences of the same lengths, but those of its inputs differ")),
  FAULT (SEQUENCE, N_ ("the input {port} of {who} expects an array, but is a sequence")),
  FAULT (NO_SEQUENCE, N_ ("{who} expects sequences, but its input has no time steps")),
  FAULT (GAP, N_ ("input {port} of {who} is connected, but an earlier one is not")),
  FAULT (VALUES, N_ ("{who} expects {expected}, but {found}")),
  FAULT (NO_FILTER_SIZE, N_ ("{who} has no filter size")),

  FAULT (NO_COMPONENT, N_ ("There is no {expected} {found}")),
  FAULT (NO_LINK_OR_FUNCTION, N_ ("There is no link or function {found}")),
  FAULT (LISTS, N_ ("The function {who} takes several lists of inputs, which connections cannot tell apart")),
  FAULT (NO_ATTR, N_ ("{who} has no attribute {found}")),
  FAULT (ATTR_VALUE, N_ ("{attr} expects {expected}, but {found} was given")),
  FAULT (ATTR_MISSING, N_ ("{attr} requires a value: {expected}")),
  FAULT (ATTR_ENTRIES, N_ ("{attr} accepts at most {expected} entries, but {found} were given")),
  FAULT (ATTR_TUPLE, N_ ("{attr} accepts a tuple of at most {expected} entries, but {found} were given")),
  FAULT (ATTR_NAME, N_ ("{attr} expects {expected}, but {found} was given: {text}")),
  FAULT (ATTR_REASON, "{attr}: {text}"),

  FAULT (NO_NAME, N_ ("the name of {expected} is missing")),
  FAULT (NO_TYPE, N_ ("expected an object with a \"type\", but {found} was given")),
  FAULT (NO_OBJECT, N_ ("expected an object, but found {found}")),
  FAULT (NO_ARRAY, N_ ("expected an array")),
  FAULT (NO_DEVICE, N_ ("device {found} is not available here, only {expected}")),
  FAULT (NOT_HERE, N_ ("There is no {expected} {found} here")),
  FAULT (FLOAT_DTYPE, N_ ("expected {expected}, but {found} was given")),

  FAULT (NO_MODEL, N_ ("a model must be an object with \"nodes\", an array of at least one node")),
  FAULT (NO_NODES, N_ ("there are no nodes")),
  FAULT (NODE_FORM, N_ ("a node must be an object, but {found} was given")),
  FAULT (NODE_TYPE, N_ ("a node requires a \"type\": Input, or the name of a link or function")),
  FAULT (NODE_NAME,
         N_ ("a node name consists of up to 64 letters, digits and underscores, and cannot start with a digit")),
  FAULT (NODE_TWICE, N_ ("two nodes are named {found}")),
  FAULT (NODE_REPEAT, N_ ("{who} cannot be repeated; only links with one input and one output can")),
  FAULT (NODE_FROZEN, N_ ("{who} cannot be frozen; only links, Chains and models can")),
  FAULT (MANY_NODES, N_ ("the model has more than {expected} nodes including repetitions")),
  FAULT (MANY_OPERATIONS, N_ ("a step performs more than {expected} operations")),
  FAULT (SEQUENCE_INPUT, N_ ("a Sequential has no Input; its first layer receives the input")),

  FAULT (NOT_IN_STEP, N_ ("{who} is a {found}, which belongs in a training step, not in a model")),
  FAULT (INPUT_IN_STEP, N_ ("{who} is an Input, which is not allowed in a training step; use a Field instead")),

  FAULT (NO_NODE, N_ ("node {found} does not exist")),
  FAULT (NO_OUTPUT, N_ ("{who} has {expected}, counted from 0; {found} does not exist")),
  FAULT (NO_INPUT, N_ ("{who} has no input {found}; it has {expected}")),
  FAULT (INTO_INPUT, N_ ("{who} is an Input and cannot have incoming connections")),
  FAULT (INTO_SOURCE, N_ ("{who} has no inputs and cannot have incoming connections")),
  FAULT (CONNECTED, N_ ("{who} already has {expected}")),
  FAULT (PORT_CONNECTED, N_ ("input {port} of {who} is already connected to {found}")),
  FAULT (OPEN, N_ ("input {port} of {who} is not connected")),
  FAULT (WIRE_FORM, N_ ("a connection must be an object with the strings \"from\" and \"to\", but {found} "
                        "was given")),
  FAULT (WIRES_FORM, N_ ("expected an array of connections")),
  FAULT (OUTPUTS_FORM, N_ ("expected an array of 1 to {expected} node names")),
  FAULT (ENDS, N_ ("{found} are not connected to anything, so \"outputs\" must name the outputs of the model")),
  FAULT (CYCLE, N_ ("the connections {found} form a cycle")),
  FAULT (DEAD, N_ ("{who} does not reach any output; connect or delete it")),
  FAULT (NO_VALUE, N_ ("input {found} is missing")),
  FAULT (NO_RESULT, N_ ("{who} has no output {found}")),
  FAULT (NO_WIRE, N_ ("connection {found} does not exist")),
  FAULT (WIRE_START, N_ ("the connection starts at no node, so nothing can be inserted into it")),
  FAULT (CHANGED, N_ ("the document has changed in the meantime, and this may be a different connection now")),
  FAULT (NO_REPAIR, N_ ("no fix is known for this problem")),

  FAULT (INPUT_NODES, N_ ("the model has {found}, but each example has {expected} besides the label")),
  FAULT (ONE_OUTPUT, N_ ("the loss requires one model output, but there are {found}")),
  FAULT (NOTHING, N_ ("nothing to train yet; add a layer to start")),
  FAULT (ALL_FROZEN, N_ ("all layers are frozen; unfreeze a layer or add one")),
  FAULT (PARAM_MEMORY,
         N_ ("the parameters and their gradients require {expected}, but this machine has {found} of memory")),
  FAULT (BATCH_MEMORY,
         N_ ("the values for a batch size of {value} require {expected}, but this machine has {found} of memory")),
  FAULT (NO_COMPARISON, N_ ("{who} cannot compare the model output with the label: {text}")),
  FAULT (LABEL_CLASS, N_ ("the label is a class number, so {who} is not suitable")),
  FAULT (LABEL_VALUE, N_ ("the label is a value, so {who} is not suitable")),
  FAULT (GIVES_DTYPE, N_ ("{who} outputs {found}, but {other} expects {expected}")),
  FAULT (GIVES_CLASSES, N_ ("{who} outputs {found} per example, but {other} expects {expected}, one per class")),
  FAULT (GIVES_VALUES, N_ ("{who} outputs {found} per example, but the label has {expected}")),
  FAULT (GIVES_SEQUENCE, N_ ("{who} outputs a sequence, but the label is not a sequence")),
  FAULT (GIVES_ARRAY, N_ ("the label is a sequence, but {who} does not output one")),
  FAULT (ONE_VALUE, N_ ("{who} outputs 1 value per example; {other} requires more than one")),
  FAULT (MANY_NUMBERS, N_ ("{who} outputs {found}, one number per example, but a single number is required")),
  FAULT (FEW_CLASSES, N_ ("{who} outputs {found}, but the labels have {expected}")),
  FAULT (FEW_VECTORS, N_ ("{who} has {found}, but the text has {expected}")),
  FAULT (MANY_CLASSES, N_ ("{who} outputs {found}, but the labels have only {expected}")),

  FAULT (DEAD_IN_STEP, N_ ("no loss or report depends on {who}")),
  FAULT (NO_LOSSES, N_ ("nothing is trained: the step has no loss")),
  FAULT (NO_FIELD, N_ ("{who} refers to value {value} of an example, counted from 0, but each example has "
                       "{expected}")),
  FAULT (NOT_CALLED, N_ ("no node in the step calls the model {who}")),
  FAULT (
      OTHER_SIZES,
      N_ ("{who} calls a model whose {value} has different sizes than in the first call: {found} instead of {expected}")),
  FAULT (LOSS_SIZE, N_ ("a loss must be a single number, but {who} outputs shape {found}")),
  FAULT (LOSS_NAME, N_ ("two losses are named {found}")),
  FAULT (LEARNT_BY_NOBODY, N_ ("{who} trains nothing: it does not depend on the parameters of {found}")),
  FAULT (LEARNERS_FROZEN, N_ ("{who} trains nothing: {found} is frozen")),
  FAULT (LEARNT_TWICE, N_ ("two losses update the parameters of {who}, each with its own optimizer")),
  FAULT (NO_SUCH_MODEL, N_ ("the step has no model or link {found}")),
  FAULT (LOSSES_UPDATER, N_ ("{who} trains all models with one loss, but the step has several losses or "
                             "trains other models")),

  FAULT (SPLIT, N_ ("no examples out of {found} would remain for training")),
  FAULT (FIELD_SHAPES, N_ ("field {found} does not have the same shape in all examples")),
  FAULT (FEW_FIELDS, N_ ("expected examples with at least two fields, the input and the label")),
  FAULT (LARGE_BATCH, N_ ("the batch size {value} is larger than the data set of {found}")),
};

const char *
rensa_fault_get_name (RensaFaultCode code)
{
  return words[code].name;
}

gboolean
rensa_fault_find (const char *name, RensaFaultCode *code)
{
  for (guint i = 0; i < RENSA_N_FAULTS; i++)
    if (g_strcmp0 (name, words[i].name) == 0)
      {
        *code = i;
        return TRUE;
      }
  return FALSE;
}

static const char *
get_count_words (RensaCountUnit unit, gulong n)
{
  switch (unit)
    {
    case RENSA_COUNT_AXES:
      return ngettext ("{n} axis", "{n} axes", n);
    case RENSA_COUNT_INPUTS:
      return ngettext ("{n} input", "{n} inputs", n);
    case RENSA_COUNT_CONNECTED:
      return ngettext ("{n} connected input", "{n} connected inputs", n);
    case RENSA_COUNT_OUTPUTS:
      return ngettext ("{n} output", "{n} outputs", n);
    case RENSA_COUNT_NODES:
      return ngettext ("{n} node", "{n} nodes", n);
    case RENSA_COUNT_INPUT_NODES:
      return ngettext ("{n} Input node", "{n} Input nodes", n);
    case RENSA_COUNT_VALUES:
      return ngettext ("{n} value", "{n} values", n);
    case RENSA_COUNT_VALUES_EACH:
      return ngettext ("{n} value per example", "{n} values per example", n);
    case RENSA_COUNT_GIVEN:
      return ngettext ("{n} was given", "{n} were given", n);
    case RENSA_COUNT_CLASSES:
      return ngettext ("{n} class", "{n} classes", n);
    case RENSA_COUNT_EXAMPLES:
      return ngettext ("{n} example", "{n} examples", n);
    case RENSA_COUNT_VECTORS:
      return ngettext ("{n} vector", "{n} vectors", n);
    case RENSA_COUNT_TOKENS:
      return ngettext ("{n} token", "{n} different tokens", n);
    default:
      return "{n}";
    }
}

static char *
word_count (RensaCount count)
{
  g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, count.n);
  g_autoptr (GString) text = g_string_new (get_count_words (count.unit, (gulong) count.n));

  g_string_replace (text, "{n}", n, 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The text of the expected value comes from the code that reported the fault. */
static char *
word_expected (const RensaFault *fault)
{
  if (fault->expected == NULL)
    return word_count (fault->n_expected);
  return g_strdup (fault->expected[0] != '\0' ? _ (fault->expected) : "");
}

static char *
get_member (const RensaFault *fault, const char *name, gsize length)
{
  const struct
  {
    const char *name;
    const char *text;
  } members[] = { { "who", fault->who },     { "other", fault->other }, { "attr", fault->attr },
                  { "value", fault->value }, { "port", fault->port },   { "text", fault->text },
                  { "found", fault->found } };

  if (strncmp (name, "expected", length) == 0)
    return word_expected (fault);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (strlen (members[i].name) == length && strncmp (members[i].name, name, length) == 0 && members[i].text != NULL)
      return g_strdup (members[i].text);
  return word_count (fault->n_found);
}

static void
fill (GString *text, const char *template, const RensaFault *fault)
{
  for (const char *at = template; *at != '\0';)
    {
      const gsize plain = strcspn (at, "{");
      const gsize length = at[plain] != '\0' ? strcspn (at + plain + 1, "}") : 0;
      g_autofree char *member = length > 0 ? get_member (fault, at + plain + 1, length) : NULL;

      g_string_append_len (text, at, (gssize) plain);
      if (member == NULL)
        return;
      g_string_append (text, member);
      at += plain + length + 2;
    }
}

static void
capitalise (GString *text, gsize at)
{
  const char *first = text->str + at;
  char capital[6];
  const int length = g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (first)), capital);

  g_string_erase (text, (gssize) at, g_utf8_next_char (first) - first);
  g_string_insert_len (text, (gssize) at, capital, length);
}

/* Appends "; relu1 outputs float32 (100, 10) and x outputs float32 (100, 2)". */
static void
append_inputs (GString *text, const RensaFault *fault)
{
  for (guint i = 0; i < fault->n_inputs; i++)
    {
      const RensaFaultInput *input = &fault->inputs[i];
      g_autofree char *shape = rensa_type_to_string (&input->type);
      g_autofree char *type = g_strdup_printf ("%s %s", rensa_dtype_get_name (input->type.dtype), shape);
      const char *name = input->name[0] != '\0' ? input->name : _ ("the input");

      g_string_append (text, i == 0 ? "; " : i + 1 < fault->n_inputs ? ", " : _ (" and "));
      g_string_append_printf (text, _ ("%s outputs %s"), name, type);
    }
}

static char *
word_whole (const RensaFault *fault, gboolean is_alone)
{
  const char *template = _ (words[fault->code].text);
  GString *text = g_string_new (NULL);
  gboolean is_word = is_alone;

  if (fault->from != NULL)
    {
      g_string_append_printf (text, _ ("the connection from %.80s to %.80s: "), fault->from, fault->to);
      if (is_word)
        capitalise (text, 0);
      is_word = FALSE;
    }
  if (fault->who != NULL && strstr (template, "{who}") == NULL)
    {
      g_string_append_printf (text, "%s: ", fault->who);
      is_word = FALSE;
    }
  is_word = is_word && (template[0] != '{' || fault->code == RENSA_FAULT_WORDS);
  fill (text, template, fault);
  if (is_word)
    capitalise (text, 0);
  if (fault->code <= RENSA_FAULT_WORDS && fault->n_inputs > 0 && g_str_has_suffix (text->str, "."))
    g_string_truncate (text, text->len - 1);
  append_inputs (text, fault);
  if (fault->value != NULL && fault->n_inputs > 0)
    g_string_append_printf (text, _ ("; leave %s empty instead of %s to infer it from the input"), fault->attr,
                            fault->value);
  if (fault->suggestion != NULL)
    g_string_append_printf (text, _ ("; did you mean %s?"), fault->suggestion);
  return g_string_free (text, FALSE);
}

char *
rensa_fault_end (const char *text)
{
  if (g_str_has_suffix (text, ".") || g_str_has_suffix (text, "?") || g_str_has_suffix (text, "。"))
    return g_strdup (text);
  return g_strdup_printf (_ ("%s."), text);
}

char *
rensa_fault_word (const RensaFault *fault)
{
  return word_whole (fault, FALSE);
}

char *
rensa_fault_word_message (const RensaFault *fault)
{
  g_autofree char *text = word_whole (fault, FALSE);

  return fault->code <= RENSA_FAULT_WORDS && fault->n_inputs == 0 ? g_steal_pointer (&text) : rensa_fault_end (text);
}

char *
rensa_fault_word_sentence (const RensaFault *fault)
{
  g_autofree char *text = word_whole (fault, TRUE);

  return rensa_fault_end (text);
}

char *
rensa_fault_word_values (const RensaShape *shape)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (shape->ndim < 2)
    return g_strdup (_ ("a single number"));
  if (shape->ndim == 2)
    return word_count ((RensaCount){ RENSA_COUNT_VALUES, shape->dims[1] });
  for (int i = 1; i < shape->ndim; i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 1 ? "×" : "", shape->dims[i]);
  return g_strdup_printf (_ ("%s values"), text->str);
}
