/* rensa-fault-record.c: an error as codes with arguments, from which its message is made in any language.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault-record.h"

#include <string.h>

#include "rensa-advice-faults.h"
#include "rensa-autograd-faults.h"
#include "rensa-base-faults.h"
#include "rensa-data-faults.h"
#include "rensa-document-faults.h"
#include "rensa-edit-faults.h"
#include "rensa-format.h"
#include "rensa-json.h"
#include "rensa-links-faults.h"
#include "rensa-network-faults.h"
#include "rensa-registry-faults.h"

/* Inputs of a node that a record may have. */
#define MOST_INPUTS 1000

/* Members that appear in the message. */
static const struct
{
  const char *name;
  gsize offset;
} texts[] = {
  { "from", G_STRUCT_OFFSET (RensaFault, from) },
  { "to", G_STRUCT_OFFSET (RensaFault, to) },
  { "who", G_STRUCT_OFFSET (RensaFault, who) },
  { "other", G_STRUCT_OFFSET (RensaFault, other) },
  { "attr", G_STRUCT_OFFSET (RensaFault, attr) },
  { "value", G_STRUCT_OFFSET (RensaFault, value) },
  { "port", G_STRUCT_OFFSET (RensaFault, port) },
  { "text", G_STRUCT_OFFSET (RensaFault, text) },
  { "expected", G_STRUCT_OFFSET (RensaFault, expected) },
  { "found", G_STRUCT_OFFSET (RensaFault, found) },
  { "suggestion", G_STRUCT_OFFSET (RensaFault, suggestion) },
};

/* The tables of all layers. */
static const RensaFaultCode *const *const fault_tables[] = {
  rensa_base_faults,     rensa_registry_faults, rensa_autograd_faults, rensa_links_faults,  rensa_data_faults,
  rensa_document_faults, rensa_network_faults,  rensa_edit_faults,     rensa_advice_faults,
};
static const RensaCountUnit *const *const unit_tables[] = {
  rensa_base_units, rensa_autograd_units, rensa_links_units, rensa_data_units, rensa_network_units,
};

/* Name of the fault whose text is the only description. */
#define PLAIN "PLAIN"

/* Writing */

static void
add_text (RensaJson *object, const char *name, const char *text)
{
  json_object_object_add (object, name, json_object_new_string (text));
}

static void
add_count (RensaJson *record, const char *name, RensaCount count)
{
  RensaJson *object;

  if (count.unit == NULL && count.n == 0)
    return;
  object = json_object_new_object ();
  add_text (object, "unit", count.unit != NULL ? count.unit->name : "");
  json_object_object_add (object, "n", json_object_new_int64 (count.n));
  json_object_object_add (record, name, object);
}

static void
add_inputs (RensaJson *record, const RensaFault *fault)
{
  RensaJson *inputs = json_object_new_array ();

  for (guint i = 0; i < fault->n_inputs; i++)
    {
      const RensaType *type = &fault->inputs[i].type;
      RensaJson *input = json_object_new_object ();
      RensaJson *shape = json_object_new_array ();

      for (int axis = 0; axis < type->shape.ndim; axis++)
        json_object_array_add (shape, json_object_new_int64 (type->shape.dims[axis]));
      add_text (input, "name", fault->inputs[i].name);
      add_text (input, "dtype", rensa_dtype_get_name (type->dtype));
      json_object_object_add (input, "shape", shape);
      json_object_object_add (input, "n_sequences", json_object_new_int64 (type->n_sequences));
      json_object_array_add (inputs, input);
    }
  json_object_object_add (record, "inputs", inputs);
}

/* The end of the text that the phrase yields is left out. */
static void
add_phrase (RensaJson *record, const RensaFault *fault)
{
  const char *end = rensa_fault_find_phrase (fault->text, fault->phrase);
  RensaJson *phrase;

  if (end == NULL)
    return;
  phrase = json_object_new_array ();
  for (guint i = 0; fault->phrase[i] != NULL; i++)
    json_object_array_add (phrase, json_object_new_string (fault->phrase[i]));
  json_object_object_add (record, "phrase", phrase);
  json_object_object_add (record, "text", json_object_new_string_len (fault->text, (int) (end - fault->text)));
}

