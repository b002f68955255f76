# normalize.py: code of normalize.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def normalize(x, mean, std):
    groups = x.reshape(len(mean), -1)
    return ((groups - mean[:, None]) / std[:, None]).reshape(x.shape)
# end text
