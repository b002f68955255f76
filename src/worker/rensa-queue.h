/* rensa-queue.h: message queue between two threads.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-message.h"

G_BEGIN_DECLS

/* Unbounded and lock-free, for one pushing and one popping thread: neither waits, and no message is
 * lost. Messages are stored in chunks, which are reused, so that a queue that is emptied regularly
 * does not allocate memory. */
typedef struct _RensaQueue RensaQueue;

RensaQueue *rensa_queue_new (void);
/* Call when neither thread uses the queue. */
void rensa_queue_free (RensaQueue *queue);

/* Takes ownership of the text of @message. */
void rensa_queue_push (RensaQueue *queue, const RensaMessage *message);

/* Returns the number of waiting messages; that many can be popped without failure. */
guint64 rensa_queue_get_n_waiting (RensaQueue *queue);
/* The caller owns the text. Returns FALSE if the queue is empty. */
gboolean rensa_queue_pop (RensaQueue *queue, RensaMessage *message);

/* Returns the number of chunks allocated so far. */
guint rensa_queue_get_n_chunks (RensaQueue *queue);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaQueue, rensa_queue_free)

G_END_DECLS
