/* rensa-sanitizer-private.h: whether the address or thread sanitizer watches this build.
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
