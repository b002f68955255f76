# gaussian-noise.py: code of gaussian-noise.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def gaussian_noise(x, std=0.1):
    return x + np.random.normal(0, std, x.shape)
# end text
