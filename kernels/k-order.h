/* k-order.h: in which order numbers are added up, on every device.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Sums follow from the shape alone; these decide how.  Whoever changes one changes the last digits of results, on all devices alike. */

/* Elements of a block of a sequence; blocks are joined in pairs, pairs of pairs, … */
#define K_REDUCE_BLOCK 1024
/* Totals that run side by side in a block, and are joined in halves. */
#define K_REDUCE_LANES 32
/* Blocks of fewer elements are gone through from the first to the last. */
#define K_REDUCE_SHORT 24

/* Sequences of so few elements, so many of which lie side by side, go by rows: the first elements of all, then the second ones, … */
#define K_SHORT_SEQUENCE 16
#define K_MANY_COLUMNS 64
/* A total takes so many rows before it is added to one of the next level, and as many of those, and so on: the error grows with the logarithm
 * of the number of rows. */
#define K_ROWS_OF_TOTAL 32
#define K_MAX_LEVELS 12
/* Rows are cut into at most so many groups, of at least so many rows, each of which is totalled by itself. */
#define K_MAX_GROUPS 64
#define K_LEAST_GROUP 4096

/* A row of a scan is cut into blocks of so many elements where there are fewer than K_SCAN_FEW_ROWS of at least two blocks; totals of a block
 * run side by side in K_SCAN_LANES. */
#define K_SCAN_BLOCK 65536
#define K_SCAN_FEW_ROWS 32
#define K_SCAN_LANES 8
