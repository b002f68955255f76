# serial.py: code of serial.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_serial_iterator_torch_class
class SerialIterator:
    """Batches of examples, epoch after epoch; each has an order of its own."""

    KEPT = 'epoch', 'place', 'order'

    def __init__(self, dataset, batch_size, repeat=True, shuffle=True):
        self.dataset = dataset
        self.batch_size = batch_size
        self.repeat = repeat
        self.shuffle = shuffle
        self.epoch = 0
        self.place = 0
        self.order = self.draw_order()

    def draw_order(self):
        n = len(self.dataset)
        return np.random.permutation(n) if self.shuffle else np.arange(n)

    @property
    def epoch_detail(self):
        return self.epoch + self.place / len(self.dataset)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.repeat and self.epoch > 0:
            raise StopIteration
        batch = []
        while len(batch) < self.batch_size:
            end = self.place + self.batch_size - len(batch)
            taken = self.order[self.place:end]
            batch += [self.dataset[i] for i in taken]
            self.place += len(taken)
            if self.place < len(self.dataset):
                break
            self.place = 0
            self.epoch += 1
            self.order = self.draw_order()
            if not self.repeat:
                break
        return batch
# end text
