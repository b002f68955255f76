# once.py: code of once.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class OnceTrigger:
    """Fires after the first iteration; optionally of each run."""

    KEPT = 'has_begun',

    def __init__(self, call_on_resume):
        self.has_begun = False
        self.is_new = call_on_resume

    def __call__(self):
        fires = self.is_new or not self.has_begun
        self.has_begun, self.is_new = True, False
        return fires
# end text
