/* cuda-formula.h: typed formulas as kernels of their own, which NVRTC compiles when they are first used.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "cuda-private.h"
#include "rensa-program.h"

G_BEGIN_DECLS

/* cuda-formula-source.c */

/* A kernel "formula" in the words of kernels/gpu/formula.h, whose operations are those of @program in their order, of
 * numbers of @dtype; nothing of what a person typed stands in it but numbers.  NULL where it would have too many arrays
 * for a launch, or take too long to be compiled. */
char *rensa_formula_print_source (const RensaProgram *program, RensaDtype dtype);

/* cuda-nvrtc.c */

/* What is compiled for: the code of sm_@architecture or, where that is not @is_exact, PTX, of which the driver makes
 * code for newer ones. */
typedef struct
{
  int architecture;
  gboolean is_exact;
} RensaNvrtcTarget;

/* For a device of @architecture: 90 for sm_90.  FALSE where NVRTC knows neither that nor one before it. */
gboolean rensa_nvrtc_choose_target (const RensaCudaApi *api, int architecture, RensaNvrtcTarget *target);
/* What an image of @source depends on, as 64 hexadecimal digits. */
char *rensa_nvrtc_make_key (const RensaCudaApi *api, const RensaNvrtcTarget *target, const char *source);
/* The image for cuModuleLoadData (), or NULL; in @log, owned by the caller, what NVRTC said, which is "" where it had
 * nothing to say. */
GBytes *rensa_nvrtc_compile (const RensaCudaApi *api, const RensaNvrtcTarget *target, const char *source, char **log);

/* Files that sources include, NULL behind the last name; written by the build. */
extern const char *const rensa_formula_header_names[];
extern const char *const rensa_formula_headers[];

/* cuda-kernel-cache.c */

/* Images of earlier runs, under the user's cache folder: each in a file whose name is its key.  NULL where there is
 * none, or it is not as it was written, or somebody else could have written it. */
GBytes *rensa_kernel_cache_read (const char *key);
/* Replaces what is there; the oldest files go where all would have more than RENSA_KERNEL_CACHE_BYTES.  That nothing
 * can be written is no error. */
void rensa_kernel_cache_write (const char *key, GBytes *image);

#define RENSA_KERNEL_CACHE_BYTES (64 << 20)

/* cuda-formula.c */

/* Where NVRTC is there and compiles for it. */
void rensa_cuda_open_formulas (RensaCudaDevice *device);
/* Runs @program over the arrays of @walk, all of @dtype, by a kernel of its own; *@is_done is FALSE, and nothing
 * happened, where there is none. */
gboolean rensa_cuda_run_formula (RensaCudaDevice *device, const RensaProgram *program, const RensaWalk *walk,
                                 RensaDtype dtype, gboolean *is_done, GError **error);

G_END_DECLS
