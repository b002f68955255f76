#!/usr/bin/env python3
# check-examples.py: do the examples train in Chainer as they do here, and go on there from snapshots, and back?
# SPDX-License-Identifier: MIT
"""Usage: check-examples.py RENSA FOLDER...

Prints TAP. It needs Chainer 7.8.1: the environment variable RENSA_TEST_CHAINER names a Python that has it. Examples
on data that are not made by Rensa need RENSA_TEST_DATA, a folder with cifar-10/, mnist/, mushrooms/ and text/. Without
them tests are skipped.

Each document of the folders trains here and there (peers.py), and both go on from the snapshot of the other.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import peers  # noqa: E402


class ChainerExample(peers.Example):
    TARGET = 'chainer'
    TITLE = 'Chainer'

    def goes_on_there(self):
        self.train_there('back', '--resume', f'here/snapshot_iter_{peers.HALF}')
        self.compare_logs('here', 'back')
        self.compare_arrays('here/model.npz', 'back/model.npz')

    def goes_on_here(self):
        self.train_here('forth', '--resume', f'there/snapshot_iter_{peers.HALF}')
        self.compare_logs('forth', 'there')
        self.compare_arrays('forth/model.npz', 'there/model.npz')


CHECKS = [ChainerExample.trains_alike, ChainerExample.evaluates_alike, ChainerExample.goes_on_there,
          ChainerExample.goes_on_here]


if __name__ == '__main__':
    peers.enter('RENSA_TEST_CHAINER')
    sys.exit(peers.check_all('RENSA_TEST_CHAINER', sys.argv[2:], ChainerExample, CHECKS))
