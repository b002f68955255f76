# softmax_cross_entropy.py: code of softmax_cross_entropy.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def softmax_cross_entropy(x, t, ignore_label=-1, normalize=True,
                          reduce='mean'):
    """The loss of each label, their mean, or their sum by batch size."""
    loss = F.cross_entropy(x, t, ignore_index=ignore_label, reduction='none')
    if reduce == 'no':
        return loss
    count = (t != ignore_label).sum().clamp(min=1) if normalize else len(t)
    return loss.sum() / count
# end text
