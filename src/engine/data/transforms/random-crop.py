# random-crop.py: code of random-crop.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def random_crop(x, size, fill, is_training, pad=0):
    height, width = size
    widths = (0, 0), (pad, pad), (pad, pad)
    x = np.pad(x, widths, 'constant', constant_values=fill)
    room = x.shape[1] - height, x.shape[2] - width
    start = np.random.randint(np.array(room) + 1) if is_training else None
    top, left = [n // 2 for n in room] if start is None else start
    return x[:, top:top + height, left:left + width]
# end text
