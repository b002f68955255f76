/* link-fixture.h: what the tests of links share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "folder.h"
#include "messages.h"
#include "rensa-links.h"
#include "variables.h"

/* g_test_init (), with functions, links and initializers in the registry. */
void link_tests_init (int *argc, char ***argv);

/* "Linear(in_size=2, out_size=3)"; never NULL. */
RensaLink *link_of (const char *text);
RensaAttrs *function_of (const char *text);

/* A Chain with l1 (2 to 3), relu and l2 (3 to 1), its plan included. */
RensaLink *mlp_new (void);

/* float32 arrays with the values given, in C order. */
#define ARRAY(shape, ...) array_of (RENSA_FLOAT32, shape, (double[]){ __VA_ARGS__ })
#define VARIABLE(shape, ...) variable_of (RENSA_FLOAT32, shape, (double[]){ __VA_ARGS__ })
#define assert_values(array, shape, ...) assert_values_of (array, shape, (double[]){ __VA_ARGS__ })
/* The same shape, and values up to 1e-5. */
void assert_values_of (RensaArray *array, RensaShape shape, const double *expected);

/* Fills the parameter at @path, "l1/W" for instance. */
#define set_param(link, path, shape, ...) set_param_to (link, path, shape, (double[]){ __VA_ARGS__ })
void set_param_to (RensaLink *link, const char *path, RensaShape shape, const double *values);
/* NULL where there is none. */
RensaVariable *find_param (RensaLink *link, const char *path);

/* Paths of all parameters, with a space between. */
char *list_params (RensaLink *link);
