/* graph-fixture.c: what the tests of recorded graphs share.
 * SPDX-License-Identifier: MIT */

#include "graph-fixture.h"

#include <string.h>

#define VARIABLE(id, rank, shape, bytes, param)                                                                   \
  "{\"id\":" #id ",\"kind\":\"variable\",\"label\":\"\",\"name\":null,\"param\":" param ",\"shape\":[" shape "]," \
  "\"dtype\":\"float32\",\"bytes\":" #bytes ",\"rank\":" #rank "}"
#define PARAMETER(id, name, shape, bytes, param)                                                  \
  "{\"id\":" #id ",\"kind\":\"variable\",\"label\":\"\",\"name\":\"" name "\",\"param\":\"" param \
  "\",\"shape\":[" shape "],\"dtype\":\"float32\",\"bytes\":" #bytes ",\"rank\":0}"
#define FUNCTION(id, rank, label) \
  "{\"id\":" #id ",\"kind\":\"function\",\"label\":\"" label "\",\"function\":\"f\",\"rank\":" #rank "}"

const char graph_text[] =
    "{\"nodes\":[" VARIABLE (0, 4, "",
                             4, "null") "," FUNCTION (1, 3, "SoftmaxCrossEntropy") "," VARIABLE (2, 3,
                                                                                                 "50,2", 400, "null") "," VARIABLE (3, 0, "50", 200, "null") "," FUNCTION (4, 2, "LinearFunction") "," VARIABLE (5, 2, "50,16", 3200, "null") "," PARAMETER (6, "W", "2,16", 128, "/predictor/block/l2/W") "," PARAMETER (7,
                                                                                                                                                                                                                                                                                                                          "b",
                                                                                                                                                                                                                                                                                                                          "2",
                                                                                                                                                                                                                                                                                                                          8,
                                                                                                                                                                                                                                                                                                                          "/predictor/block/l2/b") "," FUNCTION (8, 1, "ReLU") "," VARIABLE (9,
                                                                                                                                                                                                                                                                                                                                                                                             1, "50,16",
                                                                                                                                                                                                                                                                                                                                                                                             3200, "null") "," FUNCTION (10,
                                                                                                                                                                                                                                                                                                                                                                                                                         0,
                                                                                                                                                                                                                                                                                                                                                                                                                         "LinearFunction") "," VARIABLE (11,
                                                                                                                                                                                                                                                                                                                                                                                                                                                         0, "50,2", 400, "null") "," PARAMETER (12, "W", "16,2", 128, "/predictor/l1/W") "," PARAMETER (13,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        "b",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        "16",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        64,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                        "/predictor/l1/b") "],"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "\"edges\":[[1,0],[2,1],[3,1],[4,2],[5,4],[6,4],[7,4],[8,5],[9,8],[10,9],[11,10],[12,10],[13,10]]}";

StudioGraph *
graph_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  StudioGraph *graph = studio_graph_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return graph;
}

StudioGraph *
long_graph (guint n)
{
  g_autoptr (GString) text = g_string_new ("{\"nodes\":[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"kind\":\"function\",\"label\":\"F%u\",\"rank\":%u}", i > 0 ? "," : "",
                            i, i, i);
  g_string_append (text, "],\"edges\":[");
  for (guint i = 1; i < n; i++)
    g_string_append_printf (text, "%s[%u,%u]", i > 1 ? "," : "", i - 1, i);
  g_string_append (text, "]}");
  return graph_of (text->str);
}
