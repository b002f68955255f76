/* rensa-thread-private.h: thread-local variables.
 * SPDX-License-Identifier: MIT */

#pragma once

/* In a shared library the default model costs a function call at each access. The variables of base
 * fit in the space that the loader reserves for the initial-exec model, so that even a program that
 * loads librensa late can use them. */
#define RENSA_THREAD_LOCAL __thread __attribute__ ((tls_model ("initial-exec")))
