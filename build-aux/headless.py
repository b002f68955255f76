#!/usr/bin/env python3
# headless.py: runs a program with windows on a machine without a screen.
# SPDX-License-Identifier: MIT
"""Usage: headless.py [--size WIDTHxHEIGHT] [--shot FILE.png [--after SECONDS]] COMMAND [ARGUMENT...]

Starts an X server without a screen, a window manager, a compositor and a session bus with its
accessibility bus, all private to this command, runs COMMAND with an empty home folder, and stops
everything that it started. The exit status is that of COMMAND. With --shot, takes a picture of the
screen after SECONDS (default 3) and ends COMMAND.
"""

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

# Every program that is started, and the Debian package that contains it.
PROGRAMS = {
    'Xvfb': 'xvfb',
    'openbox': 'openbox',
    'xcompmgr': 'xcompmgr',
    'xprop': 'x11-utils',
    'dbus-daemon': 'dbus',
}
PATIENCE = 20


def missing_packages(shot):
    programs = dict(PROGRAMS, **({'import': 'imagemagick'} if shot else {}))
    return [package for program, package in programs.items() if shutil.which(program) is None]


def start_with_answer(stack, command, fd_option, environment):
    """Starts a server that writes its address to a file descriptor, and returns the process and that line."""
    reader, writer = os.pipe()
    process = subprocess.Popen([part if part is not fd_option else fd_option.format(writer) for part in command],
                               pass_fds=[writer], env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    stack.callback(end, process)
    os.close(writer)
    with os.fdopen(reader) as answer:
        line = answer.readline().strip()
    if not line:
        sys.exit(f'headless: {command[0]} did not start')
    return line


def end(process):
    """Ends the process and its child processes."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        try:
            process.wait(3)
            return
        except subprocess.TimeoutExpired:
            continue


def wait_for_window_manager(environment):
    for _ in range(PATIENCE * 20):
        answer = subprocess.run(['xprop', '-root', '_NET_SUPPORTING_WM_CHECK'], env=environment, capture_output=True,
                                text=True, check=False)
        if '#' in answer.stdout:
            return
        time.sleep(0.05)
    sys.exit('headless: the window manager did not start')


def make_environment(folder):
    """Environment of the program: an empty home, settings in memory, drawing without GL."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ('WAYLAND_DISPLAY', 'AT_SPI_BUS_ADDRESS', 'XAUTHORITY', 'DISPLAY')
                   and not name.startswith('XDG_')}
    for name in ('HOME', 'XDG_RUNTIME_DIR'):
        environment[name] = os.path.join(folder, name.lower())
        os.mkdir(environment[name], 0o700)
    environment.update({
        'GDK_BACKEND': 'x11',
        'GSK_RENDERER': 'cairo',
        'GTK_A11Y': 'atspi',
        'GTK_USE_PORTAL': '0',
        'ADW_DISABLE_PORTAL': '1',
        'GSETTINGS_BACKEND': 'memory',
        'RENSA_INTERFACE': os.environ.get('RENSA_INTERFACE', 'full'),
        'NO_AT_BRIDGE': '0',
        'XDG_DATA_DIRS': os.environ.get('XDG_DATA_DIRS', '/usr/local/share:/usr/share'),
    })
    environment.setdefault('LC_ALL', 'C.UTF-8')
    return environment


def take_picture(process, file, seconds, environment):
    time.sleep(seconds)
    if process.poll() is not None:
        sys.exit(f'headless: the command ended before the picture, with status {process.returncode}')
    return subprocess.run(['import', '-window', 'root', file], env=environment, check=False).returncode


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('--size', default='1280x800')
    parser.add_argument('--shot')
    parser.add_argument('--after', type=float, default=3)
    parser.add_argument('command', nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if missing := missing_packages(options.shot):
        print('1..0 # SKIP not installed: ' + ', '.join(missing))
        return 0 if not options.shot else 127

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        environment = make_environment(folder)
        option = '{}'
        display = start_with_answer(stack, ['Xvfb', '-displayfd', option, '-screen', '0', options.size + 'x24', '-dpi',
                                            '96', '-nolisten', 'tcp', '-noreset'], option, environment)
        environment['DISPLAY'] = ':' + display
        option = '--print-address={}'
        environment['DBUS_SESSION_BUS_ADDRESS'] = start_with_answer(
            stack, ['dbus-daemon', '--session', '--nofork', option], option, environment)
        for helper in (['xcompmgr'], ['openbox', '--sm-disable']):
            process = subprocess.Popen(helper, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
            stack.callback(end, process)
        wait_for_window_manager(environment)
        process = subprocess.Popen(options.command, env=environment, start_new_session=True)
        stack.callback(end, process)
        if options.shot:
            return take_picture(process, options.shot, options.after, environment)
        status = process.wait()
        return status if status >= 0 else 128 - status


if __name__ == '__main__':
    sys.exit(main())
