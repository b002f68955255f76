#!/usr/bin/env python3
# check-examples.py: do the examples train in PyTorch as they do here?
# SPDX-License-Identifier: MIT
"""Usage: check-examples.py RENSA FOLDER...

Prints TAP. It needs PyTorch 2: the environment variable RENSA_TEST_TORCH names a Python that has it. Examples on data that are not made by
Rensa need RENSA_TEST_DATA, as for Chainer. Without them tests are skipped.

Each document of the folders trains here and there (peers.py), and is evaluated there with the parameters that it has here in the end.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import peers  # noqa: E402


class TorchExample(peers.Example):
    TARGET = 'torch'
    TITLE = 'PyTorch'


CHECKS = [TorchExample.trains_alike, TorchExample.evaluates_alike]


if __name__ == '__main__':
    sys.exit(peers.check_all('RENSA_TEST_TORCH', TorchExample, CHECKS))
