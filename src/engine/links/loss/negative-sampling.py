# negative-sampling.py: code of negative-sampling.c in exported programs.
# SPDX-License-Identifier: MIT


# Chainer's always draws.
# text: chainer_class
class NegativeSampling(L.NegativeSampling):
    """With samples as its third input, where they are not drawn."""

    def forward(self, x, t, samples=None, **kwargs):
        if samples is None:
            return super().forward(x, t, **kwargs)
        samples = samples.array if isinstance(samples, chainer.Variable) else samples
        return F.negative_sampling(x, t, self.W, lambda shape: samples.copy(), self.sample_size, **kwargs)
# end text


# text: torch_class
class NegativeSampling(nn.Module):
    """Tells words from others that are drawn as often as they are frequent."""

    def __init__(self, in_size, counts, sample_size, power=0.75,
                 reduce='sum'):
        super().__init__()
        self.sample_size = sample_size
        self.reduce = reduce
        self.weights = [count ** power for count in counts]
        self.W = nn.Parameter(torch.zeros(len(counts), in_size))

    def forward(self, x, t, samples=None):
        if samples is None:
            n = len(t) * self.sample_size
            samples = torch.multinomial(
                torch.tensor(self.weights), n, replacement=True)
            samples = samples.reshape(len(t), -1)
        else:
            samples = samples[:, 1:]
        is_word = t != -1
        words = torch.cat([t.clamp(min=0)[:, None], samples], 1)
        scores = (self.W[words] * x[:, None]).sum(2)
        sign = torch.ones(scores.shape[1], dtype=x.dtype)
        sign[0] = -1
        loss = F.softplus(sign * scores).sum(1) * is_word
        return loss.sum() if self.reduce == 'sum' else loss
# end text