static void
add_fault (RensaJson *record, const RensaFault *fault)
{
  add_text (record, "code", fault->code != NULL ? fault->code->name : PLAIN);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *text = G_STRUCT_MEMBER (const char *, fault, texts[i].offset);

      if (text != NULL)
        add_text (record, texts[i].name, text);
    }
  add_count (record, "n_expected", fault->n_expected);
  add_count (record, "n_found", fault->n_found);
  if (fault->n_inputs > 0)
    add_inputs (record, fault);
  if (fault->text != NULL && fault->phrase != NULL)
    add_phrase (record, fault);
}

/* Adds what precedes the text of the fault in the message: names and places, which no language changes. */
static gboolean
add_rest (RensaJson *record, const RensaFault *fault, const char *message)
{
  g_autofree char *word = rensa_fault_word_message (fault);
  g_autofree char *sentence = rensa_fault_word_sentence (fault);
  const gboolean is_alone = !g_str_has_suffix (message, word);
  const char *own = is_alone ? sentence : word;

  if (!g_str_has_suffix (message, own))
    return FALSE;
  json_object_object_add (record, "alone", json_object_new_boolean (is_alone));
  json_object_object_add (record, "before",
                          json_object_new_string_len (message, (int) (strlen (message) - strlen (own))));
  return TRUE;
}

char *
rensa_error_make_record (const GError *error)
{
  const RensaFault *fault = rensa_error_get_fault (error);
  g_autoptr (RensaJson) record = json_object_new_object ();
  g_autofree char *text = NULL;
  g_autofree char *word = NULL;

  add_fault (record, fault);
  if (rensa_fault_is_text (fault) && !json_object_object_get_ex (record, "phrase", NULL))
    return NULL;
  if (!add_rest (record, fault, error->message))
    return NULL;
  text = g_strdup (json_object_to_json_string_ext (record, JSON_C_TO_STRING_PLAIN));
  word = rensa_error_word_record (text);
  return g_strcmp0 (word, error->message) == 0 ? g_steal_pointer (&text) : NULL;
}

/* Reading */

/* Texts of a fault that is being read. */
typedef struct
{
  RensaFault fault;
  GPtrArray *texts;
} Reading;

/* Returns the member as text that can be shown, which @reading owns; NULL if it is none. */
static const char *
read_text (Reading *reading, RensaJson *json)
{
  char *text;

  if (!json_object_is_type (json, json_type_string))
    return NULL;
  text = rensa_make_harmless (json_object_get_string (json), json_object_get_string_len (json));
  g_ptr_array_add (reading->texts, text);
  return text;
}

/* Finds a kind of fault by its name. Returns FALSE if a newer program has named it. */
static gboolean
find_code (const char *name, const RensaFaultCode **code)
{
  *code = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (fault_tables); i++)
    for (const RensaFaultCode *const *each = fault_tables[i]; *each != NULL; each++)
      if (g_strcmp0 (name, (*each)->name) == 0)
        *code = *each;
  return *code != NULL || g_strcmp0 (name, PLAIN) == 0;
}

/* … and a unit. */
static gboolean
find_unit (const char *name, const RensaCountUnit **unit)
{
  *unit = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (unit_tables); i++)
    for (const RensaCountUnit *const *each = unit_tables[i]; *each != NULL; each++)
      if (g_strcmp0 (name, (*each)->name) == 0)
        *unit = *each;
  return *unit != NULL || g_strcmp0 (name, "") == 0;
}

static gboolean
read_count (RensaJson *record, const char *name, RensaCount *count)
{
  RensaJson *json;
  RensaJson *unit;
  RensaJson *n;

  if (!json_object_object_get_ex (record, name, &json))
    return TRUE;
  if (!json_object_object_get_ex (json, "unit", &unit) || !json_object_object_get_ex (json, "n", &n))
    return FALSE;
  count->n = json_object_get_int64 (n);
  return find_unit (json_object_get_string (unit), &count->unit);
}

