/* rensa-fourier-private.h: common code for the Fourier transform and its inverse.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

gboolean rensa_fourier_infer (RensaInference *inference, GError **error);
/* The class data is a gboolean: TRUE for the inverse. */
gboolean rensa_fourier_forward (RensaCall *call, GError **error);
/* The gradient is the other transform, up to a factor. */
gboolean rensa_fourier_backward (RensaBackward *backward, GError **error);
gboolean rensa_fourier_apply (const RensaFunctionClass *class, RensaVariable *re, RensaVariable *im,
                              RensaVariable **y_re, RensaVariable **y_im, GError **error);

G_END_DECLS
