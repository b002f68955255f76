/* rensa-reader-picture.c: decodes pictures one after the other.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-decode.h"
#include "rensa-reader-private.h"

static gboolean
decode (const RensaPictureRequest *request, GByteArray *answers)
{
  static guint8 block[RENSA_PICTURE_MOST_BLOCK_BYTES];
  g_autoptr (RensaPictureDecoding) decoding = rensa_picture_decoding_new (request);
  guint32 n;

  do
    {
      if (!rensa_reader_get (&n, sizeof n) || n > sizeof block || !rensa_reader_get (block, n))
        return FALSE;
      rensa_picture_decoding_take (decoding, block, n);
    }
  while (n > 0);
  rensa_picture_decoding_answer (decoding, answers);
  return TRUE;
}

void
rensa_reader_serve_pictures (guint64 n_bytes)
{
  g_autoptr (GByteArray) answers = g_byte_array_new ();
  RensaPictureRequest request;
  gboolean ok = TRUE;

  while (ok && rensa_reader_get (&request, sizeof request))
    if (request.command == RENSA_PICTURE_DECODE)
      ok = decode (&request, answers);
    else
      {
        ok = rensa_reader_put (answers->data, answers->len);
        g_byte_array_set_size (answers, 0);
      }
}
