/* rensa-modes.h: settings for every call on this thread, like chainer.config.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-dtype.h"

G_BEGIN_DECLS

/**
 * RensaModes:
 * @train: dropout drops and batch normalization uses the batch (default TRUE)
 * @enable_backprop: calls are recorded for backward (default TRUE)
 * @debug: every result of forward and backward is searched for NaN (default FALSE)
 * @keep_graph_on_report: reported variables keep the graph behind them (default FALSE)
 * @own_batches: batches share no memory with the data set, so that several threads can read it
 *   (default FALSE)
 * @allow_tf32: a GPU may round the factors of float32 products and convolutions to TF32, which
 *   keeps 10 of their 23 fraction bits, to be faster (default FALSE)
 * @dtype: the floating type of new parameters (default float32)
 *
 * The modes belong to one thread. Change them through the pointer, inside a scope:
 *
 * |[
 *   g_auto (RensaModesScope) scope = rensa_modes_enter ();
 *   rensa_modes_get ()->train = FALSE;
 * ]|
 */
typedef struct
{
  gboolean train;
  gboolean enable_backprop;
  gboolean debug;
  gboolean keep_graph_on_report;
  gboolean own_batches;
  gboolean allow_tf32;
  RensaDtype dtype;
} RensaModes;

/* Returns the modes of this thread; never NULL. */
RensaModes *rensa_modes_get (void);

/* Saves the modes; leaving the scope restores them. The variable is never read, so the attribute
 * suppresses the compiler warning. */
typedef struct G_GNUC_UNUSED
{
  RensaModes saved;
} RensaModesScope;

RensaModesScope rensa_modes_enter (void);
void rensa_modes_leave (RensaModesScope *scope);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaModesScope, rensa_modes_leave)

G_END_DECLS
