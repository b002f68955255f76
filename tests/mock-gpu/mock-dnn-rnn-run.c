/* mock-dnn-rnn-run.c: a layer of a recurrent network on the host.
 * SPDX-License-Identifier: MIT */

#include "mock-dnn.h"

#include <math.h>
#include <string.h>

/* Header of a reserve. It identifies the owner, and the progress of the passes. */
typedef struct
{
  MockRnn rnn;
  gint32 n_rows;
  gint32 n_batch;
  gint32 n_done; /* passes */
} Header;

#define HEADER_SIZE 64
G_STATIC_ASSERT (sizeof (Header) <= HEADER_SIZE);

/* Contents of a reserve for each row and unit: the products with x and with h of all gates, each
 * with its bias, which are later replaced by their gradients; and both states before the step. */
#define MAX_GATES 4

static int
count_places (const MockRnn *rnn)
{
  return 2 * mock_rnn_count_gates (rnn) + 2;
}

int
mock_rnn_count_gates (const MockRnn *rnn)
{
  return rnn->kind == RENSA_CUDNN_LSTM ? 4 : rnn->kind == RENSA_CUDNN_GRU ? 3 : 1;
}

static gsize
get_size (const MockRnn *rnn)
{
  return rensa_dtype_get_size ((RensaDtype) rnn->dtype);
}

/* Matrices and biases of one direction. */
static gint64
count_of_direction (const MockRnn *rnn)
{
  return (gint64) mock_rnn_count_gates (rnn) * rnn->n_units * (rnn->n_in + rnn->n_units + 2);
}

gsize
mock_rnn_count_weights (const MockRnn *rnn)
{
  return (gsize) (rnn->n_directions * count_of_direction (rnn)) * get_size (rnn);
}

/* No caller may depend on the order, so the biases come first, and everything is in reverse
 * order. */
gint64
mock_rnn_find_weight (const MockRnn *rnn, int direction, int number, gboolean is_bias)
{
  const int n_gates = mock_rnn_count_gates (rnn);
  const gint64 n = rnn->n_units;
  const gint64 start = direction * count_of_direction (rnn);
  const gint64 from_last = 2 * n_gates - 1 - number;

  if (is_bias)
    return start + from_last * n;
  if (number >= n_gates)
    return start + 2 * n_gates * n + from_last * n * n;
  return start + 2 * n_gates * n + n_gates * n * n + (from_last - n_gates) * n * rnn->n_in;
}

gsize
mock_rnn_count_work (const MockRnn *rnn, int n_batch)
{
  return 64 + (gsize) n_batch * (gsize) rnn->n_units * sizeof (double);
}

gsize
mock_rnn_count_reserve (const MockRnn *rnn, gint64 n_rows)
{
  const gint64 n_places = (gint64) count_places (rnn) * rnn->n_units;

  return HEADER_SIZE + (gsize) (rnn->n_directions * n_rows * n_places) * sizeof (double);
}

static gint64
count_rows (const MockRecurrence *self)
{
  gint64 n = 0;

  for (int i = 0; i < self->n_batch; i++)
    n += self->lengths[i];
  return n;
}

static double
get (const MockRnn *rnn, const char *data, gint64 i)
{
  return mock_get_number ((RensaDtype) rnn->dtype, data, i);
}

static void
put (const MockRnn *rnn, char *data, gint64 i, double value)
{
  mock_put_number ((RensaDtype) rnn->dtype, data, i, value);
}

static void
add (const MockRnn *rnn, char *data, gint64 i, double value)
{
  put (rnn, data, i, get (rnn, data, i) + value);
}

/* A step of one sequence: its row, and its position in the reserve. */
typedef struct
{
  const MockRecurrence *pass;
  int direction;
  int sequence;
  gint64 row;
  double *places;
} Step;

static double *
get_place (const Step *step, int place)
{
  return step->places + (gint64) place * step->pass->rnn.n_units;
}

static double
sigmoid (double x)
{
  return 1 / (1 + exp (-x));
}

/* Product of gate @gate with its input: @of_h ? h : x. */
static void
multiply (const Step *step, int gate, gboolean of_h)
{
  const MockRnn *rnn = &step->pass->rnn;
  const int n_gates = mock_rnn_count_gates (rnn);
  const int number = of_h ? n_gates + gate : gate;
  const gint64 n = of_h ? rnn->n_units : rnn->n_in;
  const gint64 W = mock_rnn_find_weight (rnn, step->direction, number, FALSE);
  const gint64 b = mock_rnn_find_weight (rnn, step->direction, number, TRUE);
  const double *h = get_place (step, 2 * n_gates);
  double *sums = get_place (step, number);

  for (gint64 k = 0; k < rnn->n_units; k++)
    {
      sums[k] = get (rnn, step->pass->weights, b + k);
      for (gint64 j = 0; j < n; j++)
        sums[k] +=
            get (rnn, step->pass->weights, W + k * n + j) * (of_h ? h[j] : get (rnn, step->pass->x, step->row * n + j));
    }
}

