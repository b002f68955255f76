# rensa-best-value.py: code of rensa-best-value.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_best_value_torch_class
class BestValueTrigger:
    """When the mean of a value is better than ever before."""

    KEPT = 'seen', 'best'

    def __init__(self, progress, key, is_better, interval):
        self.progress = progress
        self.key = key
        self.is_better = is_better
        self.interval = interval
        self.seen = []
        self.best = None

    def __call__(self):
        value = self.progress.look_up(self.key)
        if value is not None:
            self.seen.append(value)
        if not self.interval() or not self.seen:
            return False
        value = float(np.mean(self.seen))
        self.seen = []
        if self.best is not None and not self.is_better(self.best, value):
            return False
        self.best = value
        return True
# end text
