/* picture-fixture.c: pictures decoded in the process of a test.
 * SPDX-License-Identifier: MIT */

#include "picture-fixture.h"

#include <string.h>
#include <unistd.h>

#include "rensa-file.h"
#include "rensa-picture-decode.h"

GByteArray *
picture_decode_here (const char *path, const RensaPicture *picture, RensaPictureReply *reply)
{
  g_autofree guint8 *block = g_malloc (RENSA_PICTURE_MOST_BLOCK_BYTES);
  g_autoptr (RensaPictureDecoding) decoding = NULL;
  GByteArray *answer = g_byte_array_new ();
  RensaPictureRequest request = { .fit = picture->fit,
                                  .n_channels = picture->n_channels,
                                  .height = picture->height,
                                  .width = picture->width,
                                  .most_points = RENSA_PICTURE_MOST_POINTS,
                                  .n_each = rensa_picture_get_n_each (picture) };
  const int fd = rensa_file_open (path, &request.n_bytes, NULL);
  gssize n;

  g_assert_cmpint (fd, >=, 0);
  decoding = rensa_picture_decoding_new (&request);
  while ((n = read (fd, block, RENSA_PICTURE_MOST_BLOCK_BYTES)) > 0)
    rensa_picture_decoding_take (decoding, block, (gsize) n);
  close (fd);
  rensa_picture_decoding_answer (decoding, answer);
  memcpy (reply, answer->data, sizeof *reply);
  return answer;
}