static gboolean
read_input (Reading *reading, RensaJson *json, RensaFaultInput *input)
{
  RensaJson *member;
  const char *name;
  const char *dtype;

  name = json_object_object_get_ex (json, "name", &member) ? read_text (reading, member) : NULL;
  dtype = json_object_object_get_ex (json, "dtype", &member) ? read_text (reading, member) : NULL;
  if (name == NULL || dtype == NULL || !rensa_dtype_from_name (dtype, &input->type.dtype, NULL)
      || !json_object_object_get_ex (json, "shape", &member) || !json_object_is_type (member, json_type_array)
      || json_object_array_length (member) > RENSA_MAX_NDIM)
    return FALSE;
  input->name = name;
  input->type.shape.ndim = (int) json_object_array_length (member);
  for (int axis = 0; axis < input->type.shape.ndim; axis++)
    input->type.shape.dims[axis] = json_object_get_int64 (json_object_array_get_idx (member, (gsize) axis));
  if (json_object_object_get_ex (json, "n_sequences", &member))
    input->type.n_sequences = json_object_get_int64 (member);
  return TRUE;
}

static gboolean
read_inputs (Reading *reading, RensaJson *record)
{
  RensaJson *list;
  RensaFaultInput *inputs;
  gsize n;

  if (!json_object_object_get_ex (record, "inputs", &list))
    return TRUE;
  n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;
  if (n > MOST_INPUTS)
    return FALSE;
  inputs = g_new0 (RensaFaultInput, n);
  g_ptr_array_add (reading->texts, inputs);
  reading->fault.inputs = inputs;
  for (gsize i = 0; i < n; i++)
    if (!read_input (reading, json_object_array_get_idx (list, i), &inputs[i]))
      return FALSE;
  reading->fault.n_inputs = (guint) n;
  return TRUE;
}

/* Appends what the phrase yields to the text. */
static gboolean
read_phrase (Reading *reading, RensaJson *record)
{
  g_autoptr (GPtrArray) phrase = NULL;
  g_autofree char *end = NULL;
  char *text;
  RensaJson *list;

  if (!json_object_object_get_ex (record, "phrase", &list))
    return TRUE;
  phrase = g_ptr_array_new ();
  for (gsize i = 0; json_object_is_type (list, json_type_array) && i < json_object_array_length (list); i++)
    g_ptr_array_add (phrase, (char *) read_text (reading, json_object_array_get_idx (list, i)));
  g_ptr_array_add (phrase, NULL);
  end = phrase->pdata[0] != NULL ? rensa_fault_word_phrase ((const char *const *) phrase->pdata) : NULL;
  if (end == NULL)
    return FALSE;
  text = g_strconcat (reading->fault.text != NULL ? reading->fault.text : "", end, NULL);
  g_ptr_array_add (reading->texts, text);
  reading->fault.text = text;
  return TRUE;
}

static gboolean
read_fault (Reading *reading, RensaJson *record)
{
  RensaFault *fault = &reading->fault;
  RensaJson *member;

  if (!json_object_object_get_ex (record, "code", &member)
      || !find_code (json_object_get_string (member), &fault->code))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (json_object_object_get_ex (record, texts[i].name, &member))
      G_STRUCT_MEMBER (const char *, fault, texts[i].offset) = read_text (reading, member);
  return (fault->from == NULL) == (fault->to == NULL) && read_count (record, "n_expected", &fault->n_expected)
         && read_count (record, "n_found", &fault->n_found) && read_inputs (reading, record)
         && read_phrase (reading, record) && (!rensa_fault_is_text (fault) || fault->text != NULL)
         && (fault->n_inputs == 0 || fault->value == NULL || fault->attr != NULL);
}

char *
rensa_error_word_record (const char *text)
{
  g_autoptr (RensaJson) record = text != NULL ? json_tokener_parse (text) : NULL;
  g_autoptr (GPtrArray) owned = g_ptr_array_new_with_free_func (g_free);
  Reading reading = { .texts = owned };
  g_autofree char *word = NULL;
  const char *before;
  RensaJson *member;

  if (!json_object_is_type (record, json_type_object) || !read_fault (&reading, record))
    return NULL;
  before = json_object_object_get_ex (record, "before", &member) ? read_text (&reading, member) : NULL;
  word = json_object_object_get_ex (record, "alone", &member) && json_object_get_boolean (member)
             ? rensa_fault_word_sentence (&reading.fault)
             : rensa_fault_word_message (&reading.fault);
  return g_strconcat (before != NULL ? before : "", word, NULL);
}
