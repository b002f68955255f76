/* rensa-hdf5-type.c: the library's lock, and dtypes as HDF5 types.
 * SPDX-License-Identifier: MIT */

#include "rensa-hdf5-type.h"

static GMutex mutex;

void
rensa_hdf5_lock (void)
{
  g_mutex_lock (&mutex);
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
}

void
rensa_hdf5_unlock (void)
{
  H5Eclear2 (H5E_DEFAULT);
  g_mutex_unlock (&mutex);
}

void
rensa_hdf5_id_clear (RensaHdf5Id *id)
{
  if (id->id > 0)
    id->close (id->id);
  id->id = 0;
}

/* 16 bits: sign, exponent (5 bits in IEEE 754 binary16, 8 in bfloat16), mantissa. */
static hid_t
new_half (size_t exponent)
{
  const hid_t type = H5Tcopy (H5T_NATIVE_FLOAT);

  H5Tset_fields (type, 15, 15 - exponent, exponent, 0, 15 - exponent);
  H5Tset_size (type, 2);
  H5Tset_ebias (type, (1 << (exponent - 1)) - 1);
  return type;
}

static hid_t
new_bool (void)
{
  const hid_t type = H5Tenum_create (H5T_NATIVE_INT8);
  const gint8 values[] = { 0, 1 };

  H5Tenum_insert (type, "FALSE", &values[0]);
  H5Tenum_insert (type, "TRUE", &values[1]);
  return type;
}

RensaHdf5Id
rensa_hdf5_type_new (RensaDtype dtype)
{
  hid_t type;

  switch (dtype)
    {
    case RENSA_BOOL:
      type = new_bool ();
      break;
    case RENSA_INT8:
      type = H5Tcopy (H5T_NATIVE_INT8);
      break;
    case RENSA_INT16:
      type = H5Tcopy (H5T_NATIVE_INT16);
      break;
    case RENSA_INT32:
      type = H5Tcopy (H5T_NATIVE_INT32);
      break;
    case RENSA_INT64:
      type = H5Tcopy (H5T_NATIVE_INT64);
      break;
    case RENSA_UINT8:
      type = H5Tcopy (H5T_NATIVE_UINT8);
      break;
    case RENSA_FLOAT16:
      type = new_half (5);
      break;
    case RENSA_BFLOAT16:
      type = new_half (8);
      break;
    case RENSA_FLOAT64:
      type = H5Tcopy (H5T_NATIVE_DOUBLE);
      break;
    default:
      type = H5Tcopy (H5T_NATIVE_FLOAT);
    }
  return RENSA_HDF5_ID (type, H5Tclose);
}

static gboolean
find_integer (hid_t type, RensaDtype *dtype)
{
  static const RensaDtype by_size[] = { [1] = RENSA_INT8, [2] = RENSA_INT16, [4] = RENSA_INT32, [8] = RENSA_INT64 };
  const size_t size = H5Tget_size (type);

  if (H5Tget_sign (type) == H5T_SGN_NONE)
    {
      *dtype = RENSA_UINT8;
      return size == 1;
    }
  if (size != 1 && size != 2 && size != 4 && size != 8)
    return FALSE;
  *dtype = by_size[size];
  return TRUE;
}

/* The exponent sizes distinguish these from other formats. */
static gboolean
find_float (hid_t type, RensaDtype *dtype)
{
  static const struct
  {
    size_t size;
    size_t exponent;
    RensaDtype dtype;
  } formats[] = {
    { 2, 5, RENSA_FLOAT16 }, { 2, 8, RENSA_BFLOAT16 }, { 4, 8, RENSA_FLOAT32 }, { 8, 11, RENSA_FLOAT64 }
  };
  const size_t size = H5Tget_size (type);
  size_t sign, exponent_at, exponent, fraction_at, fraction;

  if (H5Tget_fields (type, &sign, &exponent_at, &exponent, &fraction_at, &fraction) < 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].size == size && formats[i].exponent == exponent)
      {
        *dtype = formats[i].dtype;
        return TRUE;
      }
  return FALSE;
}

gboolean
rensa_hdf5_type_find (hid_t type, RensaDtype *dtype)
{
  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      return find_integer (type, dtype);
    case H5T_FLOAT:
      return find_float (type, dtype);
    case H5T_ENUM:
      *dtype = RENSA_BOOL;
      return H5Tget_size (type) == 1 && H5Tget_nmembers (type) == 2;
    default:
      return FALSE;
    }
}
