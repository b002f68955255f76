/* faults.c: simulated disk and memory failures at the nth request.
 *
 * The functions here are in the program itself, so that libraries find them before those of the C
 * library and GLib.
 * SPDX-License-Identifier: MIT */

/* Both names of each function are defined here. */
#undef _FILE_OFFSET_BITS

#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The function @name that is replaced by the one in this file. */
#define NEXT(name) ((__typeof__ (&(name))) find_next (#name))

static char folder[512];
static FaultKind disk_kind;
static guint nth_of_disk; /* 0: none fails */
static guint nth_of_memory;
static gboolean fails_for_good;
static guint n_requests;
static gboolean was_met;
static sqlite3_mem_methods of_sqlite;

static gpointer
find_next (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

static void
arm (guint of_disk, guint of_memory)
{
  __atomic_store_n (&n_requests, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n (&was_met, FALSE, __ATOMIC_SEQ_CST);
  __atomic_store_n (&nth_of_disk, of_disk, __ATOMIC_SEQ_CST);
  __atomic_store_n (&nth_of_memory, of_memory, __ATOMIC_SEQ_CST);
}

void
faults_arm_disk (const char *path, FaultKind kind, guint nth)
{
  g_strlcpy (folder, path, sizeof folder);
  disk_kind = kind;
  arm (nth, 0);
}

void
faults_arm_memory (guint nth, gboolean lasts)
{
  fails_for_good = lasts;
  arm (0, nth);
}

gboolean
faults_disarm (void)
{
  const gboolean met = __atomic_load_n (&was_met, __ATOMIC_SEQ_CST);

  arm (0, 0);
  return met;
}

/* Disks */

typedef enum
{
  GO_ON,
  FAIL,
  WRITE_HALF,
  WRITE_HALF_AND_END,
} Fate;

static Fate
count_request (void)
{
  const guint nth = __atomic_load_n (&nth_of_disk, __ATOMIC_SEQ_CST);
  const guint number = nth > 0 ? __atomic_add_fetch (&n_requests, 1, __ATOMIC_SEQ_CST) : 0;
  const gboolean is_nth = nth > 0 && number == nth;

  if (is_nth)
    __atomic_store_n (&was_met, TRUE, __ATOMIC_SEQ_CST);
  errno = disk_kind == FAULT_BROKEN ? EIO : ENOSPC;
  switch (disk_kind)
    {
    case FAULT_FULL:
      return nth > 0 && number >= nth ? FAIL : GO_ON;
    case FAULT_BROKEN:
      return is_nth ? FAIL : GO_ON;
    case FAULT_SHORT:
      return is_nth ? WRITE_HALF : GO_ON;
    case FAULT_TORN:
      return is_nth ? WRITE_HALF : nth > 0 && number > nth ? FAIL : GO_ON;
    default:
      return is_nth ? WRITE_HALF_AND_END : GO_ON;
    }
}

static Fate
get_fate (const char *path)
{
  return __atomic_load_n (&nth_of_disk, __ATOMIC_SEQ_CST) > 0 && g_str_has_prefix (path, folder) ? count_request ()
                                                                                                 : GO_ON;
}

static Fate
get_fate_of_file (int fd)
{
  char link[32];
  char path[512];
  gssize n;

  if (__atomic_load_n (&nth_of_disk, __ATOMIC_SEQ_CST) == 0)
    return GO_ON;
  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, path, sizeof path - 1);
  path[MAX (n, 0)] = '\0';
  return get_fate (path);
}

/* Requests other than writes either succeed or fail as a whole. */
static gboolean
fails (Fate fate)
{
  if (fate == WRITE_HALF_AND_END)
    _exit (FAULT_CRASHED);
  return fate == FAIL || (fate == WRITE_HALF && disk_kind == FAULT_TORN);
}

static gssize
finish_half (Fate fate, gssize n_written)
{
  if (fate == WRITE_HALF_AND_END)
    _exit (FAULT_CRASHED);
  return n_written;
}

static gsize
get_half (Fate fate, gsize n)
{
  return fate == GO_ON ? n : MAX (n / 2, 1);
}

ssize_t
write (int fd, const void *bytes, size_t n)
{
  const Fate fate = get_fate_of_file (fd);

  return fate == FAIL ? -1 : finish_half (fate, NEXT (write) (fd, bytes, get_half (fate, n)));
}

ssize_t
pwrite (int fd, const void *bytes, size_t n, off_t offset)
{
  const Fate fate = get_fate_of_file (fd);

  return fate == FAIL ? -1 : finish_half (fate, NEXT (pwrite) (fd, bytes, get_half (fate, n), offset));
}

ssize_t
pwrite64 (int fd, const void *bytes, size_t n, off64_t offset)
{
  return pwrite (fd, bytes, n, offset);
}

int
ftruncate (int fd, off_t length)
{
  return fails (get_fate_of_file (fd)) ? -1 : NEXT (ftruncate) (fd, length);
}

int
ftruncate64 (int fd, off64_t length)
{
  return ftruncate (fd, length);
}

int
fsync (int fd)
{
  return fails (get_fate_of_file (fd)) ? -1 : NEXT (fsync) (fd);
}

int
fdatasync (int fd)
{
  return fails (get_fate_of_file (fd)) ? -1 : NEXT (fdatasync) (fd);
}

int
rename (const char *from, const char *to)
{
  return fails (get_fate (to)) ? -1 : NEXT (rename) (from, to);
}

int
open (const char *path, int flags, ...)
{
  mode_t mode = 0;
  va_list arguments;

  if (flags & O_CREAT)
    {
      va_start (arguments, flags);
      mode = va_arg (arguments, mode_t);
      va_end (arguments);
      if (faccessat (AT_FDCWD, path, F_OK, 0) != 0 && fails (get_fate (path)))
        return -1;
    }
  return NEXT (open) (path, flags, mode);
}

int
open64 (const char *path, int flags, ...)
{
  mode_t mode;
  va_list arguments;

  va_start (arguments, flags);
  mode = flags & O_CREAT ? va_arg (arguments, mode_t) : 0;
  va_end (arguments);
  return open (path, flags, mode);
}

/* Memory */

static gboolean
is_refused (void)
{
  const guint nth = __atomic_load_n (&nth_of_memory, __ATOMIC_SEQ_CST);

  const guint number = nth > 0 ? __atomic_add_fetch (&n_requests, 1, __ATOMIC_SEQ_CST) : 0;

  if (nth == 0 || number < nth || (number > nth && !fails_for_good))
    return FALSE;
  __atomic_store_n (&was_met, TRUE, __ATOMIC_SEQ_CST);
  errno = ENOMEM;
  return TRUE;
}

/* Returns TRUE if @caller is in the program, or in the library that contains the engine in
 * builds with a sanitizer. Other libraries do not get failures: oneDNN and OpenMP would end the
 * program. */
static gboolean
is_ours (gpointer caller)
{
  Dl_info info;

  return __atomic_load_n (&nth_of_memory, __ATOMIC_SEQ_CST) > 0 && dladdr (caller, &info) != 0
         && (strstr (info.dli_fname, "/test-") != NULL || strstr (info.dli_fname, "/libtest-engine") != NULL);
}

gpointer
g_try_malloc (gsize n)
{
  return is_refused () ? NULL : NEXT (g_try_malloc) (n);
}

gpointer
g_try_malloc0 (gsize n)
{
  return is_refused () ? NULL : NEXT (g_try_malloc0) (n);
}

gpointer
g_try_malloc_n (gsize n, gsize size)
{
  return is_refused () ? NULL : NEXT (g_try_malloc_n) (n, size);
}

gpointer
g_try_realloc (gpointer memory, gsize n)
{
  return is_refused () ? NULL : NEXT (g_try_realloc) (memory, n);
}

int
posix_memalign (void **memory, size_t alignment, size_t n)
{
  return is_ours (__builtin_return_address (0)) && is_refused () ? ENOMEM
                                                                 : NEXT (posix_memalign) (memory, alignment, n);
}

void *
mmap (void *at, size_t n, int protection, int flags, int fd, off_t offset)
{
  return is_ours (__builtin_return_address (0)) && is_refused () ? MAP_FAILED
                                                                 : NEXT (mmap) (at, n, protection, flags, fd, offset);
}

static gpointer
allocate_for_sqlite (int n)
{
  return is_refused () ? NULL : of_sqlite.xMalloc (n);
}

static gpointer
reallocate_for_sqlite (gpointer memory, int n)
{
  return is_refused () ? NULL : of_sqlite.xRealloc (memory, n);
}

void
faults_init (void)
{
  sqlite3_mem_methods methods;

  g_assert_cmpint (sqlite3_config (SQLITE_CONFIG_GETMALLOC, &of_sqlite), ==, SQLITE_OK);
  methods = of_sqlite;
  methods.xMalloc = allocate_for_sqlite;
  methods.xRealloc = reallocate_for_sqlite;
  g_assert_cmpint (sqlite3_config (SQLITE_CONFIG_MALLOC, &methods), ==, SQLITE_OK);
}
