/* rensa-thread-private.h: variables of one thread.
 * SPDX-License-Identifier: MIT */

#pragma once

/* In a shared library the default model costs a function call at each access.  The variables of base take less than the
 * room that the loader keeps for this one, so that even a program that loads librensa late can have them. */
#define RENSA_THREAD_LOCAL __thread __attribute__ ((tls_model ("initial-exec")))
