# simplified-dropconnect.py: code of simplified-dropconnect.c in exported programs.
# SPDX-License-Identifier: MIT


# In Chainer, another argument precedes the mask.
# text: chainer_class
class SimplifiedDropconnect(L.SimplifiedDropconnect):
    """With the mask as its second input."""

    def forward(self, x, mask=None, use_batchwise_mask=True):
        if mask is not None:
            use_batchwise_mask = mask.ndim == 3
        return super().forward(x, mask=mask, use_batchwise_mask=use_batchwise_mask)
# end text
