/* studio-glyph.c: small drawing of a component, and the curves of functions.
 * SPDX-License-Identifier: MIT */

#include "studio-glyph.h"
#include "rensa-function.h"
#include "rensa-node-types.h"

#include <math.h>

#define WIDTH 22
#define HEIGHT 16
/* Clips larger values, so that exp does not become a flat line with a wall. */
#define HIGHEST 4.0f

struct _StudioGlyph
{
  GtkWidget parent_instance;

  const RensaComponent *component;
};

G_DEFINE_FINAL_TYPE (StudioGlyph, studio_glyph, GTK_TYPE_WIDGET)

/* A node that calls a model has the same symbol as a container of nodes. */
static const char *
get_strokes (const RensaComponent *component)
{
  if (component == &rensa_model_call_component)
    return rensa_link_group.strokes;
  return component->group != NULL && component->group->strokes != NULL ? component->group->strokes : "3,8 13,8";
}

static void
trace_sign (const char *strokes, cairo_t *cr)
{
  g_auto (GStrv) each = g_strsplit (strokes, ";", -1);

  for (guint i = 0; each[i] != NULL; i++)
    {
      g_auto (GStrv) points = g_strsplit (g_strstrip (each[i]), " ", -1);

      cairo_new_sub_path (cr);
      for (guint j = 0; points[j] != NULL; j++)
        {
          char *comma;
          const double x = g_ascii_strtod (points[j], &comma);

          cairo_line_to (cr, x + (WIDTH - 16) / 2.0, g_ascii_strtod (comma + 1, NULL));
        }
    }
}

static float
clip (float value)
{
  return CLAMP (value, -HIGHEST, HIGHEST);
}

static void
trace_curve (const float *curve, cairo_t *cr)
{
  float lowest = HIGHEST;
  float highest = -HIGHEST;
  gboolean is_down = FALSE;

  for (int i = 0; i < RENSA_CURVE_POINTS; i++)
    if (isfinite (curve[i]))
      {
        lowest = MIN (lowest, clip (curve[i]));
        highest = MAX (highest, clip (curve[i]));
      }
  for (int i = 0; i < RENSA_CURVE_POINTS; i++)
    {
      const double x = 1 + (WIDTH - 2.0) * i / (RENSA_CURVE_POINTS - 1);
      const double y = HEIGHT - 2 - (HEIGHT - 4.0) * (clip (curve[i]) - lowest) / MAX (highest - lowest, 1e-3f);

      if (isfinite (curve[i]) && fabsf (curve[i]) <= HIGHEST)
        {
          (is_down ? cairo_line_to : cairo_move_to) (cr, x, y);
          is_down = TRUE;
        }
      else
        is_down = FALSE;
    }
}

static void
studio_glyph_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  StudioGlyph *self = STUDIO_GLYPH (widget);
  const float *curve = studio_curve_get (self->component);
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_translate (cr, (width - WIDTH) / 2.0, (height - HEIGHT) / 2.0);
  cairo_set_line_width (cr, 1.25);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  if (curve != NULL)
    trace_curve (curve, cr);
  else
    trace_sign (get_strokes (self->component), cr);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
studio_glyph_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

GtkWidget *
studio_glyph_new (const RensaComponent *component)
{
  StudioGlyph *self = g_object_new (STUDIO_TYPE_GLYPH, NULL);

  self->component = component;
  return GTK_WIDGET (self);
}

static void
studio_glyph_class_init (StudioGlyphClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = studio_glyph_snapshot;
  widget_class->measure = studio_glyph_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
studio_glyph_init (StudioGlyph *self)
{
}

static float *
compute (const RensaComponent *component)
{
  g_autofree float *values = NULL;

  /* Input is a node but not a component. */
  if (component->group == NULL || rensa_registry_find (RENSA_COMPONENT_FUNCTION, component->name, NULL) != component)
    return NULL;

  values = g_new (float, RENSA_CURVE_POINTS);
  return rensa_function_get_curve ((const RensaFunctionClass *) component, values) ? g_steal_pointer (&values) : NULL;
}

const float *
studio_curve_get (const RensaComponent *component)
{
  static GHashTable *curves;
  gpointer curve;

  if (curves == NULL)
    curves = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!g_hash_table_lookup_extended (curves, component, NULL, &curve))
    {
      curve = compute (component);
      g_hash_table_insert (curves, (gpointer) component, curve);
    }
  return curve;
}
