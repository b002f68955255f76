#!/usr/bin/env python3
# check-examples.py: do the examples train in Chainer as they do here, and go on there from snapshots, and back?
# SPDX-License-Identifier: MIT
"""Usage: check-examples.py RENSA FOLDER...

Prints TAP. It needs Chainer 7.8.1: the environment variable RENSA_TEST_CHAINER names a Python that has it. Examples
on data that are not made by Rensa need RENSA_TEST_DATA, a folder with cifar-10/, mnist/, mushrooms/ and text/. Without
them tests are skipped.

Each document of the folders trains here and there (peers.py), and both go on from the snapshot of the other. So does the first of the examples
in float16 with each optimizer, with and without float32 updates; what would be wrong there is refused, and the sentence names the hook.
"""

import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import peers  # noqa: E402


SMALL = 'moons.rensa'


class ChainerExample(peers.Example):
    TARGET = 'chainer'
    TITLE = 'Chainer'

    def __init__(self, *args):
        """What would be wrong in halves is not written."""
        self.is_refused = False
        try:
            super().__init__(*args)
        except peers.Failure as failure:
            if not self.half or peers.WIDE not in str(failure):
                raise
            self.is_refused = True

    def trains_alike(self):
        if not self.is_refused:
            super().trains_alike()

    def evaluates_alike(self):
        if not self.is_refused:
            super().evaluates_alike()

    def goes_on_there(self):
        """Snapshots of Chainer forget the copies in float32 of halves."""
        if self.half:
            return
        self.train_there('back', '--resume', f'here/snapshot_iter_{peers.HALF}')
        self.compare_logs('here', 'back')
        self.compare_arrays('here/model.npz', 'back/model.npz')

    def goes_on_here(self):
        if self.half:
            return
        self.train_here('forth', '--resume', f'there/snapshot_iter_{peers.HALF}')
        self.compare_logs('forth', 'there')
        self.compare_arrays('forth/model.npz', 'there/model.npz')


CHECKS = [ChainerExample.trains_alike, ChainerExample.evaluates_alike, ChainerExample.goes_on_there,
          ChainerExample.goes_on_here]


def main():
    peers.enter('RENSA_TEST_CHAINER')
    rensa, *folders = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        small = pathlib.Path(folders[0], SMALL)
        if os.environ.get('RENSA_TEST_CHAINER') and small.exists():
            document = json.loads(small.read_text())
            for name, change in peers.list_half_variants(rensa).items():
                pathlib.Path(folder, f'{name}.rensa').write_text(json.dumps({**document, **change}))
        return peers.check_all('RENSA_TEST_CHAINER', [*folders, folder], ChainerExample, CHECKS)


if __name__ == '__main__':
    sys.exit(main())
