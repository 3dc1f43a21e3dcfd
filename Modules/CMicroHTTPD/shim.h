#pragma once
#include <dlfcn.h>
#include <microhttpd.h>

/// The library's functions. It is opened when the first server starts instead of being linked: with its TLS library it
/// would cost the start-up of every command 1.8 ms, and only one needs it.
typedef struct {
  __typeof__(&MHD_start_daemon) start_daemon;
  __typeof__(&MHD_stop_daemon) stop_daemon;
  __typeof__(&MHD_get_connection_info) get_connection_info;
  __typeof__(&MHD_get_connection_values) get_connection_values;
  __typeof__(&MHD_queue_response) queue_response;
  __typeof__(&MHD_suspend_connection) suspend_connection;
  __typeof__(&MHD_resume_connection) resume_connection;
  __typeof__(&MHD_create_response_from_buffer) create_response_from_buffer;
  __typeof__(&MHD_create_response_from_callback) create_response_from_callback;
  __typeof__(&MHD_add_response_header) add_response_header;
  __typeof__(&MHD_destroy_response) destroy_response;
} cmhd_library;

/// Opens the library. Returns NULL when it is ready, and the dynamic linker's words when it is not.
static inline const char *cmhd_open(cmhd_library *library) {
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define CMHD_FIND(name) \
  if (!(library->name = (__typeof__(library->name))dlsym(handle, "MHD_" #name))) return dlerror();
  CMHD_FIND(start_daemon)
  CMHD_FIND(stop_daemon)
  CMHD_FIND(get_connection_info)
  CMHD_FIND(get_connection_values)
  CMHD_FIND(queue_response)
  CMHD_FIND(suspend_connection)
  CMHD_FIND(resume_connection)
  CMHD_FIND(create_response_from_buffer)
  CMHD_FIND(create_response_from_callback)
  CMHD_FIND(add_response_header)
  CMHD_FIND(destroy_response)
#undef CMHD_FIND
  return NULL;
}

/// What a server may spend, and who is told what.
typedef struct {
  unsigned connection_limit;
  unsigned timeout_seconds;
  size_t connection_memory;
  /// Bound and listening, without blocking; closed with the server.
  int listening_socket;
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *context;
} cmhd_options;

/// Drops what the library would print: what a client does wrong is the client's to hear.
static inline void cmhd_ignore(void *context, const char *format, va_list arguments) {
  (void)context, (void)format, (void)arguments;
}

/// Decodes `%HH` in place. A zero byte stays as it was written: it would cut the text off, and what stands behind it would
/// not have been looked at.
static inline size_t cmhd_unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context, (void)connection;
  char *to = text;
  for (const char *from = text; *from; from++) {
    int value = 0, digits = 0;
    while (*from == '%' && digits < 2) {
      char letter = from[digits + 1];
      int digit = letter >= '0' && letter <= '9' ? letter - '0'
        : (letter | 32) >= 'a' && (letter | 32) <= 'f' ? (letter | 32) - 'a' + 10 : -1;
      if (digit < 0) break;
      value = value * 16 + digit;
      digits++;
    }
    if (digits == 2 && value != 0) {
      *to++ = (char)value;
      from += 2;
    } else {
      *to++ = *from;
    }
  }
  *to = 0;
  return (size_t)(to - text);
}

/// MHD_start_daemon takes its options as variadic arguments, which Swift cannot pass.
static inline struct MHD_Daemon *cmhd_start(const cmhd_library *library, unsigned flags, const cmhd_options *options) {
  return library->start_daemon(
      flags, 0, NULL, NULL, options->handle, options->context, MHD_OPTION_EXTERNAL_LOGGER, &cmhd_ignore, NULL,
      MHD_OPTION_LISTEN_SOCKET, options->listening_socket, MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, options->timeout_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      options->connection_memory, MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
      MHD_OPTION_UNESCAPE_CALLBACK, &cmhd_unescape, NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

/// MHD_get_connection_info is variadic and returns a union.
static inline int cmhd_socket(const cmhd_library *library, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = library->get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
