/* test-headers.cc: what the project declares of CUDA is what CUDA's headers declare.  That it compiles is the test.
 * SPDX-License-Identifier: MIT */

#include <cuda.h>
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cudnn.h>
#include <nvrtc.h>
#ifdef HAS_NCCL
#include <nccl.h>
#endif

#include "cuda-api.h"

#include <tuple>
#include <type_traits>

/* Types that are passed alike: numbers of one size and, but for enums, signedness; pointers to such; and pointers to what the other side does
 * not look into. */
template <typename A, typename B>
constexpr bool
is_alike ()
{
  if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>)
    {
      using To = std::remove_cv_t<std::remove_pointer_t<A>>;
      using Other = std::remove_cv_t<std::remove_pointer_t<B>>;

      if constexpr (std::is_void_v<To> || std::is_void_v<Other> || (std::is_class_v<To> && std::is_class_v<Other>))
        return true;
      else
        return is_alike<To, Other> ();
    }
  else if constexpr (std::is_enum_v<A> || std::is_enum_v<B>)
    return sizeof (A) == sizeof (B) && !std::is_pointer_v<A> && !std::is_pointer_v<B>;
  else if constexpr (std::is_integral_v<A> && std::is_integral_v<B>)
    return sizeof (A) == sizeof (B) && std::is_signed_v<A> == std::is_signed_v<B>;
  else
    return std::is_same_v<A, B>;
}

template <typename A, typename B> struct Same : std::false_type
{
};

template <typename A, typename... As, typename B, typename... Bs> struct Same<A (*) (As...), B (*) (Bs...)>
{
  static constexpr bool
  compare ()
  {
    if constexpr (sizeof...(As) == sizeof...(Bs))
      return is_alike<A, B> () && (is_alike<std::remove_cv_t<As>, std::remove_cv_t<Bs>> () && ...);
    else
      return false;
  }
  static constexpr bool value = compare ();
};

/* A function of theirs. */
template <typename R, typename... As> auto select (R (*function) (As...)) -> decltype (function);
/* cublasGemmStridedBatchedEx () has an elder namesake, whose last argument but one is of another type. */
template <typename R, typename Handle, typename Op, typename Int, typename In, typename Type, typename Step, typename Out>
auto select (R (*function) (Handle, Op, Op, Int, Int, Int, In, In, Type, Int, Step, In, Type, Int, Step, In, Out, Type,
                            Int, Step, Int, cublasComputeType_t, cublasGemmAlgo_t)) -> decltype (function);

#define COMPARE(name, arguments) \
  static_assert (Same<decltype (RensaCudaApi::name), decltype (select (&::name))>::value, #name);
#define COMPARE_TYPED(type, name, arguments) COMPARE (name, arguments)

RENSA_CUDA_DRIVER_CALLS (COMPARE)
RENSA_NVRTC_CALLS (COMPARE)
RENSA_CUDA_LT_CALLS (COMPARE)
RENSA_CUDA_BLAS_CALLS (COMPARE_TYPED)
RENSA_CUDNN_CALLS (COMPARE_TYPED)
#ifdef HAS_NCCL
RENSA_NCCL_CALLS (COMPARE_TYPED)
#endif

static_assert (sizeof (RensaLtHeuristic) == sizeof (cublasLtMatmulHeuristicResult_t)
                   && offsetof (RensaLtHeuristic, state) == offsetof (cublasLtMatmulHeuristicResult_t, state),
               "RensaLtHeuristic");
static_assert (sizeof (RensaCudaGraphUpdate) == sizeof (CUgraphExecUpdateResultInfo), "RensaCudaGraphUpdate");

/* Made by compare-constants.py. */
#include "cuda-constants.h"

/* What is compared is told apart. */
static_assert (!Same<int (*) (int), int (*) (int, int)>::value, "number of arguments");
static_assert (!Same<int (*) (int), int (*) (long)>::value, "size");
static_assert (!Same<int (*) (int), int (*) (unsigned)>::value, "sign");
static_assert (!Same<int (*) (int *), int (*) (long *)>::value, "pointed to");
static_assert (!Same<int (*) (int), int (*) (int *)>::value, "pointer");
static_assert (!Same<int (*) (float), int (*) (double)>::value, "precision");
static_assert (!Same<void (*) (int), int (*) (int)>::value, "result");

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gpu/headers/prototypes-and-constants", [] {});
  return g_test_run ();
}
