/* folder.h: temporary folders and files of a test.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* Create a folder, and remove it with its contents; links are removed, not followed. */
char *test_folder_new (void);
void test_folder_free (char *folder);
/* Same for a folder or a file that may not exist. */
void test_folder_remove (const char *path);

/* Returns the number of files and folders in @folder. */
guint test_folder_count (const char *folder);
/* Writes @n bytes (or all @bytes if @n is negative) to a file in @folder. */
void test_file_write (const char *folder, const char *name, const char *bytes, gssize n);
/* Returns the contents of a file in @folder, which must exist. */
char *test_file_read (const char *folder, const char *name);

/* Path of a file that does not exist yet, in a separate folder: a fixture for tests that read or
 * write a file, whose data is its name. */
typedef struct
{
  char *folder;
  char *path;
} TestFile;

void test_file_set_up (TestFile *self, gconstpointer name);
void test_file_tear_down (TestFile *self, gconstpointer name);

/* After this call, no file of this process may grow beyond @n_bytes: writing fails as on a full
 * disk. */
void test_limit_files (guint64 n_bytes);
