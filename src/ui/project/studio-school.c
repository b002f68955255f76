/* studio-school.c: school-book names of components.
 * SPDX-License-Identifier: MIT */

#include "studio-school.h"

#include <glib/gi18n.h>

#include "studio-preferences.h"

/* @card: (nullable): a shorter name for cards, if the other is too long. */
typedef struct
{
  const char *name;
  const char *word;
  const char *card;
} Word;

static const Word layers[] = {
  { "Linear", N_ ("Fully connected layer"), N_ ("Fully connected") },
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
  { "NesterovAG", N_ ("Gradient descent with Nesterov momentum") },
  { "Adam", N_ ("Adaptive learning rate (Adam)") },
  { "RMSprop", N_ ("Adaptive learning rate (RMSprop)") },
  { "AdaGrad", N_ ("Adaptive learning rate (AdaGrad)") },
  { "softmax_cross_entropy", N_ ("Classification error (cross-entropy)") },
  { "mean_squared_error", N_ ("Mean squared error") },
  { "mean_absolute_error", N_ ("Mean absolute error") },
};

static const Word *
find_word (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (layers); i++)
    if (g_str_equal (layers[i].name, name))
      return &layers[i];
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i].name, name))
      return &others[i];
  return NULL;
}

const char *
studio_school_name (const RensaComponent *component)
{
  const Word *word;

  if (!studio_preferences_is_simple ())
    return component->name;
  word = find_word (component->name);
  if (word != NULL)
    return _ (word->word);
  return component->title != NULL ? _ (component->title) : component->name;
}

const char *
studio_school_name_type (const char *type)
{
  const RensaComponent *component = rensa_registry_find_node (type);
  const Word *word = component != NULL && studio_preferences_is_simple () ? find_word (type) : NULL;

  if (word != NULL && word->card != NULL)
    return _ (word->card);
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
