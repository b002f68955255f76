/* readers.h: what reads a file of somebody else, and what must hold whatever is in it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/**
 * Reader:
 * @name: of the reader and of its folder of regression inputs
 * @file: the name of the file, below the folder of a trial, that gets the bytes
 * @set_up: (nullable): makes the other files of the folder, once
 * @dress: (nullable): what the bytes become before they are written: a checksum that nobody would guess, an envelope
 * @read: reads the file @path and all that is in it
 */
typedef struct
{
  const char *name;
  const char *file;
  void (*set_up) (const char *folder);
  GBytes *(*dress) (GBytes *bytes);
  gboolean (*read) (const char *path, GError **error);
} Reader;

/* All readers; the last has no name. */
extern const Reader readers[];

/* A reader with a folder of its own. */
typedef struct
{
  const Reader *reader;
  char *folder;
} Trial;

/* NULL where there is no reader of that name. */
const Reader *reader_find (const char *name);

Trial *trial_new (const Reader *reader);
void trial_free (Trial *trial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Trial, trial_free)

/* Gives the bytes to the reader. What is wrong with its answer, or NULL: it takes them, or refuses them with one sentence. */
char *trial_run (Trial *trial, const guint8 *data, gsize size);
