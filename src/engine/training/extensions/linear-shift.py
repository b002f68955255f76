# linear-shift.py: code of linear-shift.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def shift_linearly(t, value_range, time_range):
    """On a line from one value to another, after so many calls."""
    start, end = time_range
    share = min(max((t - start) / max(end - start, 1), 0), 1)
    return value_range[0] + (value_range[1] - value_range[0]) * share
# end text
