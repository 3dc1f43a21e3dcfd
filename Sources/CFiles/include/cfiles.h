// System calls that Swift cannot spell: variadic ones, those without a wrapper in the C library, and function-like macros.
#ifndef CFILES_H
#define CFILES_H

#include <stddef.h>
#include <sys/types.h>

#if defined(__linux__)
#include <sys/statfs.h>
#include <sys/xattr.h>
#endif

/// Opens `path` beneath `folder` without passing through a symbolic link, the last name included (openat2(2) with
/// RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS).
///
/// Returns a descriptor, or -1 with errno: ENOSYS where the system has no such call, ELOOP for a link.
int cfiles_open_beneath(int folder, const char *path, int flags, mode_t mode);

/// Flags of open(2) for a folder that is only passed through, which need not be readable.
extern const int cfiles_passing_flags;

/// Renames within one folder, and fails with EEXIST where the new name is taken (renameat2(2) with RENAME_NOREPLACE).
///
/// Returns 0, or -1 with errno: ENOSYS or EINVAL where system or file system cannot do so.
int cfiles_rename_to_free_name(int folder, const char *from, const char *to);

/// The processors that the scheduler may run this process on; 0 where that is unknown.
int cfiles_scheduled_processors(void);

/// Asks for a read lease and gives it back at once (fcntl(2), F_SETLEASE).
///
/// Returns 0 where it was had, or -1 with errno: EAGAIN where somebody holds the file open for writing.
int cfiles_try_read_lease(int descriptor);

/// The inode of this process's namespace of process identifiers; 0 where that is unknown.
unsigned long long cfiles_pid_namespace(void);

#endif
