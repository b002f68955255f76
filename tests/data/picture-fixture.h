/* picture-fixture.h: pictures decoded in the process of a test, as the helper does it in its own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture-message.h"

/* The reply and what follows it. */
GByteArray *picture_decode_here (const char *path, const RensaPicture *picture, RensaPictureReply *reply);
