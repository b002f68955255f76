/* rensa.h: the engine for other programs.
 * SPDX-License-Identifier: MIT */

/* What stands here, and what it includes, is the library's interface: these headers are installed, and what they declare
 * is exported (build-aux/public-headers.py).  All else may change at any time. */

#pragma once

#include "rensa-version.h"

/* Arrays, devices, modes */
#include "rensa-array.h"
#include "rensa-error.h"
#include "rensa-modes.h"
#include "rensa-random.h"

/* Variables, functions, gradients */
#include "rensa-function-hook.h"
#include "rensa-functions.h"
#include "rensa-gradient-check.h"
#include "rensa-graph.h"
#include "rensa-primitives.h"

/* Links and optimizers */
#include "rensa-initializer.h"
#include "rensa-initializers.h"
#include "rensa-links.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"

/* Files */
#include "rensa-npz.h"

/* Data and training */
#include "rensa-datasets.h"
#include "rensa-extensions.h"
#include "rensa-iterators.h"
#include "rensa-snapshot.h"
#include "rensa-triggers.h"
#include "rensa-updaters.h"

/* Documents */
#include "rensa-builder.h"
#include "rensa-exporter.h"
