/* copy.cu: fills, copies and casts.
 * SPDX-License-Identifier: MIT */

#include "gpu/map.h"

GPU_KERNEL (fill, gpu_fill_args, args)
{
  for (k_index i = gpu_first (); i < args.count; i += gpu_step ())
    {
      k_index offset;

      gpu_seek<1> (i, args.count, args.ndim, args.shape, &args.to, &offset);
      char *const to = args.to.data + offset;
      if (args.size == 8)
        *(unsigned long long *) to = args.bits;
      else if (args.size == 4)
        *(unsigned *) to = (unsigned) args.bits;
      else if (args.size == 2)
        *(unsigned short *) to = (unsigned short) args.bits;
      else
        *(unsigned char *) to = (unsigned char) args.bits;
    }
}

GPU_FUNCTION void
copy_element (const char *from, char *to, int dtype)
{
  switch (dtype)
    {
    case GPU_FLOAT64:
    case GPU_INT64:
      *(unsigned long long *) to = *(const unsigned long long *) from;
      break;
    case GPU_FLOAT32:
    case GPU_INT32:
      *(unsigned *) to = *(const unsigned *) from;
      break;
    case GPU_FLOAT16:
    case GPU_BFLOAT16:
    case GPU_INT16:
      *(unsigned short *) to = *(const unsigned short *) from;
      break;
    default:
      *to = *from;
      break;
    }
}

/* Converts integers through the widest integer type and floating-point values through double; both
 * are exact. */
GPU_FUNCTION void
cast_element (const char *from, int from_dtype, char *to, int to_dtype)
{
  if (from_dtype == to_dtype)
    copy_element (from, to, to_dtype);
  else if (from_dtype >= GPU_FLOAT16)
    gpu_store<double> (to, to_dtype, gpu_load<double> (from, from_dtype));
  else
    gpu_store<k_index> (to, to_dtype, gpu_load<k_index> (from, from_dtype));
}

GPU_KERNEL (copy, gpu_copy_args, args)
{
  for (k_index i = gpu_first (); i < args.count; i += gpu_step ())
    {
      k_index offsets[2];

      gpu_seek<2> (i, args.count, args.ndim, args.shape, args.args, offsets);
      cast_element (args.args[GPU_COPY_FROM].data + offsets[GPU_COPY_FROM], args.args[GPU_COPY_FROM].dtype,
                    args.args[GPU_COPY_TO].data + offsets[GPU_COPY_TO], args.args[GPU_COPY_TO].dtype);
    }
}

GPU_FUNCTION void
copy_word (const unsigned *x, const double *p, unsigned *y)
{
  *y = *x;
}

/* Copies 32-bit words, whatever their content. */
GPU_KERNEL (list_copy_float, gpu_list_args, args) { gpu_list_map<unsigned, 1, 1, copy_word> (&args); }

/* Unsigned, so that overflow wraps as in NumPy. */
GPU_KERNEL (add_integers, gpu_copy_args, args)
{
  for (k_index i = gpu_first (); i < args.count; i += gpu_step ())
    {
      k_index offsets[2];

      gpu_seek<2> (i, args.count, args.ndim, args.shape, args.args, offsets);
      *(unsigned long long *) (args.args[GPU_COPY_TO].data + offsets[GPU_COPY_TO]) +=
          *(const unsigned long long *) (args.args[GPU_COPY_FROM].data + offsets[GPU_COPY_FROM]);
    }
}
