# evaluator.py: code of evaluator.c in exported programs.
# SPDX-License-Identifier: MIT


# The reporter stores pairs of a value and its weight.
# text: chainer_class
class MeanEvaluator(extensions.Evaluator):
    """Averages over examples, or over batches however long they are."""

    def __init__(self, *args, average='examples', **options):
        super().__init__(*args, **options)
        if average == 'examples':
            self.eval_func = self.weigh

    def weigh(self, *batch):
        self._targets['main'](*batch)
        observation = chainer.get_current_reporter().observation
        for key, value in observation.items():
            observation[key] = value, len(batch[0])
# end text
