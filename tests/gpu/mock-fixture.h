/* mock-fixture.h: the calls of the stand-in for a GPU, and what it tells.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "planted.h"
#include "rensa-mock.h"

G_BEGIN_DECLS

#define MOCK_N 600

extern RensaCudaApi mock_api;
/* What the stand-in has told since the device was opened. */
extern GString *mock_mistakes;

/* What there is on the device: x holds 1, 2, …, MOCK_N, and y zeros. */
typedef struct
{
  RensaCudaStream stream;
  RensaCudaStream other;
  RensaCudaPointer x;
  RensaCudaPointer y;
} MockDevice;

#define assert_success(call) g_assert_cmpint (call, ==, RENSA_CUDA_SUCCESS)

void mock_fixture_init (void);

MockDevice mock_device_open (guint seed);
void mock_device_close (MockDevice *device);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MockDevice, mock_device_close)

/* @kernel with x and y, each of MOCK_N numbers. */
RensaCudaStatus mock_launch_with (const char *kernel, RensaCudaStream stream, gconstpointer x, gpointer y,
                                  unsigned n_blocks, unsigned n_threads);
/* With those of @device. */
RensaCudaStatus mock_launch (const MockDevice *device, const char *kernel, unsigned n_blocks);
void mock_read_y (const MockDevice *device, float *values, int n);
void mock_assert_told (const char *part);

/* c = a b of 3 x 4 and 4 x 2, whose elements lie in x and y. */
typedef struct
{
  RensaCudaPointer a;
  int lda;
  int k;
  int type;
  int n_batch;
} MockProduct;

RensaCudaStatus mock_multiply (const MockDevice *device, RensaCudaBlas blas, const MockProduct *product);

G_END_DECLS
