/* rensa-late-number.c: a number that a device has not computed yet.
 * SPDX-License-Identifier: MIT */

#include "rensa-late-number.h"

#include <math.h>

#include "rensa-array-private.h"
#include "rensa-slab.h"

struct _RensaLateNumber
{
  guint ref_count;
  RensaDtype dtype;
  const RensaDevice *device;
  gpointer post; /* NULL once received */
  double value;
};

RensaLateNumber *
rensa_late_number_new (RensaArray *array)
{
  const RensaDevice *device = rensa_array_get_device (array);
  RensaLateNumber *number;
  gpointer post;

  g_return_val_if_fail (array->count == 1, NULL);

  if (device->klass->post == NULL)
    return NULL;
  post = device->klass->post (device, array->data, rensa_dtype_get_size (array->dtype));
  if (post == NULL)
    return NULL;

  number = rensa_slab_new0 (RensaLateNumber);
  *number = (RensaLateNumber){ .ref_count = 1, .dtype = array->dtype, .device = device, .post = post };
  return number;
}

RensaLateNumber *
rensa_late_number_ref (RensaLateNumber *number)
{
  number->ref_count++;
  return number;
}

void
rensa_late_number_unref (RensaLateNumber *number)
{
  if (--number->ref_count > 0)
    return;
  if (number->post != NULL)
    number->device->klass->receive (number->device, number->post, NULL, 0);
  rensa_slab_free (number, sizeof *number);
}

double
rensa_late_number_get (RensaLateNumber *number)
{
  guint8 element[RENSA_POST_BYTES];
  gpointer post = g_steal_pointer (&number->post);

  if (post == NULL)
    return number->value;

  number->value = number->device->klass->receive (number->device, post, element, rensa_dtype_get_size (number->dtype))
                      ? rensa_element_to_double (number->dtype, element)
                      : NAN;
  return number->value;
}
