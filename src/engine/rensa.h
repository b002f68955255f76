/* rensa.h: public interface of the engine for other programs.
 * SPDX-License-Identifier: MIT */

/* The declarations here and in the included headers are the library's interface: these headers are
 * installed, and their declarations are exported (build-aux/public-headers.py). Everything else may
 * change at any time. */

#pragma once

#include "rensa-version.h"

/* Arrays, devices, modes */
#include "rensa-array.h"
#include "rensa-detours.h"
#include "rensa-device-find.h"
#include "rensa-error.h"
#include "rensa-modes.h"
#include "rensa-random.h"

/* Variables, functions, gradients */
#include "rensa-function-hooks.h"
#include "rensa-functions.h"
#include "rensa-gradient-check.h"
#include "rensa-graph.h"
#include "rensa-primitives.h"

/* Distributions */
#include "rensa-distributions.h"

/* Links and optimizers */
#include "rensa-caffe-function.h"
#include "rensa-initializer.h"
#include "rensa-initializers.h"
#include "rensa-layer-set.h"
#include "rensa-link-hooks.h"
#include "rensa-links.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-wire-call.h"

/* Files */
#include "rensa-archive.h"
#include "rensa-npz.h"

/* Data and training */
#include "rensa-concat-examples.h"
#include "rensa-datasets.h"
#include "rensa-extensions.h"
#include "rensa-iterators.h"
#include "rensa-order-samplers.h"
#include "rensa-snapshot.h"
#include "rensa-triggers.h"
#include "rensa-updaters.h"

/* Documents */
#include "rensa-builder.h"
#include "rensa-exporter.h"
#include "rensa-importer.h"
#include "rensa-weights.h"
