/* gradient-cases.h: a call with its outputs, its gradients and the gradients of those.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "conformance.h"
#include "rensa-variable.h"

#define MAX_VARIABLES 128

/* One case while it runs. @compute is called with the @n_named inputs that the case names, in their order, and enters the outputs;
 * FALSE with an error. @data is its own. Unless it @may_wait, nobody may wait for a device. */
typedef struct _Case Case;

struct _Case
{
  Report *report;
  CaseFile *file;
  struct json_object *json;
  gboolean (*compute) (Case *self, GError **error);
  gconstpointer data;
  gboolean may_wait;
  int n_named;
  RensaVariable *named[MAX_VARIABLES];
  int n_outputs;
  RensaVariable *outputs[MAX_VARIABLES];
};

/* Runs it in the modes that it tells, and compares everything that it holds. */
gboolean case_run (Case *self, GError **error);
/* The same as one case of the report. */
void case_report (Case *self);
/* What input @i is called. */
const char *case_get_input_name (Case *self, int i);
