# stateless-lstm.py: code of stateless-lstm.c in exported programs.
# SPDX-License-Identifier: MIT


# In Chainer, the state comes before x.
# text: chainer_class
class StatelessLSTM(L.StatelessLSTM):
    """With x as its first input."""

    def forward(self, x, c=None, h=None):
        return super().forward(c, h, x)
# end text
