#pragma once
// statfs, which Swift's own module of the C library leaves out.
#include <sys/vfs.h>
