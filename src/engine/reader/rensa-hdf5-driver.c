/* rensa-hdf5-driver.c: an HDF5 file driver for a file that is already open, so that the library
 * opens none.
 * SPDX-License-Identifier: MIT */

#include "rensa-hdf5-driver.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The library's view of a file. */
typedef struct
{
  H5FD_t file; /* must come first: used by the library */
  int fd;
  haddr_t n_bytes;
  haddr_t end; /* end of the used part */
} Opened;

/* The library only passes a name, so the file is passed in these. */
static int next_fd = -1;
static haddr_t next_n_bytes;

static H5FD_t *
open_next (const char *name, unsigned flags, hid_t access, haddr_t most)
{
  Opened *self = g_new0 (Opened, 1);

  self->fd = next_fd;
  self->n_bytes = next_n_bytes;
  return &self->file;
}

static herr_t
close_opened (H5FD_t *file)
{
  g_free (file);
  return 0;
}

static herr_t
tell_features (const H5FD_t *file, unsigned long *flags)
{
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE;
  return 0;
}

static haddr_t
get_end (const H5FD_t *file, H5FD_mem_t type)
{
  return ((const Opened *) file)->end;
}

static herr_t
set_end (H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
  ((Opened *) file)->end = end;
  return 0;
}

static haddr_t
get_n_bytes (const H5FD_t *file, H5FD_mem_t type)
{
  return ((const Opened *) file)->n_bytes;
}

/* Returns zeros after the end of the file. */
static herr_t
read_bytes (H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t n, void *bytes)
{
  const Opened *self = (const Opened *) file;
  char *to = bytes;

  if (at > G_MAXINT64)
    return -1;
  while (n > 0)
    {
      const ssize_t n_read = pread (self->fd, to, n, (off_t) at);

      if (n_read < 0 && errno == EINTR)
        continue;
      if (n_read < 0)
        return -1;
      if (n_read == 0)
        {
          memset (to, 0, n);
          return 0;
        }
      to += n_read;
      at += (haddr_t) n_read;
      n -= (size_t) n_read;
    }
  return 0;
}

static herr_t
refuse_to_write (H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t at, size_t n, const void *bytes)
{
  return -1;
}

static const H5FD_class_t driver = {
#if H5_VERSION_GE(1, 13, 0)
  .version = H5FD_CLASS_VERSION,
  .value = (H5FD_class_value_t) 600,
#endif
  .name = "rensa",
  .maxaddr = G_MAXINT64,
  .fc_degree = H5F_CLOSE_STRONG,
  .open = open_next,
  .close = close_opened,
  .query = tell_features,
  .get_eoa = get_end,
  .set_eoa = set_end,
  .get_eof = get_n_bytes,
  .read = read_bytes,
  .write = refuse_to_write,
  .fl_map = H5FD_FLMAP_DICHOTOMY,
};

hid_t
rensa_hdf5_driver_open (int fd, guint64 n_bytes)
{
  const hid_t access = H5Pcreate (H5P_FILE_ACCESS);
  const hid_t id = H5FDregister (&driver);
  hid_t file = -1;

  next_fd = fd;
  next_n_bytes = n_bytes;
  H5Pset_fclose_degree (access, H5F_CLOSE_STRONG);
  if (id > 0 && H5Pset_driver (access, id, NULL) >= 0)
    file = H5Fopen ("file", H5F_ACC_RDONLY, access);
  if (id > 0)
    H5FDunregister (id);
  H5Pclose (access);
  return file;
}
