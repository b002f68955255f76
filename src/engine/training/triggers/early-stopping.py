# early-stopping.py: code of early-stopping.c in exported programs.
# SPDX-License-Identifier: MIT


# Chainer's verbose prints what is also in the log.
# text: torch_class
class EarlyStoppingTrigger:
    """When the mean of a value has not improved for a while."""

    KEPT = 'seen', 'best', 'n_worse', 'seen_at'

    def __init__(self, progress, monitor, patience, mode, check, latest):
        self.progress = progress
        self.monitor = monitor
        self.patience = patience
        is_accuracy = mode == 'auto' and 'accuracy' in monitor
        self.sign = 1 if mode == 'max' or is_accuracy else -1
        self.check = check
        self.latest = latest
        self.seen = []
        self.best = -math.inf
        self.n_worse = 0
        self.seen_at = 0

    def __call__(self):
        value = self.progress.look_up(self.monitor)
        if self.progress.iteration > self.seen_at and value is not None:
            self.seen.append(self.sign * value)
        self.seen_at = self.progress.iteration
        if self.latest():
            return True
        if not self.check() or value is None:
            return False
        mean = float(np.mean(self.seen))
        self.n_worse = 0 if mean > self.best else self.n_worse + 1
        self.best = mean if mean > self.best else self.best
        self.seen = []
        return self.n_worse >= self.patience
# end text
