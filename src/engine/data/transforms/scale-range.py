# scale-range.py: code of scale-range.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def scale_range(x, smallest, largest, low=0.0, high=1.0):
    groups = x.reshape(len(smallest), -1)
    span = np.where(largest > smallest, largest - smallest, 1)
    scaled = (groups - smallest[:, None]) / span[:, None]
    return (scaled * (high - low) + low).reshape(x.shape)
# end text
