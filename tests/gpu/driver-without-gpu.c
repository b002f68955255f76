/* driver-without-gpu.c: as much of CUDA's driver as cuDNN needs to compile for a GPU that is not there.
 * SPDX-License-Identifier: MIT */

#define ERROR_NO_DEVICE 100

/* It looks for all of these, and calls few. */
#define REFUSE(name) \
  int name (void);   \
  int name (void) { return ERROR_NO_DEVICE; }

REFUSE (cuCtxGetCurrent)
REFUSE (cuCtxGetLimit)
REFUSE (cuCtxPopCurrent)
REFUSE (cuCtxPushCurrent)
REFUSE (cuDeviceGet)
REFUSE (cuDeviceGetCount)
REFUSE (cuDriverGetVersion)
REFUSE (cuGetErrorName)
REFUSE (cuGetErrorString)
REFUSE (cuInit)
REFUSE (cuLaunchCooperativeKernel)
REFUSE (cuLaunchKernel)
REFUSE (cuLaunchKernelEx)
REFUSE (cuLibraryLoadFromFile)
REFUSE (cuLibraryUnload)
REFUSE (cuLinkAddData)
REFUSE (cuLinkComplete)
REFUSE (cuLinkCreate)
REFUSE (cuLinkDestroy)
REFUSE (cuOccupancyMaxPotentialClusterSize)
REFUSE (cuStreamGetCtx)

/* A plan loads what was compiled for it. */
#define ACCEPT(name, result) \
  int name (void **result);  \
  int name (void **result)   \
  {                          \
    static int something;    \
                             \
    *result = &something;    \
    return 0;                \
  }

ACCEPT (cuLibraryLoadData, library)
ACCEPT (cuLibraryGetKernel, kernel)

int cuKernelGetAttribute (int *value);
int
cuKernelGetAttribute (int *value)
{
  *value = 0;
  return 0;
}

int cuKernelSetAttribute (void);
int
cuKernelSetAttribute (void)
{
  return 0;
}
