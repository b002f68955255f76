# rensa-total.py: code of rensa-total.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_reduction_torch_class
def reduce_loss(loss, reduce):
    """Its sum or mean, or all of it."""
    return loss if reduce == 'no' else getattr(loss, reduce)()
# end text
