# random-rotation.py: code of random-rotation.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def random_rotation(x, fill, degrees=10.0):
    angle = np.radians(np.random.uniform(-degrees, degrees))
    middle = (np.array(x.shape[1:]) - 1) / 2
    rows, columns = np.indices(x.shape[1:]) - middle[:, None, None]
    row = np.cos(angle) * rows + np.sin(angle) * columns + middle[0]
    column = np.cos(angle) * columns - np.sin(angle) * rows + middle[1]
    top, left = np.floor(row).astype(int), np.floor(column).astype(int)
    down, right = row - top, column - left
    widths = (0, 0), (1, 1), (1, 1)
    framed = np.pad(x, widths, 'constant', constant_values=fill)

    def at(i, j):
        rows = np.clip(i + 1, 0, x.shape[1] + 1)
        return framed[:, rows, np.clip(j + 1, 0, x.shape[2] + 1)]

    above = (1 - right) * at(top, left) + right * at(top, left + 1)
    below = (1 - right) * at(top + 1, left) + right * at(top + 1, left + 1)
    return (1 - down) * above + down * below
# end text
