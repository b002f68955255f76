/* rensa-error.h: the error domain of the engine.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * RensaError:
 * @RENSA_ERROR_INVALID: an argument, attribute or document has an invalid value
 * @RENSA_ERROR_TYPE_CHECK: the inputs of a function have unsuitable types
 * @RENSA_ERROR_NO_MEMORY: an array does not fit into memory
 * @RENSA_ERROR_FORMAT: a file does not have the format indicated by its name
 * @RENSA_ERROR_IO: the system reported a read or write error
 * @RENSA_ERROR_NOT_FOUND: no item has that name
 * @RENSA_ERROR_NOT_FINITE: debug mode found NaN or infinity in a result
 * @RENSA_ERROR_CANCELLED: the user stopped the operation
 *
 * Kinds of errors. The message is one sentence that states the place, what was expected and what
 * was found.
 */
typedef enum
{
  RENSA_ERROR_INVALID,
  RENSA_ERROR_TYPE_CHECK,
  RENSA_ERROR_NO_MEMORY,
  RENSA_ERROR_FORMAT,
  RENSA_ERROR_IO,
  RENSA_ERROR_NOT_FOUND,
  RENSA_ERROR_NOT_FINITE,
  RENSA_ERROR_CANCELLED,
} RensaError;

#define RENSA_ERROR (rensa_error_quark ())
GQuark rensa_error_quark (void);

G_END_DECLS
