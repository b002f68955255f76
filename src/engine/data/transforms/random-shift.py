# random-shift.py: code of random-shift.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def random_shift(x, fill, down=2, across=2):
    widths = (0, 0), (down, down), (across, across)
    framed = np.pad(x, widths, 'constant', constant_values=fill)
    top = np.random.randint(2 * down + 1)
    left = np.random.randint(2 * across + 1)
    return framed[:, top:top + x.shape[1], left:left + x.shape[2]]
# end text
