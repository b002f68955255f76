/* rensa-fourier-private.h: what the Fourier transform and its inverse have in common.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

gboolean rensa_fourier_infer (RensaInference *inference, GError **error);
/* The class's rule is a gboolean: whether it is the inverse. */
gboolean rensa_fourier_forward (RensaCall *call, GError **error);
/* The gradient is the other transform, but for a factor. */
gboolean rensa_fourier_backward (RensaBackward *backward, GError **error);
gboolean rensa_fourier_apply (const RensaFunctionClass *class, RensaVariable *re, RensaVariable *im,
                              RensaVariable **y_re, RensaVariable **y_im, GError **error);

G_END_DECLS
