# embed-id.py: code of embed-id.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class EmbedID(nn.Embedding):
    """Learned vectors, and zeros for the ID that is ignored."""

    def __init__(self, in_size, out_size, ignore_label):
        super().__init__(in_size, out_size)
        self.ignore_label = ignore_label

    def forward(self, x):
        is_ignored = x == self.ignore_label
        y = super().forward(x.masked_fill(is_ignored, 0))
        return y.masked_fill(is_ignored[..., None], 0)
# end text
