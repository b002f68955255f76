# window.py: code of window.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class WindowIterator(chainer.iterators.SerialIterator):
    """The words around each word of a text; how many of them, each batch draws."""

    def __init__(self, dataset, batch_size, window, repeat=True, shuffle=None, order_sampler=None):
        self.words = np.array([dataset[i][0] for i in range(len(dataset))], np.int32)
        self.window = window
        centres = np.arange(window, len(dataset) - window)
        super().__init__(centres, batch_size, repeat=repeat, shuffle=shuffle, order_sampler=order_sampler)

    def __next__(self):
        centres = np.array(super().__next__())
        width = np.random.randint(1, max(self.window, 2))
        offsets = np.concatenate([np.arange(-width, 0), np.arange(1, width + 1)])
        contexts = self.words[centres[:, None] + offsets]
        return list(zip(contexts, self.words[centres]))

    next = __next__
# end text


# text: torch_class
class WindowIterator:
    """The words around each word; how many of them, each batch draws."""

    KEPT = 'epoch', 'place', 'order'

    def __init__(self, dataset, batch_size, window, repeat=True,
                 shuffle=True):
        self.words = np.array([dataset[i][0] for i in range(len(dataset))])
        self.centres = np.arange(window, len(dataset) - window)
        self.batch_size = batch_size
        self.window = window
        self.repeat = repeat
        self.shuffle = shuffle
        self.epoch = 0
        self.place = 0
        self.order = self.draw_order()

    def draw_order(self):
        if self.shuffle:
            return np.random.permutation(self.centres)
        return self.centres

    @property
    def epoch_detail(self):
        return self.epoch + self.place / len(self.centres)

    def __iter__(self):
        return self

    def __next__(self):
        if not self.repeat and self.epoch > 0:
            raise StopIteration
        end = self.place + self.batch_size
        centres = self.order[self.place:end]
        self.place = end
        if end >= len(self.centres):
            self.epoch += 1
            self.order = self.draw_order()
            self.place = end - len(self.centres) if self.repeat else 0
            centres = np.append(centres, self.order[:self.place])
        width = np.random.randint(1, max(self.window, 2))
        offsets = np.append(np.arange(-width, 0), np.arange(1, width + 1))
        contexts = self.words[centres[:, None] + offsets]
        return list(zip(contexts, self.words[centres]))
# end text
