#!/usr/bin/env python3
"""Usage: test-training.py STUDIO

Training under the person's hands, the runs it leaves, and what is taken away from them.

SPDX-License-Identifier: MIT
"""

import subprocess
import sys

import driver
from driver import Studio, check, wait_for
from steps import (ENDLESS, choose_file, get_description_part, get_iteration, list_run_names, open_file, select_run,
                   set_attribute, show_page, start_training, stop_after, wait_for_description, wait_for_end,
                   wait_for_iteration, write_example)


def pause(studio, plot):
    """Returns the iteration at which it stands."""
    studio.key('F6')
    studio.find('button', 'Resume', studio.find('widget', 'StudioTrainingPage'))
    standing = [-1, 0]

    def is_standing():
        standing.append(get_iteration(plot))
        return standing[-1] == standing[-2]
    wait_for('the progress to stand still', is_standing)
    return standing[-1]
