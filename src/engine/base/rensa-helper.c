/* rensa-helper.c: helper process that reads untrusted files.
 * SPDX-License-Identifier: MIT */

#include "rensa-helper.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rensa-fault.h"
#include "rensa-file.h"
#include "rensa-language.h"
#include "rensa-sanitizer.h"

/* A helper that neither computes nor responds for this multiple of its time limit is killed. */
#define PATIENCE 10

extern char **environ;

struct _RensaHelper
{
  pid_t pid; /* 0 after its end */
  int status;
  int socket;
};

static const char *const places[] = { RENSA_LIBEXECDIR "/rensa-reader", "src/engine/reader/rensa-reader", NULL };

static char *
find_reader (GError **error)
{
  char *path = rensa_find_installed (places, X_OK);

  if (path == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                     N_ ("the program rensa-reader, which is required to read such files, is not installed next to "
                         "this program"));
  return path;
}

/* The helper inherits the socket and the file, if any, and no other open descriptors. */
static int
spawn (RensaHelper *self, const char *path, char *const *argv, int socket, int fd)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attrs;
  sigset_t all;
  sigset_t none;
  int failed;

  sigfillset (&all);
  sigemptyset (&none);
  posix_spawnattr_init (&attrs);
  posix_spawnattr_setsigdefault (&attrs, &all);
  posix_spawnattr_setsigmask (&attrs, &none);
  posix_spawnattr_setflags (&attrs, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_init (&actions);
  /* Duplicated first to numbers that neither of them uses. */
  posix_spawn_file_actions_adddup2 (&actions, socket, MAX (socket, fd) + 1);
  if (fd >= 0)
    posix_spawn_file_actions_adddup2 (&actions, fd, MAX (socket, fd) + 2);
  posix_spawn_file_actions_adddup2 (&actions, MAX (socket, fd) + 1, RENSA_HELPER_SOCKET);
  if (fd >= 0)
    posix_spawn_file_actions_adddup2 (&actions, MAX (socket, fd) + 2, RENSA_HELPER_FILE);
  posix_spawn_file_actions_addclosefrom_np (&actions, fd >= 0 ? RENSA_HELPER_FILE + 1 : RENSA_HELPER_FILE);
  failed = posix_spawn (&self->pid, path, &actions, &attrs, argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  posix_spawnattr_destroy (&attrs);
  return failed;
}

RensaHelper *
rensa_helper_start (const char *kind, int fd, guint seconds, guint64 n_bytes, GError **error)
{
  g_autoptr (RensaHelper) self = g_new0 (RensaHelper, 1);
  g_autofree char *path = find_reader (error);
  g_autofree char *time_limit = g_strdup_printf ("%u", seconds);
  g_autofree char *memory_limit = g_strdup_printf ("%" G_GUINT64_FORMAT, n_bytes);
  char *const argv[] = { path, (char *) kind, time_limit, memory_limit, NULL };
  const struct timeval wait = { .tv_sec = (time_t) seconds * PATIENCE };
  int sockets[2];
  int failed;

  self->socket = -1;
  if (path == NULL)
    return NULL;
  failed = socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0 ? 0 : errno;
  if (failed == 0)
    {
      self->socket = sockets[0];
      setsockopt (self->socket, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
      setsockopt (self->socket, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
      failed = spawn (self, path, argv, sockets[1], fd);
      close (sockets[1]);
    }
  if (failed == 0)
    return g_steal_pointer (&self);

  self->pid = 0;
  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be started: %s"), path, g_strerror (failed));
  return NULL;
}

/* Kills the process and waits for its end. */
static void
end (RensaHelper *self)
{
  pid_t ended;

  if (self->pid == 0)
    return;
  kill (self->pid, SIGKILL);
  do
    ended = waitpid (self->pid, &self->status, 0);
  while (ended < 0 && errno == EINTR);
  self->pid = 0;
}

void
rensa_helper_free (RensaHelper *self)
{
  end (self);
  if (self->socket >= 0)
    close (self->socket);
  g_free (self);
}

static void
set_limit (RensaHelper *self, int what, rlim_t most)
{
  struct rlimit limit;

  if (prlimit (self->pid, what, NULL, &limit) != 0)
    return;
  limit.rlim_cur = MIN (limit.rlim_max, most);
  prlimit (self->pid, what, &limit, NULL);
}

void
rensa_helper_allow (RensaHelper *self, guint seconds, guint64 n_bytes)
{
  struct timespec used;
  clockid_t clock;

  if (self->pid == 0)
    return;
  if (clock_getcpuclockid (self->pid, &clock) == 0 && clock_gettime (clock, &used) == 0)
    set_limit (self, RLIMIT_CPU, (rlim_t) used.tv_sec + 1 + seconds);
  if (!RENSA_SANITIZED)
    set_limit (self, RLIMIT_AS, n_bytes);
}

gboolean
rensa_helper_send (RensaHelper *self, gconstpointer bytes, gsize n)
{
  for (gsize sent = 0; sent < n;)
    {
      const gssize n_now = send (self->socket, (const char *) bytes + sent, n - sent, MSG_NOSIGNAL);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        return FALSE;
      sent += (gsize) n_now;
    }
  return TRUE;
}

gboolean
rensa_helper_receive (RensaHelper *self, gpointer bytes, gsize n)
{
  for (gsize received = 0; received < n;)
    {
      const gssize n_now = recv (self->socket, (char *) bytes + received, n - received, 0);

      if (n_now < 0 && errno == EINTR)
        continue;
      if (n_now <= 0)
        return FALSE;
      received += (gsize) n_now;
    }
  return TRUE;
}

gboolean
rensa_helper_was_too_slow (RensaHelper *self)
{
  siginfo_t ended = { 0 };

  /* A process that has closed its socket may need a moment to exit; this waits so that it is
   * reported to have exited on its own. */
  for (int i = 0; i < 100 && self->pid != 0 && ended.si_pid == 0; i++)
    {
      if (i > 0)
        g_usleep (10000);
      if (waitid (P_PID, (id_t) self->pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0)
        break;
    }
  end (self);
  return WIFSIGNALED (self->status) && WTERMSIG (self->status) == SIGXCPU;
}
