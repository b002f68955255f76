/* test-wire.c: messages of protocol buffers, byte for byte.
 * SPDX-License-Identifier: MIT */

#include "rensa-error.h"
#include "rensa-wire.h"

/* A message of the bytes of a text. */
#define WIRE(text) ((RensaWire){ (const guint8 *) (text), sizeof (text) - 1 })

/* The last of several counts; ten bytes hold a negative number; other kinds of the same field are passed over. */
static void
numbers (void)
{
  const RensaWire message = WIRE ("\x08\x96\x01"
                                  "\x08\x07"
                                  "\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                                  "\x1d\x00\x00\x80\x3f"
                                  "\x1d\x00\x00\x20\xc0"
                                  "\x0a\x01\x63"
                                  "\x21\x01\x02\x03\x04\x05\x06\x07\x08");
  g_autoptr (GError) error = NULL;

  g_assert_true (rensa_wire_check (&message, "message", &error));
  g_assert_no_error (error);
  g_assert_cmpint (rensa_wire_get_int (&message, 1, -3), ==, 7);
  g_assert_cmpint (rensa_wire_get_int (&message, 2, 0), ==, -1);
  g_assert_cmpint (rensa_wire_get_int (&message, 3, -3), ==, -3);
  g_assert_cmpint (rensa_wire_get_int (&message, 9, 11), ==, 11);
  g_assert_cmpfloat (rensa_wire_get_float (&message, 3, 0), ==, -2.5);
  g_assert_cmpfloat (rensa_wire_get_float (&message, 1, 0.5), ==, 0.5);
}

/* One by one, packed, and both; no more are written than there is room for, and all are counted. */
static void
lists (void)
{
  const RensaWire message = WIRE ("\x08\x03"
                                  "\x0a\x03\x05\xac\x02"
                                  "\x08\x09"
                                  "\x12\x08\x00\x00\x80\x3f\x00\x00\x00\x40"
                                  "\x15\x00\x00\x40\x40");
  gint64 ints[3] = { 0 };
  float floats[2] = { 0 };

  g_assert_true (rensa_wire_check (&message, "message", NULL));
  g_assert_cmpuint (rensa_wire_get_ints (&message, 1, ints, G_N_ELEMENTS (ints)), ==, 4);
  g_assert_cmpint (ints[0], ==, 3);
  g_assert_cmpint (ints[1], ==, 5);
  g_assert_cmpint (ints[2], ==, 300);
  g_assert_cmpuint (rensa_wire_get_floats (&message, 2, NULL, 0), ==, 3);
  g_assert_cmpuint (rensa_wire_get_floats (&message, 2, floats, G_N_ELEMENTS (floats)), ==, 3);
  g_assert_cmpfloat (floats[0], ==, 1);
  g_assert_cmpfloat (floats[1], ==, 2);
  g_assert_cmpuint (rensa_wire_get_ints (&message, 7, ints, G_N_ELEMENTS (ints)), ==, 0);
}

static void
texts (void)
{
  const RensaWire message = WIRE ("\x0a\x02\xc3\xa4"
                                  "\x12\x00"
                                  "\x0a\x01\xff"
                                  "\x18\x01");
  g_autofree char *first = rensa_wire_dup_text (&message, 1, 0);
  g_autofree char *second = rensa_wire_dup_text (&message, 1, 1);
  g_autofree char *third = rensa_wire_dup_text (&message, 1, 2);
  RensaWire bytes;
  RensaWire rest = message;
  guint number = 0;

  g_assert_cmpstr (first, ==, "ä");
  g_assert_null (second);
  g_assert_cmpstr (third, ==, "");
  g_assert_true (rensa_wire_get_bytes (&message, 2, 0, &bytes));
  g_assert_cmpuint (bytes.size, ==, 0);
  g_assert_false (rensa_wire_get_bytes (&message, 2, 1, &bytes));

  g_assert_true (rensa_wire_next_bytes (&rest, &number, &bytes));
  g_assert_cmpuint (number, ==, 1);
  g_assert_cmpmem (bytes.data, bytes.size, "\xc3\xa4", 2);
  g_assert_true (rensa_wire_next_bytes (&rest, &number, &bytes));
  g_assert_cmpuint (number, ==, 2);
  g_assert_true (rensa_wire_next_bytes (&rest, &number, &bytes));
  g_assert_cmpuint (number, ==, 1);
  g_assert_false (rensa_wire_next_bytes (&rest, &number, &bytes));
}

/* Cut anywhere but between its fields. */
static void
cut (void)
{
  const RensaWire whole = WIRE ("\x08\x96\x01\x12\x03"
                                "abc\x1d\x00\x00\x80\x3f\x21\x01\x02\x03\x04\x05\x06\x07\x08");
  const gsize ends[] = { 0, 3, 8, 13, 22 };

  g_assert_cmpuint (whole.size, ==, ends[G_N_ELEMENTS (ends) - 1]);
  for (gsize size = 0; size <= whole.size; size++)
    {
      const RensaWire message = { whole.data, size };
      g_autoptr (GError) error = NULL;
      gboolean is_between = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
        is_between |= ends[i] == size;
      g_assert_true (rensa_wire_check (&message, "layer 3", &error) == is_between);
      if (is_between)
        continue;
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_assert_nonnull (g_strstr_len (error->message, -1, "layer 3"));
    }
}

/* What is no field: of number 0, of a kind that there is not (groups among them), too long a number, or longer than the message. */
static void
refused (void)
{
  const RensaWire messages[] = {
    WIRE ("\x00\x01"),
    WIRE ("\x0b\x0c"),
    WIRE ("\x0e\x01"),
    WIRE ("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
    WIRE ("\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01zz"),
    WIRE ("\xf8\xff\xff\xff\xff\xff\x01\x01"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("message %u", i);
      g_assert_false (rensa_wire_check (&messages[i], "message", &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/serializers/wire/numbers", numbers);
  g_test_add_func ("/serializers/wire/lists", lists);
  g_test_add_func ("/serializers/wire/texts", texts);
  g_test_add_func ("/serializers/wire/cut", cut);
  g_test_add_func ("/serializers/wire/refused", refused);
  return g_test_run ();
}
