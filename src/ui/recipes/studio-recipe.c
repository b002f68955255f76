/* studio-recipe.c: recipes, the starting points for new projects.
 * SPDX-License-Identifier: MIT */

#include "studio-recipe.h"

#include <glib/gi18n.h>

static const StudioRecipe recipes[] = {
  {
      .name = N_ ("Empty Project"),
      .sentence = N_ ("Starts with an empty canvas"),
      .picture = "empty",
  },
  {
      .name = N_ ("Classifier"),
      .sentence = N_ ("Classifies examples"),
      .picture = "classifier",
      .files = { "strokes-mlp.rensa" },
  },
  {
      .name = N_ ("Transfer Learning"),
      .sentence = N_ ("Trains on few images with pretrained features"),
      .picture = "transfer-learning",
      .files = { "transfer-learning.rensa" },
  },
  {
      .name = N_ ("Regressor"),
      .sentence = N_ ("Predicts numbers: fits a curve to noisy values"),
      .picture = "regressor",
      .files = { "waves.rensa" },
  },
  {
      .name = N_ ("Autoencoder"),
      .sentence = N_ ("Compresses examples into a few numbers and reconstructs them"),
      .picture = "autoencoder",
      .files = { "strokes-autoencoder.rensa" },
  },
  {
      .name = N_ ("Variational Autoencoder"),
      .sentence = N_ ("Learns a latent space from which new examples can be generated"),
      .picture = "variational-autoencoder",
      .files = { "strokes-vae.rensa" },
  },
  {
      .name = N_ ("GAN"),
      .sentence = N_ ("One network generates examples, the other detects the fakes"),
      .picture = "gan",
      .files = { "strokes-dcgan.rensa", "strokes-wgan-gp.rensa" },
      .choices = { { N_ ("Variant"), { N_ ("DCGAN"), N_ ("WGAN-GP") } } },
  },
  {
      .name = N_ ("Language Model"),
      .sentence = N_ ("Remembers what it has read and predicts what comes next"),
      .picture = "language-model",
      .files = { "little-sentences.rensa" },
  },
  {
      .name = N_ ("Word Vectors"),
      .sentence = N_ ("Words used in similar contexts end up close together"),
      .picture = "word-vectors",
      .files = { "little-sentences-skipgram.rensa", "little-sentences-skipgram-tree.rensa",
                 "little-sentences-skipgram-sampling.rensa", "little-sentences-vectors.rensa",
                 "little-sentences-tree.rensa", "little-sentences-sampling.rensa" },
      .choices = { { N_ ("Architecture"), { N_ ("Skip-Gram"), N_ ("CBoW") } },
                   { N_ ("Output"), { N_ ("Softmax"), N_ ("Hierarchical Softmax"), N_ ("Negative Sampling") } } },
  },
  {
      .name = N_ ("Encoder-Decoder"),
      .sentence = N_ ("Translates one sequence into another"),
      .picture = "encoder-decoder",
      .files = { "numbers-in-words.rensa", "numbers-in-words-attention.rensa" },
      .choices = { { N_ ("Decoder"), { N_ ("Plain"), N_ ("With Attention") } } },
  },
  {
      .name = N_ ("Siamese Network"),
      .sentence = N_ ("Learns whether two images show the same thing"),
      .picture = "siamese-network",
      .files = { "strokes-siamese.rensa" },
  },
  {
      .name = N_ ("Sequence Tagger (CRF)"),
      .sentence = N_ ("Predicts a tag for each word of a sentence"),
      .picture = "sequence-tagger",
      .files = { "appointments-tagger.rensa" },
  },
  {
      .name = N_ ("Transformer Language Model"),
      .sentence = N_ ("Predicts what comes next using attention"),
      .picture = "transformer",
      .files = { "little-sentences-transformer.rensa" },
  },
};

const StudioRecipe *
studio_recipe_get (guint i)
{
  return i < G_N_ELEMENTS (recipes) ? &recipes[i] : NULL;
}
