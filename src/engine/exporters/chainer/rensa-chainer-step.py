# rensa-chainer-step.py: the updater and the evaluator of a step in Chainer programs.
# SPDX-License-Identifier: MIT


# text: updater_head
class StepUpdater(training.updaters.StandardUpdater):
    """Calls a step once, then lets each optimizer learn from its loss."""

    def __init__(self, iterator, step, optimizers, every, others):
        super().__init__(iterator, optimizers)
        self.step = step
        self.every = every
        self.others = others

    def update_core(self):
        iterator = self.get_iterator('main')
        batch = self.converter(next(iterator), self.device)
# end text
# The step returns a loss, or a function that computes one.
# text: updater_core
        losses = self.step(*batch)
        optimizers = self.get_all_optimizers().values()
        for optimizer, loss, n in zip(optimizers, losses, self.every):
            if (self.iteration + 1) % n == 0:
# end text
                pass
# text: updater_passes
        losses = self.step._begin(*batch)
        optimizers = self.get_all_optimizers().values()
        for optimizer, loss, n in zip(optimizers, losses, self.every):
            if (self.iteration + 1) % n == 0:
                if callable(loss):
                    loss = loss(*batch)
# end text
# text: updater_tail
                optimizer.target.cleargrads()
                loss.backward()
                optimizer.update()
            if iterator.is_new_epoch:
                optimizer.new_epoch(auto=True)

    def serialize(self, serializer):
        super().serialize(serializer)
        for name in self.others:
            self.step[name].serialize(serializer['model:' + name])


class StepEvaluator(MeanEvaluator):
    """Puts its name before those that the step has for its values."""

    def evaluate(self):
        prefix = self.name + '/' if self.name else ''
        means = super().evaluate()
        return {prefix + key: value for key, value in means.items()}


# end text
