# identity.py: code of identity.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def identity(*values):
    """Return the argument."""
    return values[0] if len(values) == 1 else values
# end text
