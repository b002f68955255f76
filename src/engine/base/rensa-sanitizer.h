/* rensa-sanitizer.h: detection of the address and thread sanitizers, and calls to them.
 * SPDX-License-Identifier: MIT */

#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define RENSA_SANITIZED 1
#endif
#endif

#if (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)) && !defined(RENSA_SANITIZED)
#define RENSA_SANITIZED 1
#endif

#ifndef RENSA_SANITIZED
#define RENSA_SANITIZED 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define RENSA_ADDRESS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RENSA_ADDRESS_SANITIZED 1
#endif
#endif

/* The first two functions mark memory as inaccessible, and as accessible again. The others
 * announce a switch to another stack with the given bounds, and complete it on the new stack,
 * returning the bounds of the previous stack. */
#ifdef RENSA_ADDRESS_SANITIZED
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#define RENSA_POISON(memory, n_bytes) __asan_poison_memory_region (memory, n_bytes)
#define RENSA_UNPOISON(memory, n_bytes) __asan_unpoison_memory_region (memory, n_bytes)
#define RENSA_LEAVE_STACK(kept, stack, size) __sanitizer_start_switch_fiber (kept, stack, size)
#define RENSA_REACH_STACK(kept, stack, size) __sanitizer_finish_switch_fiber (kept, stack, size)
#else
#define RENSA_POISON(memory, n_bytes) ((void) 0)
#define RENSA_UNPOISON(memory, n_bytes) ((void) 0)
#define RENSA_LEAVE_STACK(kept, stack, size) ((void) (kept), (void) (stack), (void) (size))
#define RENSA_REACH_STACK(kept, stack, size) ((void) (kept), (void) (stack), (void) (size))
#endif
