/* rensa-picture-decode.h: decodes a picture with system libraries, in a process that the file may
 * crash.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture-message.h"

G_BEGIN_DECLS

/* A picture whose file arrives in blocks. */
typedef struct _RensaPictureDecoding RensaPictureDecoding;

/* Loads all decoders and the system files that they need, so that decoding opens nothing. */
void rensa_picture_decode_prepare (void);

RensaPictureDecoding *rensa_picture_decoding_new (const RensaPictureRequest *request);
void rensa_picture_decoding_free (RensaPictureDecoding *decoding);
/* Processes a block; a file with several blocks must be passed in blocks of
 * RENSA_PICTURE_MOST_BLOCK_BYTES. Does nothing if the answer is known. */
void rensa_picture_decoding_take (RensaPictureDecoding *decoding, const guint8 *bytes, gsize n);
/* Called at the end of the file: appends the reply and its data. */
void rensa_picture_decoding_answer (RensaPictureDecoding *decoding, GByteArray *answers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPictureDecoding, rensa_picture_decoding_free)

G_END_DECLS