/* Computes the states after a step of unit @k from its products and the states before. */
static void
run_cell (const Step *step, gint64 k, double *h, double *c)
{
  const int kind = step->pass->rnn.kind;
  const int n_gates = mock_rnn_count_gates (&step->pass->rnn);
  double a[2 * MAX_GATES];

  for (int i = 0; i < 2 * n_gates; i++)
    a[i] = get_place (step, i)[k];
  if (kind == RENSA_CUDNN_LSTM)
    {
      *c = sigmoid (a[1] + a[5]) * *c + sigmoid (a[0] + a[4]) * tanh (a[2] + a[6]);
      *h = sigmoid (a[3] + a[7]) * tanh (*c);
    }
  else if (kind == RENSA_CUDNN_GRU)
    {
      const double z = sigmoid (a[1] + a[4]);

      *h = (1 - z) * tanh (a[2] + sigmoid (a[0] + a[3]) * a[5]) + z * *h;
    }
  else
    *h = kind == RENSA_CUDNN_RNN_TANH ? tanh (a[0] + a[1]) : MAX (a[0] + a[1], 0);
}

static gint64
get_state (const Step *step, gint64 k)
{
  return ((gint64) step->direction * step->pass->n_batch + step->sequence) * step->pass->rnn.n_units + k;
}

/* The states are stored in the place of those after the last step. */
static void
run_step (const Step *step)
{
  const MockRecurrence *pass = step->pass;
  const MockRnn *rnn = &pass->rnn;
  const int n_gates = mock_rnn_count_gates (rnn);
  const gboolean has_c = rnn->kind == RENSA_CUDNN_LSTM;

  for (gint64 k = 0; k < rnn->n_units; k++)
    {
      get_place (step, 2 * n_gates)[k] = get (rnn, pass->after[0], get_state (step, k));
      get_place (step, 2 * n_gates + 1)[k] = has_c ? get (rnn, pass->after[1], get_state (step, k)) : 0;
    }
  for (int gate = 0; gate < n_gates; gate++)
    {
      multiply (step, gate, FALSE);
      multiply (step, gate, TRUE);
    }
  for (gint64 k = 0; k < rnn->n_units; k++)
    {
      double h = get_place (step, 2 * n_gates)[k];
      double c = get_place (step, 2 * n_gates + 1)[k];

      run_cell (step, k, &h, &c);
      put (rnn, pass->after[0], get_state (step, k), h);
      if (has_c)
        put (rnn, pass->after[1], get_state (step, k), c);
      put (rnn, pass->y, (step->row * rnn->n_directions + step->direction) * rnn->n_units + k, h);
    }
}

/* Replaces the products of the LSTM, @a, by their gradients. */
static void
undo_lstm (double *a, double gh, double c_before, double *gc)
{
  const double i = sigmoid (a[0] + a[4]);
  const double f = sigmoid (a[1] + a[5]);
  const double candidate = tanh (a[2] + a[6]);
  const double o = sigmoid (a[3] + a[7]);
  const double c = tanh (f * c_before + i * candidate);
  const double g = *gc + gh * o * (1 - c * c);

  a[0] = a[4] = g * candidate * i * (1 - i);
  a[1] = a[5] = g * c_before * f * (1 - f);
  a[2] = a[6] = g * i * (1 - candidate * candidate);
  a[3] = a[7] = gh * c * o * (1 - o);
  *gc = g * f;
}

static void
undo_gru (double *a, double gh, double h_before, double *gh_before)
{
  const double r = sigmoid (a[0] + a[3]);
  const double z = sigmoid (a[1] + a[4]);
  const double candidate = tanh (a[2] + r * a[5]);
  const double g = gh * (1 - z) * (1 - candidate * candidate);

  a[0] = a[3] = g * a[5] * r * (1 - r);
  a[1] = a[4] = gh * (h_before - candidate) * z * (1 - z);
  a[2] = g;
  a[5] = g * r;
  *gh_before = gh * z;
}

/* Replaces the products of unit @k by their gradients; *@gh and *@gc become the parts that
 * bypass them. */
