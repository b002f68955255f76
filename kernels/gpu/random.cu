/* random.cu: random numbers derived from the element's position, identical to the host's.
 * SPDX-License-Identifier: MIT */

#include "gpu/words.h"

/* Computes the four words of block @counter (rensa_philox ()). */
GPU_FUNCTION void
draw (const gpu_random_args *args, unsigned long long counter, unsigned *words)
{
  unsigned key_0 = (unsigned) args->seed;
  unsigned key_1 = (unsigned) (args->seed >> 32);

  words[0] = (unsigned) counter;
  words[1] = (unsigned) (counter >> 32);
  words[2] = (unsigned) args->stream;
  words[3] = (unsigned) (args->stream >> 32);
  for (int round = 0; round < 10; round++)
    {
      const unsigned long long product_0 = 0xD2511F53ull * words[0];
      const unsigned long long product_1 = 0xCD9E8D57ull * words[2];

      words[0] = (unsigned) (product_1 >> 32) ^ words[1] ^ key_0;
      words[1] = (unsigned) product_1;
      words[2] = (unsigned) (product_0 >> 32) ^ words[3] ^ key_1;
      words[3] = (unsigned) product_0;
      key_0 += 0x9E3779B9u;
      key_1 += 0xBB67AE85u;
    }
}

/* Fills @N elements from each block of four words. */
template <typename T, int N, T (*OF) (const unsigned *words, double a, double b)>
GPU_FUNCTION void
fill_random (const gpu_random_args *args)
{
  for (k_index i = gpu_first (); i * N < args->count; i += gpu_step ())
    {
      unsigned words[4];

      draw (args, args->counter + (unsigned long long) i, words);
      for (int k = 0; k < N && i * N + k < args->count; k++)
        ((T *) args->to)[i * N + k] = OF (words + k * (4 / N), args->a, args->b);
    }
}

GPU_FUNCTION float
get_uniform_float (const unsigned *words, double low, double extent)
{
  return (float) low + (float) extent * ((float) (int) (words[0] >> 8) * 0x1p-24f);
}

GPU_FUNCTION double
get_uniform_double (const unsigned *words, double low, double extent)
{
  const double high = (int) (words[0] >> 5);
  const double rest = (int) (words[1] >> 6);

  return low + extent * ((high * 0x1p26 + rest) * 0x1p-53);
}

/* Box-Muller transform: sqrt (-2 ln u) cos (2 pi v) for u in (0, 1] and v in [0, 1). */
GPU_FUNCTION float
get_normal_float (const unsigned *words, double loc, double scale)
{
  const float u = (float) ((int) (words[0] >> 8) + 1) * 0x1p-24f;
  const float v = (float) (int) (words[1] >> 8) * 0x1p-24f;
  const float radius = k_sqrt_float (-2 * k_log_float (u));

  return (float) loc + (float) scale * (radius * k_cos_float (6.28318530717958647692f * v));
}

GPU_FUNCTION double
get_normal_double (const unsigned *words, double loc, double scale)
{
  const double u = ((double) words[0] + 1) * 0x1p-32;
  const double v = (double) words[1] * 0x1p-32;
  const double radius = k_sqrt_double (-2 * k_log_double (u));

  return loc + scale * (radius * k_cos_double (6.28318530717958647692 * v));
}

/* @keep: the smallest of the 2^24 random numbers that is dropped. */
template <typename T>
GPU_FUNCTION T
get_bernoulli (const unsigned *words, double keep, double value)
{
  return (int) (words[0] >> 8) < (int) keep ? (T) value : 0;
}

GPU_KERNEL (uniform_float, gpu_random_args, args) { fill_random<float, 4, get_uniform_float> (&args); }

GPU_KERNEL (uniform_double, gpu_random_args, args) { fill_random<double, 2, get_uniform_double> (&args); }

GPU_KERNEL (normal_float, gpu_random_args, args) { fill_random<float, 2, get_normal_float> (&args); }

GPU_KERNEL (normal_double, gpu_random_args, args) { fill_random<double, 2, get_normal_double> (&args); }

GPU_KERNEL (bernoulli_float, gpu_random_args, args) { fill_random<float, 4, get_bernoulli<float> > (&args); }

GPU_KERNEL (bernoulli_double, gpu_random_args, args) { fill_random<double, 4, get_bernoulli<double> > (&args); }
