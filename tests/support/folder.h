/* folder.h: folders of files for one test.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* A new folder, and its removal with all that it holds; links are removed, not followed. */
char *test_folder_new (void);
void test_folder_free (char *folder);
/* The same for a folder, or a file, that may be missing. */
void test_folder_remove (const char *path);

/* How many files and folders lie in @folder. */
guint test_folder_count (const char *folder);
/* Writes @n bytes (or the whole of @bytes where @n is negative) into a file of @folder. */
void test_file_write (const char *folder, const char *name, const char *bytes, gssize n);
/* The contents of a file of @folder, which must be there. */
char *test_file_read (const char *folder, const char *name);

/* A file, not there yet, in a folder of its own: a fixture for tests that read or write one, whose data is its name. */
typedef struct
{
  char *folder;
  char *path;
} TestFile;

void test_file_set_up (TestFile *self, gconstpointer name);
void test_file_tear_down (TestFile *self, gconstpointer name);

/* From now on no file of this process may grow beyond @n_bytes: writing fails as it does on a full disk. */
void test_limit_files (guint64 n_bytes);