static void
undo_cell (const Step *step, gint64 k, double *gh, double *gc)
{
  const int kind = step->pass->rnn.kind;
  const int n_gates = mock_rnn_count_gates (&step->pass->rnn);
  const double of_h = *gh;
  double a[2 * MAX_GATES];

  for (int i = 0; i < 2 * n_gates; i++)
    a[i] = get_place (step, i)[k];
  *gh = 0;
  if (kind == RENSA_CUDNN_LSTM)
    undo_lstm (a, of_h, get_place (step, 2 * n_gates + 1)[k], gc);
  else if (kind == RENSA_CUDNN_GRU)
    undo_gru (a, of_h, get_place (step, 2 * n_gates)[k], gh);
  else
    {
      const double y = tanh (a[0] + a[1]);

      a[0] = a[1] = kind == RENSA_CUDNN_RNN_TANH ? of_h * (1 - y * y) : a[0] + a[1] > 0 ? of_h : 0;
    }
  for (int i = 0; i < 2 * n_gates; i++)
    get_place (step, i)[k] = a[i];
}

/* Returns element @j of the contribution of the gates' gradients to x or to h. */
static double
gather (const Step *step, gboolean of_h, gint64 j)
{
  const MockRnn *rnn = &step->pass->rnn;
  const int n_gates = mock_rnn_count_gates (rnn);
  const gint64 n = of_h ? rnn->n_units : rnn->n_in;
  double sum = 0;

  for (int gate = of_h ? n_gates : 0; gate < (of_h ? 2 : 1) * n_gates; gate++)
    {
      const gint64 W = mock_rnn_find_weight (rnn, step->direction, gate, FALSE);

      for (gint64 k = 0; k < rnn->n_units; k++)
        sum += get (rnn, step->pass->weights, W + k * n + j) * get_place (step, gate)[k];
    }
  return sum;
}

/* The gradients of the states are stored in the place of those before the first step. */
static void
undo_step (const Step *step)
{
  const MockRecurrence *pass = step->pass;
  const MockRnn *rnn = &pass->rnn;
  const gboolean has_c = rnn->kind == RENSA_CUDNN_LSTM;

  for (gint64 k = 0; k < rnn->n_units; k++)
    {
      const gint64 y = (step->row * rnn->n_directions + step->direction) * rnn->n_units + k;
      double gh = get (rnn, pass->gbefore[0], get_state (step, k)) + get (rnn, pass->gy, y);
      double gc = has_c ? get (rnn, pass->gbefore[1], get_state (step, k)) : 0;

      undo_cell (step, k, &gh, &gc);
      put (rnn, pass->gbefore[0], get_state (step, k), gh);
      if (has_c)
        put (rnn, pass->gbefore[1], get_state (step, k), gc);
    }
  for (gint64 k = 0; k < rnn->n_units; k++)
    add (rnn, pass->gbefore[0], get_state (step, k), gather (step, TRUE, k));
  for (gint64 j = 0; j < rnn->n_in; j++)
    add (rnn, pass->gx, step->row * rnn->n_in + j, gather (step, FALSE, j));
}

/* Adds to the gradients of the weights. */
static void
add_weights (const Step *step)
{
  const MockRnn *rnn = &step->pass->rnn;
  const int n_gates = mock_rnn_count_gates (rnn);
  const double *h = get_place (step, 2 * n_gates);

  for (int number = 0; number < 2 * n_gates; number++)
    {
      const gboolean of_h = number >= n_gates;
      const gint64 n = of_h ? rnn->n_units : rnn->n_in;
      const gint64 W = mock_rnn_find_weight (rnn, step->direction, number, FALSE);
      const gint64 b = mock_rnn_find_weight (rnn, step->direction, number, TRUE);
      const double *g = get_place (step, number);

      for (gint64 k = 0; k < rnn->n_units; k++)
        {
          add (rnn, step->pass->gweights, b + k, g[k]);
          for (gint64 j = 0; j < n; j++)
            add (rnn, step->pass->gweights, W + k * n + j,
                 g[k] * (of_h ? h[j] : get (rnn, step->pass->x, step->row * n + j)));
        }
    }
}

static gint64
count_running (const MockRecurrence *self, int t)
{
  gint64 n = 0;

  while (n < self->n_batch && self->lengths[n] > t)
    n++;
  return n;
}

