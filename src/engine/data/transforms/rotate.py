# rotate.py: code of rotate.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def rotate(x, by):
    if by == 'transpose':
        return x.transpose(0, 2, 1)
    return np.rot90(x, -int(by) // 90, (1, 2))
# end text
