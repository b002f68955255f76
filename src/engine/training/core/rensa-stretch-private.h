/* rensa-stretch-private.h: the interval of training between two evaluations of a trigger.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_UNIT_ITERATION,
  RENSA_UNIT_EPOCH,
} RensaUnit;

/* Names of the units, for attributes. */
extern const char *const rensa_units[];

/* Position of training when a trigger was last evaluated; negative if a snapshot does not contain it. */
typedef struct
{
  gint64 previous_iteration;
  double previous_epoch_detail;
} RensaMark;

/* Interval in iterations or epochs, excluding @from and including @to. */
typedef struct
{
  double from;
  double to;
} RensaStretch;

/* Returns the interval from the last position to the present one, which is stored for the next time. */
RensaStretch rensa_mark_step (RensaMark *mark, RensaTrainer *trainer, RensaUnit unit);
/* Uses Chainer's keys previous_iteration and previous_epoch_detail. */
gboolean rensa_mark_serialize (RensaMark *mark, RensaSerializer *serializer, GError **error);

G_END_DECLS
