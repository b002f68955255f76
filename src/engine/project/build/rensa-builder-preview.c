/* rensa-builder-preview.c: previews of the model of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-builder-parts.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-roles.h"

static const RensaExtensionClass *
get_class (RensaAttrs *attrs)
{
  return (const RensaExtensionClass *) rensa_attrs_get_component (attrs);
}

GPtrArray *
rensa_builder_list_previews (RensaBuilder *builder)
{
  GPtrArray *previews = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);

  for (guint i = 0; i < builder->project->extensions->len; i++)
    {
      RensaAttrs *attrs = ((const RensaExtensionPlan *) builder->project->extensions->pdata[i])->attrs;

      if (get_class (attrs)->preview != NULL)
        g_ptr_array_add (previews, rensa_attrs_ref (attrs));
    }
  return previews;
}

static gboolean
has_class (const GPtrArray *previews, const RensaExtensionClass *class)
{
  for (guint i = 0; i < previews->len; i++)
    if (get_class (previews->pdata[i]) == class)
      return TRUE;
  return FALSE;
}

GPtrArray *
rensa_builder_suggest_previews (RensaBuilder *builder, RensaLink *model)
{
  GPtrArray *previews = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);
  g_autoptr (GPtrArray) there = rensa_builder_list_previews (builder);
  RensaPreviewSubject subject = { .target = model,
                                  .label_names = (const char *const *) builder->bundle.label_names,
                                  .tokens = (const char *const *) builder->bundle.tokens,
                                  .examples = builder->bundle.test,
                                  .picture = *rensa_builder_get_picture (builder) };
  guint n;
  const RensaComponent *const *components = rensa_registry_list (RENSA_COMPONENT_EXTENSION, &n);

  rensa_roles_find (builder->project->facts, &subject);
  for (guint i = 0; i < 2 * n; i++)
    {
      const RensaExtensionClass *class = (const RensaExtensionClass *) components[i % n];
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new (components[i % n]);

      if (class->preview != NULL && class->suggest != NULL && class->is_general == (i >= n) && !has_class (there, class)
          && class->suggest (&subject, attrs))
        g_ptr_array_add (previews, g_steal_pointer (&attrs));
    }
  return previews;
}

gboolean
rensa_builder_make_preview (RensaBuilder *builder, RensaAttrs *attrs, RensaLink *model, RensaPreviewed *previewed,
                            GError **error)
{
  g_autoptr (RensaExtension) extension =
      rensa_builder_prepare (builder, error) ? rensa_extension_new (attrs, NULL, NULL, error) : NULL;

  if (extension == NULL || !rensa_builder_supply (builder, extension, error))
    return FALSE;
  if (rensa_extension_takes (extension, "iterator:" RENSA_VALIDATION)
      && rensa_extension_get_iterator (extension, RENSA_VALIDATION) == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("data: there is no test set."));
      return rensa_builder_fail (builder, error);
    }
  return rensa_preview_make (extension, model, previewed, error);
}
