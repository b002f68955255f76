/* rensa-queue.h: messages from one thread to another.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-message.h"

G_BEGIN_DECLS

/* Without bounds and without locks, for one thread that pushes and one that pops: neither ever waits, and nothing is
 * lost. Messages lie in chunks, which go round, so that a queue that is emptied steadily asks the system for
 * nothing. */
typedef struct _RensaQueue RensaQueue;

RensaQueue *rensa_queue_new (void);
/* When neither thread uses it any more. */
void rensa_queue_free (RensaQueue *queue);

/* Takes over the text of @message. */
void rensa_queue_push (RensaQueue *queue, const RensaMessage *message);

/* How many wait; popping as many will succeed. */
guint64 rensa_queue_get_n_waiting (RensaQueue *queue);
/* The text belongs to the caller. FALSE where nothing waits. */
gboolean rensa_queue_pop (RensaQueue *queue, RensaMessage *message);

/* How many chunks were asked of the system. */
guint rensa_queue_get_n_chunks (RensaQueue *queue);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaQueue, rensa_queue_free)

G_END_DECLS
