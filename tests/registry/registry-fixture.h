/* registry-fixture.h: components for the tests of the registry.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"

/* An attribute of every type; limit, rate, note, axis and extra are None by default, the rest cannot be. */
typedef struct
{
  gint64 out_size;
  gboolean nobias;
  gint64 limit;
  double scale;
  double rate;
  char *label;
  char *note;
  int reduce;
  RensaInts ksize;
  RensaInts pair;
  RensaInts axis;
  RensaDtype typ;
  RensaIndex slices;
  RensaAttrs *initial;
  RensaAttrs *extra;
} Linear;

/* A link with one attribute of each type. */
extern const RensaComponent linear;

/* Enters the link above, and as initializers Normal (scale), Constant (fill_value is required) and Nest (inner); from
 * then on arrays are made on the host. */
void test_components_init (void);

struct json_object *parse_json (const char *text);
