/* rensa-verdict-words.c: the record of a verdict in words.
 * SPDX-License-Identifier: MIT */

#include "rensa-verdict-private.h"

#include <string.h>

#include "rensa-format.h"
#include "rensa-json.h"
#include "rensa-language.h"

/* Stores keep the codes, so none is ever renamed. Arguments are in braces. */
static const struct
{
  const char *code;
  const char *text;
} sentences[] = {
  /* Translators: how many are right if one always says the largest class (guessing), and if one takes the class whose mean is nearest. */
  { "right", N_ ("{right} of {n} right (guessing: {guessed}).") },
  { "right-nearest", N_ ("{right} of {n} right (guessing: {guessed}, nearest mean: {nearest}).") },
  { "right-confused", N_ ("{right} of {n} right; mostly “{class}” taken for “{other}” (guessing: {guessed}).") },
  { "right-confused-nearest",
    N_ ("{right} of {n} right; mostly “{class}” taken for “{other}” (guessing: {guessed}, nearest mean: {nearest}).") },
  /* Translators: with no validation examples, "45 of 45 right" says little. */
  { "right-in-training", N_ ("On the training data itself {right} of {n} right (guessing: {guessed}).") },
  { "right-in-training-nearest",
    N_ ("On the training data itself {right} of {n} right (guessing: {guessed}, nearest mean: {nearest}).") },
  { "right-in-training-confused",
    N_ ("On the training data itself {right} of {n} right; mostly “{class}” taken for “{other}” (guessing: "
        "{guessed}).") },
  { "right-in-training-confused-nearest",
    N_ ("On the training data itself {right} of {n} right; mostly “{class}” taken for “{other}” (guessing: {guessed}, "
        "nearest mean: {nearest}).") },
  { "off", N_ ("Off by {off} on average (guessing the mean: {guessed}).") },
  { "off-line", N_ ("Off by {off} on average (guessing the mean: {guessed}, a straight line: {line}).") },
  { "off-in-training", N_ ("On the training data itself off by {off} on average (guessing the mean: {guessed}).") },
  { "off-in-training-line",
    N_ ("On the training data itself off by {off} on average (guessing the mean: {guessed}, a straight line: "
        "{line}).") },
  { "loss-fell", N_ ("The loss fell from {first} to {last}.") },
  { "loss-rose", N_ ("The loss went from {first} to {last}.") },
  { "reported", N_ ("“{key}” is {value}.") },

  { "loss-nan", N_ ("The loss became NaN at iteration {iteration}.") },
  { "loss-infinite", N_ ("The loss became infinite at iteration {iteration}.") },
  { "value-nan", N_ ("“{key}” became NaN at iteration {iteration}.") },
  { "value-infinite", N_ ("“{key}” became infinite at iteration {iteration}.") },
  { "param", N_ ("Parameter {param} holds NaN or infinite numbers after iteration {iteration}.") },
  { "param-first", N_ ("Parameter {param} holds NaN or infinite numbers.") },
  { "bad-column", N_ ("The data hold NaN or infinite numbers: column “{column}” in {bad} of {n} examples, first in "
                      "example {example}.") },
  { "bad-labels",
    N_ ("The data hold NaN or infinite numbers: the labels in {bad} of {n} examples, first in example {example}.") },
  { "bad-inputs",
    N_ ("The data hold NaN or infinite numbers: the inputs in {bad} of {n} examples, first in example {example}.") },
  { "node", N_ ("Node “{node}” ({function}) gives the first {output}.") },
  { "node-input", N_ ("Node “{node}” ({function}) gives {output} for {input}.") },
  { "node-input-example", N_ ("Node “{node}” ({function}) gives {output} for {input} in example {example}.") },
  { "function", N_ ("The function “{function}” gives the first {output}.") },
  { "function-input", N_ ("The function “{function}” gives {output} for {input}.") },
  { "function-input-example", N_ ("The function “{function}” gives {output} for {input} in example {example}.") },
  { "gradient-node", N_ ("The gradient of node “{node}” ({function}) is the first that is NaN or infinite.") },
  { "gradient", N_ ("The gradient of the function “{function}” is the first that is NaN or infinite.") },
  { "rate-weights", N_ ("By then the weights had grown to {times} times their initial size: the learning rate is too "
                        "large.") },
  { "rate-loss", N_ ("Before that it had grown from {first} to {last}: the learning rate is too large.") },
  { "rate", N_ ("The data and the initial parameters are finite, so the updates were too large: the learning rate is "
                "too large.") },

  { "still-falling", N_ ("The loss was still falling: train on.") },
  { "best-at-epoch", N_ ("The validation was best at epoch {place} and has become worse since.") },
  { "best-at-iteration", N_ ("The validation was best at iteration {place} and has become worse since.") },
  { "too-slow", N_ ("The weights have moved by only {percent} %: the learning rate is too small.") },
  { "too-fast", N_ ("The weights did not settle: the learning rate is too large.") },
  { "unscaled", N_ ("The input columns have very different scales: normalize them.") },
  { "no-relation", N_ ("This is no better than guessing: the inputs do not seem to predict the labels.") },
  { "weak", N_ ("A much simpler model does better: change the model, or its optimizer.") },
  { "constant", N_ ("All labels for training are equal: there is nothing to learn.") },
};

static const char *
find_text (const char *code)
{
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    if (g_strcmp0 (code, sentences[i].code) == 0)
      return _ (sentences[i].text);
  return NULL;
}

/* Anybody may have written the record. */
static char *
word_argument (RensaJson *sentence, const char *name)
{
  RensaJson *value;

  if (!json_object_object_get_ex (sentence, name, &value))
    return g_strdup ("?");
  switch (json_object_get_type (value))
    {
    case json_type_int:
      return rensa_format_local_count (json_object_get_int64 (value));
    case json_type_double:
      return rensa_format_local_number (json_object_get_double (value));
    case json_type_string:
      return rensa_make_harmless (json_object_get_string (value), json_object_get_string_len (value));
    default:
      return g_strdup ("?");
    }
}

static void
append_sentence (GString *words, RensaJson *sentence, const char *text)
{
  const char *open;

  while ((open = strchr (text, '{')) != NULL && strchr (open, '}') != NULL)
    {
      g_autofree char *name = g_strndup (open + 1, strcspn (open + 1, "}"));
      g_autofree char *argument = word_argument (sentence, name);

      g_string_append_len (words, text, open - text);
      g_string_append (words, argument);
      text = open + strlen (name) + 2;
    }
  g_string_append (words, text);
}

/* Sentences with unknown codes, those of a later version, are left out. */
char *
rensa_verdict_word (const char *record)
{
  g_autoptr (RensaJson) list = record != NULL ? json_tokener_parse (record) : NULL;
  const gsize n = json_object_is_type (list, json_type_array) ? json_object_array_length (list) : 0;
  g_autoptr (GString) words = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    {
      RensaJson *sentence = json_object_array_get_idx (list, i);
      RensaJson *code = NULL;
      const char *text = NULL;

      if (json_object_is_type (sentence, json_type_object) && json_object_object_get_ex (sentence, "code", &code))
        text = find_text (json_object_get_string (code));
      if (text == NULL)
        continue;
      if (words->len > 0)
        g_string_append_c (words, ' ');
      append_sentence (words, sentence, text);
    }
  return words->len > 0 ? g_strdup (words->str) : NULL;
}
