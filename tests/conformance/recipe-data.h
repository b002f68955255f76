/* recipe-data.h: the data set of a recipe, as its document asks for it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "conformance.h"

/* Writes the archive @path, of which each array counts the examples on its first axis, batch after batch. @fields: under the name
 * of each array what it is made of; {} for the array of the recipe that is called so, whose first two axes count iterations and rows:
 *
 *   "array": the name of that array where it is another
 *   "rows": the axis that counts rows, from 1; those before it are those of an example
 *   "take": the first and the last entry of axis 1 that are taken: several batches an iteration
 *   "at": the name of an array of places, one for each iteration and row, at which the array, one long sequence, is read
 *   "window": the name of an array with the width w of each iteration: what stands w … 1 places before and 1 … w behind there, filled up
 *     with -1 to the largest width
 *   "centre": with a window, in place of each neighbour what stands at the place itself
 *   "list": the array is one for each iteration, "NAME.0" …, with a row for each neighbour in the window
 *   "sequences": the name of an array with all sequences one after another, as long as NAME_len says: with "reverse" each from its end,
 *     with "begin" or "end" a number put before or behind each
 *   "lengths": the name of such an array, of which the lengths are taken, with "more" that much longer
 *   "each": the array has one number for each iteration, which all rows get
 */
gboolean recipe_data_write (CaseFile *file, struct json_object *fields, const char *path, GError **error);
