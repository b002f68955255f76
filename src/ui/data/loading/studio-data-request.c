/* studio-data-request.c: passes a document to another thread.
 * SPDX-License-Identifier: MIT */

#include "studio-data-request.h"

#include "rensa-init.h"

StudioDataRequest *
studio_data_request_new (RensaDocument *document, char *text, const char *root)
{
  StudioDataRequest *self = g_new0 (StudioDataRequest, 1);

  self->text = text;
  self->place = g_strdup (rensa_document_get_place (document));
  self->root = g_strdup (root);
  return self;
}

StudioDataRequest *
studio_data_request_copy (const StudioDataRequest *self)
{
  StudioDataRequest *copy = g_new0 (StudioDataRequest, 1);

  copy->text = g_strdup (self->text);
  copy->place = g_strdup (self->place);
  copy->root = g_strdup (self->root);
  return copy;
}

void
studio_data_request_free (StudioDataRequest *self)
{
  g_free (self->text);
  g_free (self->place);
  g_free (self->root);
  g_free (self);
}

gboolean
studio_data_request_equal (const StudioDataRequest *a, const StudioDataRequest *b)
{
  return g_str_equal (a->text, b->text) && g_str_equal (a->place, b->place) && g_str_equal (a->root, b->root);
}

RensaDocument *
studio_data_request_parse (const StudioDataRequest *self, GError **error)
{
  rensa_init_side_thread ();
  return rensa_document_parse (self->text, -1, self->place, error);
}
