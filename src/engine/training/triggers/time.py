# time.py: code of time.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class TimeTrigger:
    """Every so many seconds of training."""

    KEPT = 'next',

    def __init__(self, progress, period):
        self.progress = progress
        self.period = period
        self.next = period

    def __call__(self):
        fires = self.next < self.progress.elapsed
        self.next += self.period if fires else 0
        return fires
# end text
