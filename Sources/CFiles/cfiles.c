#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "cfiles.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/openat2.h>
#include <sched.h>
#include <sys/syscall.h>
#endif

int cfiles_open_beneath(int folder, const char *path, int flags, mode_t mode) {
#if defined(__linux__) && defined(SYS_openat2)
  struct open_how how = {
      .flags = (unsigned)flags,
      .mode = flags & O_CREAT ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  // EAGAIN: something was renamed meanwhile, so that the kernel cannot tell whether the walk stayed beneath.
  for (int attempt = 0; attempt < 64; attempt++) {
    long descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (descriptor >= 0 || (errno != EAGAIN && errno != EINTR)) return (int)descriptor;
  }
  return -1;
#else
  (void)folder, (void)path, (void)flags, (void)mode;
  errno = ENOSYS;
  return -1;
#endif
}

#if defined(__linux__)
const int cfiles_passing_flags = O_PATH | O_DIRECTORY;
#else
const int cfiles_passing_flags = O_RDONLY | O_DIRECTORY;
#endif

int cfiles_rename_to_free_name(int folder, const char *from, const char *to) {
#if defined(__linux__) && defined(SYS_renameat2)
  enum { no_replace = 1 };  // RENAME_NOREPLACE, which older headers lack
  return (int)syscall(SYS_renameat2, folder, from, folder, to, no_replace);
#else
  (void)folder, (void)from, (void)to;
  errno = ENOSYS;
  return -1;
#endif
}

int cfiles_scheduled_processors(void) {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
#else
  return 0;
#endif
}

int cfiles_try_read_lease(int descriptor) {
#if defined(__linux__)
  // A writer that comes while the lease is held has the holder be signalled, by a signal that would end the process; this
  // one is ignored.
  (void)fcntl(descriptor, F_SETSIG, SIGURG);
  if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return -1;
  (void)fcntl(descriptor, F_SETLEASE, F_UNLCK);
  return 0;
#else
  (void)descriptor;
  errno = ENOSYS;
  return -1;
#endif
}

unsigned long long cfiles_pid_namespace(void) {
  struct stat status;
  return stat("/proc/self/ns/pid", &status) == 0 ? (unsigned long long)status.st_ino : 0;
}
