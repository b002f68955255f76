# black-out.py: code of black-out.c in exported programs.
# SPDX-License-Identifier: MIT


# In Chainer, the samples are an attribute.
# text: chainer_class
class BlackOut(L.BlackOut):
    """With samples as its third input, where they are not drawn."""

    def forward(self, x, t, samples=None):
        self.sample_data = samples
        return super().forward(x, t)
# end text
