#!/usr/bin/env bash
# arm-cc.sh: a compiler whose programs run on an emulated ARM, for proofs of what is exported to C.
# SPDX-License-Identifier: MIT
#
# CC=build-aux/arm-cc.sh build/tests/exporters/prove-random-models c
#
# Needs the packages gcc-arm-linux-gnueabihf and qemu-user. A program is a script that starts the emulator with what was compiled, which
# lies beside it; the emulator runs nothing that is sanitized.

set -euo pipefail

cc=arm-linux-gnueabihf-gcc
program=
for ((i = 1; i < $#; i++)); do
  if [[ ${!i} == -o ]]; then
    next=$((i + 1))
    program=${!next}
  fi
done
if [[ -z $program ]]; then
  exec "$cc" "$@"
fi
if [[ " $* " == *" -fsanitize="* ]]; then
  echo "programs on an emulated ARM are not sanitized"
  exit 1
fi

"$cc" "$@" -static
mv "$program" "$program.arm"
printf '#!/bin/sh\nexec qemu-arm "%s.arm" "$@"\n' "$program" > "$program"
chmod +x "$program"
