# random-flip.py: code of random-flip.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def random_flip(x, horizontal=True, vertical=False, rate=0.5):
    if horizontal and np.random.random() < rate:
        x = x[:, :, ::-1]
    if vertical and np.random.random() < rate:
        x = x[:, ::-1]
    return x
# end text
