/* rensa-reader-channel.c: communication between the helper and the program that has started it.
 * SPDX-License-Identifier: MIT */

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "rensa-helper.h"
#include "rensa-reader-private.h"

gboolean
rensa_reader_put (gconstpointer bytes, gsize n)
{
  for (gsize put = 0; put < n;)
    {
      const gssize n_now = write (RENSA_HELPER_SOCKET, (const char *) bytes + put, n - put);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        return FALSE;
      put += (gsize) n_now;
    }
  return TRUE;
}

gboolean
rensa_reader_get (gpointer bytes, gsize n)
{
  static guint8 received[1 << 17];
  static gsize at;
  static gsize end;

  for (gsize got = 0; got < n;)
    {
      const gsize n_now = MIN (n - got, end - at);

      memcpy ((guint8 *) bytes + got, received + at, n_now);
      got += n_now;
      at += n_now;
      if (got < n)
        {
          const gssize n_new = read (RENSA_HELPER_SOCKET, received, sizeof received);

          if (n_new < 0 && errno == EINTR)
            continue;
          if (n_new <= 0)
            return FALSE;
          at = 0;
          end = (gsize) n_new;
        }
    }
  return TRUE;
}
