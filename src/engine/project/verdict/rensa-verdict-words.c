/* rensa-verdict-words.c: the record of a verdict as text.
 * SPDX-License-Identifier: MIT */

#include "rensa-verdict-private.h"

#include <string.h>

#include "rensa-format.h"
#include "rensa-json.h"
#include "rensa-language.h"

/* Records are stored with these codes, so a code is never renamed. Arguments are in braces. @brief:
 * for a cell of a table */
static const struct
{
  const char *code;
  const char *text;
  const char *brief;
} sentences[] = {
  /* Translators: how many are right if one always says the largest class (guessing), and if one takes the class whose mean is nearest. */
  { "right", N_ ("{right} of {n} right (guessing: {guessed})."), N_ ("{right} of {n} right") },
  { "right-nearest", N_ ("{right} of {n} right (guessing: {guessed}, nearest mean: {nearest})."),
    N_ ("{right} of {n} right") },
  { "right-confused", N_ ("{right} of {n} right; mostly “{class}” taken for “{other}” (guessing: {guessed})."),
    N_ ("{right} of {n} right") },
  { "right-confused-nearest",
    N_ ("{right} of {n} right; mostly “{class}” taken for “{other}” (guessing: {guessed}, nearest mean: {nearest})."),
    N_ ("{right} of {n} right") },
  /* Translators: with no validation examples, "45 of 45 right" says little. */
  { "right-in-training", N_ ("On the training data itself {right} of {n} right (guessing: {guessed})."),
    N_ ("{right} of {n} training examples right") },
  { "right-in-training-nearest",
    N_ ("On the training data itself {right} of {n} right (guessing: {guessed}, nearest mean: {nearest})."),
    N_ ("{right} of {n} training examples right") },
  { "right-in-training-confused",
    N_ ("On the training data itself {right} of {n} right; mostly “{class}” taken for “{other}” (guessing: "
        "{guessed})."),
    N_ ("{right} of {n} training examples right") },
  { "right-in-training-confused-nearest",
    N_ ("On the training data itself {right} of {n} right; mostly “{class}” taken for “{other}” (guessing: {guessed}, "
        "nearest mean: {nearest})."),
    N_ ("{right} of {n} training examples right") },
  { "off", N_ ("Off by {off} on average (guessing the mean: {guessed})."), N_ ("off by {off}") },
  { "off-line", N_ ("Off by {off} on average (guessing the mean: {guessed}, a straight line: {line})."),
    N_ ("off by {off}") },
  { "off-in-training", N_ ("On the training data itself off by {off} on average (guessing the mean: {guessed})."),
    N_ ("off by {off} in training") },
  { "off-in-training-line",
    N_ ("On the training data itself off by {off} on average (guessing the mean: {guessed}, a straight line: "
        "{line})."),
    N_ ("off by {off} in training") },
  /* Translators: a value such as main/loss, at the first and at the last entry of the log. */
  { "reported-once", N_ ("“{key}” is {last}."), "{key} {last}" },
  { "reported", N_ ("“{key}” went from {first} to {last}."), "{key} {last}" },

  { "loss-nan", N_ ("The loss became NaN at iteration {iteration}."), N_ ("NaN at iteration {iteration}") },
  { "loss-infinite", N_ ("The loss became infinite at iteration {iteration}."),
    N_ ("infinite at iteration {iteration}") },
  { "value-nan", N_ ("“{key}” became NaN at iteration {iteration}."), N_ ("NaN at iteration {iteration}") },
  { "value-infinite", N_ ("“{key}” became infinite at iteration {iteration}."),
    N_ ("infinite at iteration {iteration}") },
  { "param", N_ ("Parameter {param} contains NaN or infinite values after iteration {iteration}."),
    N_ ("NaN in {param}") },
  { "param-first", N_ ("Parameter {param} contains NaN or infinite values."), N_ ("NaN in {param}") },
  { "bad-column",
    N_ ("The data contains NaN or infinite values: column “{column}” in {bad} of {n} examples, first in example "
        "{example}."),
    N_ ("NaN or infinite data") },
  { "bad-labels",
    N_ ("The data contains NaN or infinite values: the labels in {bad} of {n} examples, first in example {example}."),
    N_ ("NaN or infinite data") },
  { "bad-inputs",
    N_ ("The data contains NaN or infinite values: the inputs in {bad} of {n} examples, first in example {example}."),
    N_ ("NaN or infinite data") },
  { "node", N_ ("Node “{node}” ({function}) returns the first {output}."), N_ ("node “{node}”") },
  { "node-input", N_ ("Node “{node}” ({function}) returns {output} for {input}."), N_ ("node “{node}”") },
  { "node-input-example", N_ ("Node “{node}” ({function}) returns {output} for {input} in example {example}."),
    N_ ("node “{node}”") },
  { "function", N_ ("The function “{function}” returns the first {output}."), N_ ("function “{function}”") },
  { "function-input", N_ ("The function “{function}” returns {output} for {input}."), N_ ("function “{function}”") },
  { "function-input-example", N_ ("The function “{function}” returns {output} for {input} in example {example}."),
    N_ ("function “{function}”") },
  { "gradient-node", N_ ("The gradient of node “{node}” ({function}) is the first that is NaN or infinite."),
    N_ ("gradient of node “{node}”") },
  { "gradient", N_ ("The gradient of the function “{function}” is the first that is NaN or infinite."),
    N_ ("gradient of “{function}”") },
  { "rate-weights",
    N_ ("By then the weights had grown to {times} times their initial size: the learning rate is too "
        "large."),
    N_ ("learning rate too large") },
  { "rate-loss", N_ ("Before that the loss had grown from {first} to {last}: the learning rate is too large."),
    N_ ("learning rate too large") },
  { "rate",
    N_ ("The data and the initial parameters are finite, so the updates were too large: the learning rate is "
        "too large."),
    N_ ("learning rate too large") },

  { "still-falling", N_ ("The loss is still decreasing: continue training."), N_ ("still falling") },
  { "best-at-epoch", N_ ("The validation was best at epoch {place} and has become worse since."),
    N_ ("best at epoch {place}") },
  { "best-at-iteration", N_ ("The validation was best at iteration {place} and has become worse since."),
    N_ ("best at iteration {place}") },
  { "too-slow", N_ ("The weights have moved by only {percent} %: the learning rate is too small."),
    N_ ("learning rate too small") },
  { "too-fast", N_ ("The weights oscillate instead of converging: the learning rate is too high."),
    N_ ("learning rate too large") },
  { "unscaled", N_ ("The input columns have very different scales: normalize them."), N_ ("inputs not scaled") },
  { "no-relation", N_ ("No better than guessing: the inputs do not seem to predict the labels."),
    N_ ("no better than guessing") },
  { "weak", N_ ("A much simpler model performs better: change the model or its optimizer."),
    N_ ("a simpler model is better") },
  { "constant", N_ ("All training labels are the same: there is nothing to learn."), N_ ("all labels equal") },
};

static const char *
find_text (const char *code, gboolean is_brief)
{
  for (guint i = 0; i < G_N_ELEMENTS (sentences); i++)
    if (g_strcmp0 (code, sentences[i].code) == 0)
      return is_brief ? _ (sentences[i].brief) : _ (sentences[i].text);
  return NULL;
}

/* Treats the argument as untrusted, because the record may come from anywhere. */
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

/* Skips sentences with unknown codes, which come from a later version. */
static char *
word (const char *record, gboolean is_brief)
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
        text = find_text (json_object_get_string (code), is_brief);
      if (text == NULL)
        continue;
      if (words->len > 0)
        g_string_append (words, is_brief ? " · " : " ");
      append_sentence (words, sentence, text);
    }
  return words->len > 0 ? g_strdup (words->str) : NULL;
}

char *
rensa_verdict_word (const char *record)
{
  return word (record, FALSE);
}

char *
rensa_verdict_word_briefly (const char *record)
{
  return word (record, TRUE);
}
