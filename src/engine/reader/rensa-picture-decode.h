/* rensa-picture-decode.h: decoding a picture with the libraries of the system, in a process that may end at it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-picture-message.h"

G_BEGIN_DECLS

/* A picture whose file comes block by block. */
typedef struct _RensaPictureDecoding RensaPictureDecoding;

/* Loads all decoders and what they need of the system, so that decoding opens nothing. */
void rensa_picture_decode_prepare (void);

RensaPictureDecoding *rensa_picture_decoding_new (const RensaPictureRequest *request);
void rensa_picture_decoding_free (RensaPictureDecoding *decoding);
/* A file of several blocks has to come in blocks of RENSA_PICTURE_MOST_BLOCK_BYTES; nothing is done where the answer is known. */
void rensa_picture_decoding_take (RensaPictureDecoding *decoding, const guint8 *bytes, gsize n);
/* At the end of the file: appends the reply and what belongs behind it. */
void rensa_picture_decoding_answer (RensaPictureDecoding *decoding, GByteArray *answers);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPictureDecoding, rensa_picture_decoding_free)

G_END_DECLS
