/* rensa-sandbox.c: restricts a process to computing.
 * SPDX-License-Identifier: MIT */

#include "rensa-sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "rensa-sanitizer.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* The program that has started this process may raise it again (rensa_helper_allow ()), as long as
 * the process may continue. */
static void
set_limit (int what, rlim_t most)
{
  struct rlimit limit;

  if (getrlimit (what, &limit) != 0)
    return;
  limit.rlim_cur = MIN (limit.rlim_max, most);
  setrlimit (what, &limit);
}

#if defined(ARCHITECTURE) && !RENSA_SANITIZED

#define LOAD(member) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, member))
#define ALLOW(number) \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* Allows the call unless it would make memory executable. */
#define ALLOW_DATA(number)                                                                                          \
  BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 5), LOAD (args[2]),                                             \
      BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS), \
      BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW), LOAD (nr)

/* All other system calls fail with EPERM; limits cannot be raised, and SIGXCPU can neither be
 * ignored nor blocked. */
static void
forbid_the_rest (void)
{
  static struct sock_filter filter[] = {
    LOAD (arch),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    LOAD (nr),
    ALLOW (SYS_read),
    ALLOW (SYS_pread64),
    ALLOW (SYS_write),
    ALLOW (SYS_brk),
    ALLOW (SYS_munmap),
    ALLOW (SYS_mremap),
    ALLOW (SYS_madvise),
    ALLOW_DATA (SYS_mmap),
    ALLOW_DATA (SYS_mprotect),
    ALLOW (SYS_futex),
    ALLOW (SYS_clock_gettime),
    ALLOW (SYS_getrandom),
    ALLOW (SYS_rt_sigreturn),
    ALLOW (SYS_restart_syscall),
    ALLOW (SYS_exit),
    ALLOW (SYS_exit_group),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  const struct sock_fprog program = { G_N_ELEMENTS (filter), filter };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

/* A sanitizer needs more system calls than its own program. */
static void
forbid_the_rest (void)
{
}

#endif

void
rensa_sandbox_enter (guint seconds, guint64 n_bytes)
{
  set_limit (RLIMIT_CORE, 0);
  set_limit (RLIMIT_FSIZE, 0);
  set_limit (RLIMIT_CPU, seconds);
  if (!RENSA_SANITIZED)
    set_limit (RLIMIT_AS, n_bytes);
  forbid_the_rest ();
}
