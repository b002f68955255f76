# bptt.py: code of bptt.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class BPTTUpdater(training.updaters.StandardUpdater):
    """Learns from several batches of a sequence at once, and keeps what links carry on in snapshots."""

    def __init__(self, iterator, optimizer, bprop_len):
        super().__init__(iterator, optimizer)
        self.bprop_len = bprop_len

    def update_core(self):
        iterator = self.get_iterator('main')
        optimizer = self.get_optimizer('main')
        loss = 0
        is_new_epoch = False
        for _ in range(self.bprop_len):
            loss += optimizer.target(*self.converter(next(iterator), self.device))
            is_new_epoch |= iterator.is_new_epoch
        optimizer.target.cleargrads()
        loss.backward()
        loss.unchain_backward()
        optimizer.update()
        if is_new_epoch:
            optimizer.new_epoch(auto=True)

    def serialize(self, serializer):
        super().serialize(serializer)
        state = serializer['state:main']
        for path, link in self.get_optimizer('main').target.namedlinks():
            for name in ('c', 'h') if hasattr(link, 'reset_state') else ():
                key = path + '/' + name
                value = getattr(link, name, None)
                if isinstance(serializer, chainer.Serializer):
                    if value is not None:
                        state(key, value.array)
                elif state.path + key.lstrip('/') in state.npz:
                    setattr(link, name, chainer.Variable(state(key, None)))


class SequenceEvaluator(MeanEvaluator):
    """Begins new sequences, and leaves those of the training as they are."""

    def __call__(self, trainer=None):
        model = self._targets['main']
        reader = model.copy()
        for link in reader.links():
            if hasattr(link, 'reset_state'):
                link.reset_state()
        self._targets['main'] = reader
        try:
            return super().__call__(trainer)
        finally:
            self._targets['main'] = model
# end text
