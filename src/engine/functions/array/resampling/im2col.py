# im2col.py: code of im2col.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def im2col(x, ksize, stride=1, pad=0, cover_all=False, dilate=1):
    """The windows of images as channels."""
    sizes, steps, pads, gaps = [
        value if isinstance(value, tuple) else (value, value)
        for value in (ksize, stride, pad, dilate)]
    more = [step - 1 if cover_all else 0 for step in steps]
    x = F.pad(x, (pads[1], pads[1] + more[1], pads[0], pads[0] + more[0]))
    height = (x.shape[2] - gaps[0] * (sizes[0] - 1) - 1) // steps[0] + 1
    return F.unfold(x, sizes, gaps, 0, steps).unflatten(2, (height, -1))
# end text
