/* studio-school.c: components in the words of a school book.
 * SPDX-License-Identifier: MIT */

#include "studio-school.h"

#include <glib/gi18n.h>

#include "studio-preferences.h"

typedef struct
{
  const char *name;
  const char *word;
} Word;

static const Word layers[] = {
  { "Linear", N_ ("Fully connected layer") },
  { "relu", N_ ("ReLU activation") },
  { "sigmoid", N_ ("Sigmoid activation") },
  { "tanh", N_ ("Tanh activation") },
  { "Convolution2D", N_ ("Convolution") },
  { "max_pooling_2d", N_ ("Max pooling") },
  { "average_pooling_2d", N_ ("Average pooling") },
  { "dropout", N_ ("Dropout") },
  { "BatchNormalization", N_ ("Batch normalization") },
  { "EmbedID", N_ ("Word vectors") },
  { "LSTM", N_ ("Memory (LSTM)") },
  { "concat", N_ ("Join two branches") },
};

static const Word others[] = {
  { "SGD", N_ ("Gradient descent") },
  { "MomentumSGD", N_ ("Gradient descent with momentum") },
  { "NesterovAG", N_ ("Gradient descent with look-ahead") },
  { "Adam", N_ ("Adaptive steps (Adam)") },
  { "RMSprop", N_ ("Adaptive steps (RMSprop)") },
  { "AdaGrad", N_ ("Adaptive steps (AdaGrad)") },
  { "softmax_cross_entropy", N_ ("Error in choosing a class") },
  { "mean_squared_error", N_ ("Mean squared error") },
  { "mean_absolute_error", N_ ("Mean absolute error") },
};

static const char *
find_word (const Word *words, gsize n, const char *name)
{
  for (gsize i = 0; i < n; i++)
    if (g_str_equal (words[i].name, name))
      return words[i].word;
  return NULL;
}

const char *
studio_school_name (const RensaComponent *component)
{
  const char *word;

  if (!studio_preferences_is_simple ())
    return component->name;
  word = find_word (layers, G_N_ELEMENTS (layers), component->name);
  if (word == NULL)
    word = find_word (others, G_N_ELEMENTS (others), component->name);
  if (word == NULL)
    word = component->title;
  return word != NULL ? _ (word) : component->name;
}

const char *
studio_school_name_type (const char *type)
{
  const RensaComponent *component = rensa_registry_find_node (type);

  return component != NULL ? studio_school_name (component) : type;
}

GPtrArray *
studio_school_list_layers (void)
{
  GPtrArray *list = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      const RensaComponent *component = rensa_registry_find_node (layers[i].name);

      if (component != NULL)
        g_ptr_array_add (list, (gpointer) component);
    }
  return list;
}
