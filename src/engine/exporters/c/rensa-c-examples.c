/* rensa-c-examples.c: converts picture bytes and words to the numbers of an example, and provides
 * class names.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-c-private.h"
#include "rensa-ctext-private.h"

/* Writes "static const char *const NAME[] = {…};". A string too long for a literal is written
 * before it as an array NAME_2. */
static void
write_strings (GString *text, const char *name, const char *const *strings)
{
  for (guint i = 0; strings[i] != NULL; i++)
    if (rensa_ctext_is_long (strings[i]))
      {
        g_autofree char *array = rensa_ctext_write_array (strings[i]);

        g_string_append_printf (text, "  static const char %s_%u[] =\n    %s;\n", name, i, array);
      }
  g_string_append_printf (text, "  static const char *const %s[] = {\n", name);
  for (guint i = 0; strings[i] != NULL; i++)
    {
      g_autofree char *literal =
          rensa_ctext_is_long (strings[i]) ? g_strdup_printf ("%s_%u", name, i) : rensa_ctext_quote (strings[i]);

      g_string_append_printf (text, "    %s,\n", literal);
    }
  g_string_append (text, "  };\n");
}

/* Pictures */

static void
write_bytes (const RensaExampleForm *form, const char *stem, GString *header, GString *program)
{
  const RensaPicture *picture = &form->picture;
  const RensaDtype dtype = form->type.dtype;
  const gsize n = rensa_picture_get_size (picture);
  g_autofree char *black = rensa_c_write_number (dtype, picture->black);
  const guint top = rensa_picture_get_top (picture);
  const char *channel = picture->is_deep ? "unsigned short" : "unsigned char";
  g_autofree char *step = rensa_c_write_number (dtype, (picture->white - picture->black) / top);

  if (n == 0 || (gint64) n != rensa_shape_count (&form->type.shape) || picture->black == picture->white
      || !rensa_dtype_is_floating (dtype))
    return;
  g_string_append_printf (
      header,
      "/* x of the bytes of a picture, 0 for black and %u for white: %lld channels of %lld rows of %lld points */\n"
      "void %s_take_bytes (const %s *bytes, %s *x);\n\n",
      top, (long long) picture->n_channels, (long long) picture->height, (long long) picture->width, stem, channel,
      rensa_c_get_type (dtype));
  g_string_append_printf (program,
                          "void\n%s_take_bytes (const %s *bytes, %s *x)\n{\n  for (int i = 0; i < %zu; i++)\n"
                          "    x[i] = %s + bytes[i] * %s;\n}\n\n",
                          stem, channel, rensa_c_get_type (dtype), n, black, step);
}

/* Tables */

static gboolean
has_words (const RensaExampleForm *form)
{
  for (guint i = 0; form->categories != NULL && i < form->categories->len; i++)
    if (form->categories->pdata[i] != NULL)
      return TRUE;
  return FALSE;
}

static void
write_column (const RensaExampleForm *form, guint i, GString *program)
{
  const char *const *words = form->categories->pdata[i];
  g_autofree char *name = g_strdup_printf ("words%u", i);
  g_autofree char *comment = form->names != NULL ? rensa_ctext_write_comment (form->names[i]) : g_strdup ("");

  if (words == NULL)
    return;
  g_string_append_printf (program, "  /* %s */\n", comment);
  write_strings (program, name, words);
}

/* Writes a function that maps words of a column to the numbers used by the model. */
static void
write_words (const RensaExampleForm *form, const char *stem, GString *header, GString *program)
{
  if (!has_words (form))
    return;
  g_string_append_printf (
      header,
      "/* The number that stands for a word in that column of a table, which is the value of x there; -1 for a word\n"
      " * that the data did not have, or a column of numbers. Columns count from 0. */\n"
      "int %s_find_word (int column, const char *word);\n\n",
      stem);
  g_string_append (program, "static int\nfind_string (const char *const *strings, int n, const char *string)\n{\n"
                            "  for (int i = 0; i < n; i++)\n    {\n      int k = 0;\n\n"
                            "      while (strings[i][k] == string[k] && string[k] != 0)\n        k++;\n"
                            "      if (strings[i][k] == string[k])\n        return i;\n    }\n  return -1;\n}\n\n");
  g_string_append_printf (program, "int\n%s_find_word (int column, const char *word)\n{\n", stem);
  for (guint i = 0; i < form->categories->len; i++)
    write_column (form, i, program);
  g_string_append (program, "\n  switch (column)\n    {\n");
  for (guint i = 0; i < form->categories->len; i++)
    if (form->categories->pdata[i] != NULL)
      g_string_append_printf (program, "    case %u:\n      return find_string (words%u, %u, word);\n", i, i,
                              g_strv_length (form->categories->pdata[i]));
  g_string_append (program, "    default:\n      return -1;\n    }\n}\n\n");
}

/* Classes */

static void
write_classes (const char *const *labels, gint64 n, const char *stem, GString *header, GString *program)
{
  if (labels == NULL || (gint64) g_strv_length ((char **) labels) != n)
    return;
  g_string_append_printf (header,
                          "/* What class @number of y is called, in UTF-8; it counts from 0. */\n"
                          "const char *%s_name_class (int number);\n\n",
                          stem);
  g_string_append_printf (program, "const char *\n%s_name_class (int number)\n{\n", stem);
  write_strings (program, "names", labels);
  g_string_append_printf (program, "\n  return number >= 0 && number < %lld ? names[number] : \"\";\n}\n\n",
                          (long long) n);
}

void
rensa_c_write_examples (const RensaCFace *face, gint64 n_answers, const char *stem, GString *header, GString *program)
{
  if (face->form != NULL)
    {
      write_bytes (face->form, stem, header, program);
      write_words (face->form, stem, header, program);
    }
  write_classes (face->labels, n_answers, stem, header, program);
}
