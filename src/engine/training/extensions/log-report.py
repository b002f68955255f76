# log-report.py: code of log-report.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Log:
    """Means of what was observed, as entries of a file."""

    KEPT = 'entries', 'seen'

    def __init__(self, path, trigger, keys=None):
        self.path = path
        self.trigger = trigger
        self.keys = keys
        self.entries = []
        self.seen = {}

    def add(self, observed, progress):
        for key in observed if self.keys is None else self.keys:
            if key not in observed:
                continue
            value = observed[key]
            value = value.item() if torch.is_tensor(value) else value
            self.seen.setdefault(key, []).append(value)
        if progress.iteration == 0 or self.trigger():
            self.write(progress)

    def write(self, progress):
        entry = {
            key: float(np.mean(values)) for key, values in self.seen.items()}
        entry['epoch'] = progress.batches.epoch
        entry['iteration'] = progress.iteration
        entry['elapsed_time'] = progress.elapsed
        self.entries.append(entry)
        self.seen = {}
        self.path.write_text(json.dumps(self.entries, indent=4))
# end text