/* Performs all steps of a direction, in reverse order if @turned. */
static void
go_through (const MockRecurrence *self, int direction, gboolean turned, void (*visit) (const Step *step))
{
  const gint64 n_rows = count_rows (self);
  const gint64 n_places = (gint64) count_places (&self->rnn) * self->rnn.n_units;
  double *places = (double *) (gpointer) (self->reserve + HEADER_SIZE) + direction * n_rows * n_places;
  gint64 row = turned ? n_rows : 0;

  for (int i = 0; i < self->n_steps; i++)
    {
      const gint64 n = count_running (self, turned ? self->n_steps - 1 - i : i);

      row -= turned ? n : 0;
      for (int sequence = 0; sequence < n; sequence++)
        visit (&(Step){ self, direction, sequence, row + sequence, places + (row + sequence) * n_places });
      row += turned ? 0 : n;
    }
}

static gsize
count_state_bytes (const MockRecurrence *self)
{
  return (gsize) self->rnn.n_directions * (gsize) self->n_batch * (gsize) self->rnn.n_units * get_size (&self->rnn);
}

/* @from may be NULL, if there is no c, or if it represents zeros. */
static void
copy_states (const MockRecurrence *self, char *const *to, char *const *from)
{
  for (int i = 0; i < 2; i++)
    if (to[i] != NULL && from[i] != NULL)
      memmove (to[i], from[i], count_state_bytes (self));
}

static void
run (gconstpointer data)
{
  const MockRecurrence *self = data;
  Header header = { self->rnn, (gint32) count_rows (self), self->n_batch, self->pass };

  if (self->pass != MOCK_RNN_FORWARD && memcmp (self->reserve, &header, sizeof header) != 0)
    {
      mock_report ("cuDNN's recurrent network: the reserve is not what the pass before this one left");
      return;
    }
  if (self->pass == MOCK_RNN_FORWARD)
    copy_states (self, self->after, self->before);
  else if (self->pass == MOCK_RNN_BACKWARD_DATA)
    {
      copy_states (self, self->gbefore, self->gafter);
      memset (self->gx, 0, (gsize) header.n_rows * (gsize) self->rnn.n_in * get_size (&self->rnn));
    }
  for (int direction = 0; direction < self->rnn.n_directions; direction++)
    go_through (self, direction, direction != (self->pass == MOCK_RNN_BACKWARD_DATA),
                self->pass == MOCK_RNN_FORWARD         ? run_step
                : self->pass == MOCK_RNN_BACKWARD_DATA ? undo_step
                                                       : add_weights);
  header.n_done++;
  memcpy (self->reserve, &header, sizeof header);
}

static gboolean
check_range (const MockRecurrence *self, gconstpointer memory, gsize n_bytes)
{
  return mock_check_range ("cuDNN's recurrent network", self->device, (RensaCudaPointer) (guintptr) memory, n_bytes);
}

static gboolean
check_states (const MockRecurrence *self, char *const *states)
{
  const int n = self->rnn.kind == RENSA_CUDNN_LSTM ? 2 : 1;

  for (int i = 0; i < n; i++)
    if (!check_range (self, states[i], count_state_bytes (self)))
      return FALSE;
  return TRUE;
}

/* Checks the inputs and outputs of the pass. */
static gboolean
check_memory (const MockRecurrence *self)
{
  const MockRnnPass pass = self->pass;
  const gsize n_rows = (gsize) count_rows (self);
  const gsize n_x = n_rows * (gsize) self->rnn.n_in * get_size (&self->rnn);
  const gsize n_y = n_rows * (gsize) (self->rnn.n_directions * self->rnn.n_units) * get_size (&self->rnn);

  return check_range (self, self->work, mock_rnn_count_work (&self->rnn, self->n_batch))
         && check_range (self, self->reserve, mock_rnn_count_reserve (&self->rnn, (gint64) n_rows))
         && check_range (self, self->y, n_y) && (pass == MOCK_RNN_BACKWARD_WEIGHTS || check_states (self, self->before))
         && (pass == MOCK_RNN_BACKWARD_DATA || check_range (self, self->x, n_x))
         && check_range (self, pass == MOCK_RNN_BACKWARD_WEIGHTS ? self->gweights : self->weights,
                         mock_rnn_count_weights (&self->rnn))
         && (pass != MOCK_RNN_FORWARD || check_states (self, self->after))
         && (pass != MOCK_RNN_BACKWARD_DATA
             || (check_range (self, self->gx, n_x) && check_range (self, self->gy, n_y)
                 && check_states (self, self->gbefore) && check_states (self, self->gafter)));
}

static gboolean
check (gconstpointer data)
{
  return check_memory (data);
}

const MockKind mock_rnn_kind = { run, check, .computes = TRUE };
