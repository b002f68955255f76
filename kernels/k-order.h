/* k-order.h: order of summation, the same on every device.
 * SPDX-License-Identifier: MIT */

#pragma once

/* The order of summation follows from the shape alone and from these constants. Changing one
 * changes the last digits of results, equally on all devices. */

/* Elements per block of a sequence; blocks are combined pairwise, then pairs of pairs, … */
#define K_REDUCE_BLOCK 1024
/* Totals that are accumulated in parallel in a block, and combined pairwise. */
#define K_REDUCE_LANES 32
/* Shorter blocks are summed sequentially. */
#define K_REDUCE_SHORT 24

/* Sequences of at most K_SHORT_SEQUENCE elements, if at least K_MANY_COLUMNS of them are adjacent,
 * are reduced row-wise: the first elements of all, then the second ones, … */
#define K_SHORT_SEQUENCE 16
#define K_MANY_COLUMNS 64
/* Rows per total: a full total is added to one of the next level, which takes the same number of
 * totals, and so on, so the error grows with the logarithm of the number of rows. */
#define K_ROWS_OF_TOTAL 32
#define K_MAX_LEVELS 12
/* Rows are split into at most K_MAX_GROUPS groups of at least K_LEAST_GROUP rows; each group is
 * summed separately. */
#define K_MAX_GROUPS 64
#define K_LEAST_GROUP 4096

/* A row of a scan is split into blocks of K_SCAN_BLOCK elements if there are fewer than
 * K_SCAN_FEW_ROWS rows and each has at least two blocks; a block is summed in K_SCAN_LANES parallel
 * totals. */
#define K_SCAN_BLOCK 65536
#define K_SCAN_FEW_ROWS 32
#define K_SCAN_LANES 8
