# crf-1d.py: code of crf-1d.c in exported programs.
# SPDX-License-Identifier: MIT


# Chainer has two separate calls.
# text: chainer_class
class CRF1d(L.CRF1d):
    """With scores and labels: the loss; without labels the best score and path."""

    def __init__(self, n_label, initial_cost, reduce, transpose):
        super().__init__(n_label, initial_cost)
        self._reduce, self._transpose = reduce, transpose

    def forward(self, xs, ys=None):
        if ys is None:
            return self.argmax(xs, self._transpose)
        return super().forward(xs, ys, self._reduce, self._transpose)
# end text


# text: torch_class
class CRF1d(nn.Module):
    """The loss of sequences of labels; without labels the best of them."""

    def __init__(self, n_label, reduce='mean', transpose=False):
        super().__init__()
        self.reduce = reduce
        self.transpose = transpose
        self.cost = nn.Parameter(torch.zeros(n_label, n_label))

    def find_best(self, scores):
        best, choices = scores[0], []
        for score in scores[1:]:
            best, choice = (best[:, None] + self.cost).max(0)
            best = best + score
            choices.append(choice)
        path = [best.argmax()]
        for choice in reversed(choices):
            path.append(choice[path[-1]])
        return best.max(), torch.stack(path[::-1])

    def find_loss(self, scores, labels):
        total = scores[0]
        for score in scores[1:]:
            total = torch.logsumexp(total[:, None] + self.cost, 0) + score
        taken = scores.gather(1, labels[:, None]).sum()
        taken = taken + self.cost[labels[:-1], labels[1:]].sum()
        return torch.logsumexp(total, 0) - taken

    def take(self, steps):
        """Sequences, whether they came as such or step by step."""
        if self.transpose or steps is None:
            return steps
        return [torch.stack([step[i] for step in steps if i < len(step)])
                for i in range(len(steps[0]))]

    def forward(self, xs, ys=None):
        xs, ys = self.take(xs), self.take(ys)
        # Scores and losses are those of longer sequences first.
        order = sorted(range(len(xs)), key=lambda i: -len(xs[i]))
        if ys is None:
            scores, paths = zip(*[self.find_best(x) for x in xs])
            return torch.stack([scores[i] for i in order]), list(paths)
        losses = torch.stack([self.find_loss(xs[i], ys[i]) for i in order])
        return losses.mean() if self.reduce == 'mean' else losses
# end text
