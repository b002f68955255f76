/* profile.c: time or memory used by functions.
 * SPDX-License-Identifier: MIT */

#include "rensa-function-hooks.h"
#include "rensa-pool.h"

struct _RensaProfileHook
{
  RensaFunctionHook hook;
  RensaCallProfile *profile;
};

/* Synchronizes with an asynchronous device, so that the cost of each call is measured
 * separately. */
static void
settle (void)
{
  rensa_device_synchronize (rensa_device_get_current (), NULL);
}

static void
before (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  settle ();
  rensa_call_profile_begin (((RensaProfileHook *) hook)->profile);
}

static void
after (RensaFunctionHook *hook, const RensaHookedCall *call)
{
  settle ();
  rensa_call_profile_end (((RensaProfileHook *) hook)->profile, call->klass->name);
}

static RensaProfileHook *
take_profile (RensaCallProfile *profile)
{
  RensaProfileHook *self = g_new0 (RensaProfileHook, 1);

  self->hook = (RensaFunctionHook){ before, after };
  self->profile = profile;
  return self;
}

RensaProfileHook *
rensa_timer_hook_new (void)
{
  return take_profile (rensa_call_profile_new_timer ("FunctionName"));
}

static double
read_used (void)
{
  guint64 taken;
  guint64 acquired;

  rensa_pool_get_thread_bytes (&taken, &acquired);
  return (double) taken;
}

static double
read_acquired (void)
{
  guint64 taken;
  guint64 acquired;

  rensa_pool_get_thread_bytes (&taken, &acquired);
  return (double) acquired;
}

RensaProfileHook *
rensa_memory_profile_hook_new (void)
{
  static const char *const units[] = { "B", "KB", "MB", "GB", "TB", "PB", "EB", "ZB", NULL };
  static const RensaCost costs[] = {
    { "UsedBytes", units, 1024, read_used },
    { "AcquiredBytes", units, 1024, read_acquired },
  };

  return take_profile (rensa_call_profile_new ("FunctionName", costs, G_N_ELEMENTS (costs)));
}

void
rensa_profile_hook_free (RensaProfileHook *self)
{
  rensa_call_profile_free (self->profile);
  g_free (self);
}

RensaFunctionHook *
rensa_profile_hook_get_hook (RensaProfileHook *self)
{
  return &self->hook;
}

RensaCallProfile *
rensa_profile_hook_get_profile (RensaProfileHook *self)
{
  return self->profile;
}
