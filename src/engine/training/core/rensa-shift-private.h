/* rensa-shift-private.h: code shared by extensions that change a number of the optimizer by a rule.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Computes the number after @t calls; @t 0 is the beginning. @own is the optimizer's previous
 * value; @values begin with the fields of RensaShift. */
typedef double (*RensaShiftFunc) (gconstpointer values, double own, gint64 t);

typedef struct
{
  char *attr;
  double init;   /* NaN for the optimizer's own */
  double target; /* NaN for none */
} RensaShift;

#define RENSA_SHIFT_ATTR                                                                                               \
  RENSA_ATTR_STRING (                                                                                                  \
      RensaShift, attr, .names = RENSA_NAMES_SETTING, .required = TRUE, .initial_text = "lr", .title = N_ ("Setting"), \
      .hint = N_ ("Optimizer setting to change: “lr” is the learning rate, or “alpha” for Adam and its variants"))
#define RENSA_SHIFT_INIT                                                                                     \
  RENSA_ATTR_FLOAT (RensaShift, init, .initial = NAN, .allow_none = TRUE, .none = TRUE, .min = -G_MAXDOUBLE, \
                    .max = G_MAXDOUBLE, .title = N_ ("Start Value"),                                         \
                    .hint = N_ ("If empty, the current value in the optimizer is used"))
#define RENSA_SHIFT_GIVEN_INIT                                                                                     \
  RENSA_ATTR_FLOAT (RensaShift, init, .required = TRUE, .initial = 0.001, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE, \
                    .title = N_ ("Full Value"))
#define RENSA_SHIFT_TARGET                                                                                     \
  RENSA_ATTR_FLOAT (RensaShift, target, .initial = NAN, .allow_none = TRUE, .none = TRUE, .min = -G_MAXDOUBLE, \
                    .max = G_MAXDOUBLE, .title = N_ ("End Value"),                                             \
                    .hint = N_ ("Value at which the change stops; if empty, it never stops"))

typedef struct
{
  RensaShiftFunc func;
  double own;
  double last;
  gint64 t;
} RensaShiftState;

extern const char *const rensa_shift_inputs[];

/* Members of their classes, except for setup, which differs. */
#define RENSA_SHIFT_MEMBERS                                                                                          \
  .priority = RENSA_PRIORITY_READER, .trigger_period = 1, .trigger_unit = "iteration", .inputs = rensa_shift_inputs, \
  .goes_ahead = TRUE, .state_size = sizeof (RensaShiftState), .initialize = rensa_shift_initialize,                  \
  .call = rensa_shift_call, .foresee = rensa_shift_foresee

/* Checks that the optimizer has such a number. */
gboolean rensa_shift_setup (RensaExtension *extension, RensaTrainer *trainer, RensaShiftFunc func, GError **error);
/* Suggests the learning rate of the optimizer as the attribute and, if a full value is required,
 * its present value for that. */
gboolean rensa_shift_suggest (const RensaPreviewSubject *subject, RensaAttrs *found);
/* If the length of the run is known, sets the attribute @name to @value, rounded to three
 * digits, so that at the end of the run the setting is RENSA_SHIFT_LAST times its initial value.
 * Returns TRUE. */
#define RENSA_SHIFT_LAST 0.1
gboolean rensa_shift_suggest_number (const RensaPreviewSubject *subject, RensaAttrs *found, const char *name,
                                     double value);
double rensa_shift_foresee (RensaExtension *extension, gint64 t);
gboolean rensa_shift_initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error);
gboolean rensa_shift_call (RensaExtension *extension, RensaTrainer *trainer, GError **error);
/* Uses Chainer's keys _t and, in the second function, _last_value. The state of a resumed run
 * depends only on the first. */
gboolean rensa_shift_serialize_time (RensaExtension *extension, RensaSerializer *serializer, GError **error);
gboolean rensa_shift_serialize (RensaExtension *extension, RensaSerializer *serializer, GError **error);

/* Returns @init, or @own if it is not set. */
double rensa_shift_get_first (const RensaShift *shift, double own);
/* Returns @value, limited by the target when coming from @first. */
double rensa_shift_bound (const RensaShift *shift, double first, double value);

/* PyTorch function that ends the change at the last value. */
extern const char rensa_shift_torch_class[];

G_END_DECLS
