/* rensa-chainer-head.c: what a Chainer program begins with.
 * SPDX-License-Identifier: MIT */

#include "rensa-chainer-private.h"
#include "rensa-python-private.h"

void
rensa_chainer_write_docstring (GString *text, const RensaSettings *settings, const char *data)
{
  g_autoptr (GString) paragraphs = g_string_new (
      settings->name != NULL && settings->name[0] != '\0' ? settings->name : "A network and its training");

  if (settings->description != NULL && settings->description[0] != '\0')
    g_string_append_printf (paragraphs, "\n\n%s", settings->description);
  g_string_append_printf (
      paragraphs,
      "\n\nMade by Rensa for Chainer 7 and Python 3. The examples are in %s, beside this file. "
      "Trained parameters, a model.npz of Rensa, are given by --weights, its snapshots by --resume.",
      data);
  rensa_python_append_docstring (text, paragraphs->str);
}

/* Whether @body speaks of @module. */
static gboolean
uses (const char *body, const char *module)
{
  g_autofree char *pattern = g_strdup_printf ("(?<![\\w.])%s\\.", module);

  return g_regex_match_simple (pattern, body, 0, 0);
}

void
rensa_chainer_write_imports (GString *text, const char *body)
{
  static const struct
  {
    const char *module;
    const char *line;
  } imports[] = {
    { "chainer", "import chainer" },
    { "F", "import chainer.functions as F" },
    { "L", "import chainer.links as L" },
    { "np", "import numpy as np" },
    { "initializers", "from chainer import initializers" },
    { "iterators", "from chainer import iterators" },
    { "optimizers", "from chainer import optimizers" },
    { "training", "from chainer import training" },
    { "extensions", "from chainer.training import extensions" },
    { "triggers", "from chainer.training import triggers" },
  };

  g_string_append (text, "\nimport argparse\nimport pathlib\n\n");
  for (guint i = 0; i < G_N_ELEMENTS (imports); i++)
    if (uses (body, imports[i].module))
      g_string_append_printf (text, "%s\n", imports[i].line);
  g_string_append_c (text, '\n');
}
