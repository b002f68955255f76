# parallel-sequential.py: code of parallel-sequential.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class ParallelSequentialIterator(chainer.dataset.Iterator):
    """Reads one long sequence at several places at once."""

    def __init__(self, dataset, batch_size, repeat=True):
        self.dataset = dataset
        self.batch_size = batch_size
        self.repeat = repeat
        self.starts = [row * len(dataset) // batch_size for row in range(batch_size)]
        self.reset()

    def reset(self):
        self.iteration = 0
        self.epoch = 0
        self.is_new_epoch = False
        self.before = -1.0

    @property
    def epoch_detail(self):
        return self.iteration * self.batch_size / len(self.dataset)

    @property
    def previous_epoch_detail(self):
        return None if self.before < 0 else self.before

    def __next__(self):
        if not self.repeat and self.epoch > 0:
            raise StopIteration
        batch = [self.dataset[(start + self.iteration) % len(self.dataset)] for start in self.starts]
        self.before = self.epoch_detail
        self.iteration += 1
        epoch = self.iteration * self.batch_size // len(self.dataset)
        self.is_new_epoch = epoch > self.epoch
        self.epoch = epoch
        return batch

    def serialize(self, serializer):
        self.iteration = int(serializer('iteration', self.iteration))
        self.epoch = int(serializer('epoch', self.epoch))
        self.before = float(serializer('previous_epoch_detail', self.before))
# end text


# text: torch_class
class ParallelSequentialIterator:
    """Reads one long sequence at several places at once."""

    KEPT = 'iteration',

    def __init__(self, dataset, batch_size, repeat=True):
        n = len(dataset)
        self.dataset = dataset
        self.batch_size = batch_size
        self.repeat = repeat
        self.starts = [row * n // batch_size for row in range(batch_size)]
        self.iteration = 0

    @property
    def epoch_detail(self):
        return self.iteration * self.batch_size / len(self.dataset)

    @property
    def epoch(self):
        return int(self.epoch_detail)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.repeat and self.epoch > 0:
            raise StopIteration
        n = len(self.dataset)
        batch = [self.dataset[(start + self.iteration) % n]
                 for start in self.starts]
        self.iteration += 1
        return batch
# end text
