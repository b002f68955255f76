# scatter_add.py: code of scatter_add.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def scatter_add(a, b, places):
    """Adds b to a at places, which count all elements of a."""
    values = b.expand(places.shape).flatten()
    return a.flatten().index_add(0, places.flatten(), values).reshape(a.shape)
# end text
