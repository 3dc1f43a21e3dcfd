#include "ccodec_input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

int64_t ccodec_input_read(const ccodec_input *input, uint64_t offset, void *into, size_t count) {
  if (offset >= input->count) return 0;
  if (count > input->count - offset) count = (size_t)(input->count - offset);
  if (input->bytes) {
    memcpy(into, input->bytes + offset, count);
    return (int64_t)count;
  }
  size_t done = 0;
  while (done < count) {
    ssize_t got = pread(input->descriptor, (uint8_t *)into + done, count - done, (off_t)(offset + done));
    if (got < 0) {
      if (errno == EINTR) continue;
      return -(int64_t)errno;
    }
    if (got == 0) break;  // The file has become shorter since its size was asked for.
    done += (size_t)got;
  }
  return (int64_t)done;
}

uint32_t ccodec_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32_z(crc, bytes, count);
}

int64_t ccodec_inflate(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (count > UINT32_MAX || capacity > UINT32_MAX || inflateInit(&stream) != Z_OK) return -1;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = into;
  stream.avail_out = (uInt)capacity;
  int status = inflate(&stream, Z_FINISH);
  int64_t written = (int64_t)stream.total_out;
  inflateEnd(&stream);
  if (status == Z_STREAM_END) return written;
  return (status == Z_BUF_ERROR || status == Z_OK) && stream.avail_out == 0 ? -2 : -1;
}
