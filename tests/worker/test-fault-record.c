/* test-fault-record.c: an error becomes a record, and the record its message again.
 * SPDX-License-Identifier: MIT */

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "rensa-advice-faults.h"
#include "rensa-autograd-faults.h"
#include "rensa-base-faults.h"
#include "rensa-data-faults.h"
#include "rensa-document-faults.h"
#include "rensa-edit-faults.h"
#include "rensa-fault-record.h"
#include "rensa-links-faults.h"
#include "rensa-network-faults.h"
#include "rensa-registry-faults.h"

/* Returns the record of @error, which it frees. */
static char *
record (GError *error)
{
  char *text = rensa_error_make_record (error);
  g_autofree char *word = rensa_error_word_record (text);

  g_assert_nonnull (text);
  g_assert_cmpstr (word, ==, error->message);
  g_error_free (error);
  return text;
}

static void
test_round_trip (void)
{
  const RensaFaultInput inputs[] = { { "x", { RENSA_FLOAT32, RENSA_SHAPE (10, 100) } },
                                     { "", { RENSA_INT32, RENSA_SHAPE (10), 3 } } };
  const RensaFault fault = { .code = &rensa_fault_shapes,
                             .who = "add1",
                             .expected = "(2,)",
                             .found = "(3,)",
                             .n_inputs = 2,
                             .inputs = inputs,
                             .attr = "axis",
                             .value = "7",
                             .suggestion = "add2" };
  GError *error = rensa_error_new_fault (RENSA_ERROR_INVALID, &fault);

  rensa_error_set_place (&error, "model.nodes.add1");
  g_free (record (error));
  error = rensa_error_new_fault (RENSA_ERROR_INVALID, &(RensaFault){ .code = &rensa_fault_values,
                                                                     .who = "l1",
                                                                     .n_expected = { &rensa_count_values_each, 784 },
                                                                     .n_found = { &rensa_count_given, 1 } });
  rensa_error_stand_alone (&error);
  g_free (record (error));
}

/* Every kind has words, with braces only around members, and a name of its own that is read. */
static void
check_code (const RensaFaultCode *code, GHashTable *names)
{
  const RensaFault fault = { .code = code,
                             .who = "a",
                             .other = "b",
                             .attr = "c",
                             .value = "d",
                             .port = "e",
                             .text = "f",
                             .expected = "g",
                             .found = "h" };
  g_autofree char *words = rensa_fault_word (&fault);

  g_assert_cmpstr (words, !=, "");
  g_assert_null (strpbrk (words, "{}"));
  g_assert_true (g_hash_table_add (names, (gpointer) code->name));
  if (!rensa_fault_is_text (&fault))
    g_free (record (rensa_error_new_fault (RENSA_ERROR_INVALID, &fault)));
}

static void
test_all_codes (void)
{
  static const RensaFaultCode *const *const tables[] = {
    rensa_base_faults,     rensa_registry_faults, rensa_autograd_faults, rensa_links_faults, rensa_data_faults,
    rensa_document_faults, rensa_network_faults,  rensa_edit_faults,     rensa_advice_faults
  };
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const RensaFaultCode *const *each = tables[i]; *each != NULL; each++)
      check_code (*each, names);
}

static void
test_all_units (void)
{
  static const RensaCountUnit *const *const tables[] = { rensa_base_units, rensa_autograd_units, rensa_links_units,
                                                         rensa_data_units, rensa_network_units };
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const RensaCountUnit *const *each = tables[i]; *each != NULL; each++)
      {
        const RensaFault fault = {
          .code = &rensa_fault_values, .who = "a", .n_expected = { *each, 2 }, .n_found = { *each, 1 }
        };

        g_assert_true (g_hash_table_add (names, (gpointer) (*each)->name));
        g_free (record (rensa_error_new_fault (RENSA_ERROR_INVALID, &fault)));
      }
}

/* A marked text keeps its arguments, and names may precede it. */
static void
test_phrase (void)
{
  GError *error = NULL;

  rensa_set_words (&error, RENSA_ERROR_INVALID, "%s has %d of %lld parts, %g %% of them in %.3s", "l1", -3,
                   (long long) 5, 0.25, "abcdef");
  rensa_error_prefix (&error, "W");
  rensa_error_name (&error, "Linear");
  g_assert_cmpstr (error->message, ==, "Linear: W: l1 has -3 of 5 parts, 0.25 % of them in abc");
  g_free (record (error));
}

/* Records of newer programs, and invalid ones, have no sentence. */
static void
test_strange (void)
{
  const char *const records[] = {
    "",
    "[]",
    "{}",
    "{\"code\":\"OF_THE_FUTURE\",\"who\":\"l1\"}",
    "{\"code\":7}",
    "{\"code\":\"WORDS\"}",
    "{\"code\":\"WORDS\",\"phrase\":[]}",
    "{\"code\":\"WORDS\",\"phrase\":[\"%s and %s\",\"one\"]}",
    "{\"code\":\"WORDS\",\"phrase\":[\"%n\"]}",
    "{\"code\":\"AXES\",\"n_found\":{\"unit\":\"miles\",\"n\":1}}",
    "{\"code\":\"UNFIT\",\"inputs\":[7]}",
    "{\"code\":\"UNFIT\",\"from\":\"x\"}",
  };

  g_assert_null (rensa_error_word_record (NULL));
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      g_autofree char *word = rensa_error_word_record (records[i]);

      g_assert_cmpstr (word, ==, NULL);
    }
}

/* A record that was made in one language is read in another. */
static void
test_languages (void)
{
  const char *catalogs = g_getenv ("RENSA_TEST_CATALOGS");
  g_autofree char *made = NULL;
  g_autofree char *english = NULL;
  GError *error;

  if (catalogs == NULL || setlocale (LC_ALL, "C.UTF-8") == NULL)
    {
      g_test_skip ("there are no catalogs");
      return;
    }
  bind_textdomain_codeset ("rensa", "UTF-8");
  g_setenv ("LANGUAGE", "de", TRUE);
  bindtextdomain ("rensa", catalogs);
  error = rensa_error_new_fault (
      RENSA_ERROR_INVALID,
      &(RensaFault){ .code = &rensa_fault_no_component, .expected = "optimizer", .found = "Adma" });
  rensa_error_set_place (&error, "optimizer");
  g_assert_nonnull (strstr (error->message, "Es gibt keine"));
  made = record (error);
  /* Another folder, because gettext looks again only when that changes. */
  g_setenv ("LANGUAGE", "en", TRUE);
  bindtextdomain ("rensa", g_get_tmp_dir ());
  english = rensa_error_word_record (made);
  g_assert_cmpstr (english, ==, "optimizer: There is no optimizer Adma.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/fault-record/round-trip", test_round_trip);
  g_test_add_func ("/worker/fault-record/all-codes", test_all_codes);
  g_test_add_func ("/worker/fault-record/all-units", test_all_units);
  g_test_add_func ("/worker/fault-record/phrase", test_phrase);
  g_test_add_func ("/worker/fault-record/strange", test_strange);
  g_test_add_func ("/worker/fault-record/languages", test_languages);
  return g_test_run ();
}
