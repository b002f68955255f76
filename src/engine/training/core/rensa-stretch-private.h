/* rensa-stretch-private.h: the stretch of training between two looks of a trigger.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_UNIT_ITERATION,
  RENSA_UNIT_EPOCH,
} RensaUnit;

/* Their names, for attributes. */
extern const char *const rensa_units[];

/* Where training stood when a trigger was last asked; negative where a snapshot does not tell. */
typedef struct
{
  gint64 previous_iteration;
  double previous_epoch_detail;
} RensaMark;

/* In iterations or epochs, without @from and with @to. */
typedef struct
{
  double from;
  double to;
} RensaStretch;

/* From where it stood to where it stands now, which is kept for the next time. */
RensaStretch rensa_mark_step (RensaMark *mark, RensaTrainer *trainer, RensaUnit unit);
/* Chainer's keys previous_iteration and previous_epoch_detail. */
gboolean rensa_mark_serialize (RensaMark *mark, RensaSerializer *serializer, GError **error);

G_END_DECLS
