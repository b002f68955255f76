/* cuda-formula.h: typed formulas as kernels that NVRTC compiles on first use.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "rensa-program.h"

G_BEGIN_DECLS

/* cuda-formula-source.c */

/* Returns the source of a kernel "formula" in terms of kernels/gpu/formula.h, with the operations
 * of @program in order, on numbers of @dtype; of the user's input, it contains only numbers. NULL
 * if it would have too many arrays for a launch, or take too long to compile. */
char *rensa_formula_print_source (const RensaProgram *program, RensaDtype dtype);

/* cuda-nvrtc.c */

/* Compilation target: code for sm_@architecture or, if not @is_exact, PTX, from which the driver
 * generates code for newer architectures. */
typedef struct
{
  int architecture;
  gboolean is_exact;
} RensaNvrtcTarget;

/* Chooses the target for a device of @architecture: 90 for sm_90. FALSE if NVRTC supports neither
 * that nor an earlier one. */
gboolean rensa_nvrtc_choose_target (const RensaCudaApi *api, int architecture, RensaNvrtcTarget *target);
/* Returns a hash of everything that an image of @source depends on, as 64 hexadecimal digits. */
char *rensa_nvrtc_make_key (const RensaCudaApi *api, const RensaNvrtcTarget *target, const char *source);
/* Returns the image for cuModuleLoadData (), or NULL; @log, owned by the caller, receives NVRTC's
 * messages, or "" if there are none. */
GBytes *rensa_nvrtc_compile (const RensaCudaApi *api, const RensaNvrtcTarget *target, const char *source, char **log);

/* NULL-terminated list of files included by sources; written by the build. */
extern const char *const rensa_formula_header_names[];
extern const char *const rensa_formula_headers[];

/* cuda-kernel-cache.c */

/* Cache of images from earlier runs, under the user's cache folder: each in a file named after its
 * key. Returns NULL if there is none, if it was modified, or if another user could have written it. */
GBytes *rensa_kernel_cache_read (const char *key);
/* Replaces an existing image; the oldest files are deleted if the total would exceed
 * RENSA_KERNEL_CACHE_BYTES. Write failures are ignored. */
void rensa_kernel_cache_write (const char *key, GBytes *image);

#define RENSA_KERNEL_CACHE_BYTES (64 << 20)

/* cuda-formula.c */

/* Does nothing if NVRTC is not available or does not support the device. */
void rensa_cuda_open_formulas (RensaCudaDevice *device);
/* Runs @program on the arrays of @walk, all of @dtype, with its compiled kernel; if it has none,
 * sets *@is_done to FALSE and does nothing. */
gboolean rensa_cuda_run_formula (RensaCudaDevice *device, const RensaProgram *program, const RensaWalk *walk,
                                 RensaDtype dtype, gboolean *is_done, GError **error);

G_END_DECLS
