# rensa-shift.py: code of rensa-shift.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_shift_torch_class
def bounded(first, value, target=None):
    """The value, or the target where it has gone past that."""
    if target is None:
        return value
    return max(value, target) if target < first else min(value, target)
# end text
