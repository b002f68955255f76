# print-report.py: code of print-report.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Table:
    """Prints the entries of a log, each in a line."""

    def __init__(self, log, columns=None):
        self.log = log
        self.columns = columns
        self.n_printed = 0

    def print(self):
        for entry in self.log.entries[self.n_printed:]:
            if self.n_printed == 0:
                self.choose_columns(entry)
                self.print_line(self.columns)
            self.print_line([
                f'{entry[name]:.6g}' if name in entry else ''
                for name in self.columns])
            self.n_printed += 1

    def choose_columns(self, entry):
        places = 'epoch', 'iteration', 'elapsed_time'
        if self.columns is None:
            values = [name for name in entry if name not in places]
            self.columns = [*places[:2], *values, places[2]]

    def print_line(self, cells):
        print('  '.join(
            f'{cell:<{max(len(name), 11)}}'
            for cell, name in zip(cells, self.columns)).rstrip())
# end text
