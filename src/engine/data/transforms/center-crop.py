# center-crop.py: code of center-crop.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def center_crop(x, size):
    height, width = size
    top = (x.shape[1] - height) // 2
    left = (x.shape[2] - width) // 2
    return x[:, top:top + height, left:left + width]
# end text
