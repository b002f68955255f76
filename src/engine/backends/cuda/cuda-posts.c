/* cuda-posts.c: transfers numbers to the host without waiting.
 *
 * The values reported by an iteration are needed by people, not by the next iteration. They are
 * copied to pinned memory in the order of the stream, followed by an event, and read when the
 * device has the next iteration to work on:
 *
 *   stream | … iteration 7 … | copy | event | … iteration 8 … |
 *   host                                       wait for event, read
 * SPDX-License-Identifier: MIT */

#include "cuda-posts.h"

#include <string.h>

/* Enough for more than two iterations; if none is free, the caller waits for the value that it reads. */
#define N_POSTS 256

typedef struct _Post Post;
struct _Post
{
  guint64 *memory; /* pinned host memory of RENSA_POST_BYTES */
  RensaCudaEvent arrived;
  Post *next_free;
};

struct _RensaCudaPosts
{
  GMutex lock;
  void *memory; /* pinned memory of all posts */
  Post posts[N_POSTS];
  Post *free;
};

/* Puts the first ones at the front of the free list, so that few events are ever recorded. */
gboolean
rensa_cuda_make_posts (RensaCudaDevice *device, GError **error)
{
  RensaCudaPosts *self = g_new0 (RensaCudaPosts, 1);

  g_mutex_init (&self->lock);
  device->posts = self;
  if (!RENSA_CUDA_CALL (device, cuMemHostAlloc, error, &self->memory, N_POSTS * RENSA_POST_BYTES, 0))
    return FALSE;

  for (guint i = N_POSTS; i-- > 0;)
    {
      Post *post = &self->posts[i];

      if (!RENSA_CUDA_CALL (device, cuEventCreate, error, &post->arrived, RENSA_CUDA_EVENT_DISABLE_TIMING))
        return FALSE;
      post->memory = (guint64 *) self->memory + i;
      post->next_free = self->free;
      self->free = post;
    }
  return TRUE;
}

void
rensa_cuda_free_posts (RensaCudaDevice *device)
{
  RensaCudaPosts *self = g_steal_pointer (&device->posts);

  if (self == NULL)
    return;
  for (guint i = 0; i < N_POSTS; i++)
    if (self->posts[i].arrived != NULL)
      device->api->cuEventDestroy_v2 (self->posts[i].arrived);
  if (self->memory != NULL)
    device->api->cuMemFreeHost (self->memory);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static Post *
take (RensaCudaPosts *self)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);
  Post *post = self->free;

  if (post != NULL)
    self->free = post->next_free;
  return post;
}

/* A copy still in progress completes before that of the next user. */
static void
give_back (RensaCudaPosts *self, Post *post)
{
  g_autoptr (GMutexLocker) locker G_GNUC_UNUSED = g_mutex_locker_new (&self->lock);

  post->next_free = self->free;
  self->free = post;
}

static gboolean
send (RensaCudaDevice *device, Post *post, gconstpointer from, gsize n_bytes)
{
  g_autoptr (GMutexLocker) pause = rensa_cuda_interrupt (device, NULL);

  return pause != NULL
         && RENSA_CUDA_CALL (device, cuMemcpyDtoHAsync_v2, NULL, post->memory, rensa_cuda_pointer (from), n_bytes,
                             device->stream)
         && RENSA_CUDA_CALL (device, cuEventRecord, NULL, post->arrived, device->stream);
}

gpointer
rensa_cuda_post (const RensaDevice *base, gconstpointer from, gsize n_bytes)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;
  Post *post = take (device->posts);

  if (post == NULL || send (device, post, from, n_bytes))
    return post;

  give_back (device->posts, post);
  return NULL;
}

gboolean
rensa_cuda_receive (const RensaDevice *base, gpointer data, gpointer host, gsize n_bytes)
{
  RensaCudaDevice *device = (RensaCudaDevice *) base;
  Post *post = data;
  const gboolean is_there = host != NULL && rensa_cuda_set_context (device, NULL)
                            && (device->api->cuEventQuery (post->arrived) == RENSA_CUDA_SUCCESS
                                || RENSA_CUDA_CALL (device, cuEventSynchronize, NULL, post->arrived));

  if (is_there)
    memcpy (host, post->memory, n_bytes);
  give_back (device->posts, post);
  return is_there;
}
