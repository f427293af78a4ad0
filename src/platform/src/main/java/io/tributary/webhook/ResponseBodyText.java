package io.tributary.webhook;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Bytes that somebody answered, as JSON can hold them.
 *
 * @param text as it is where the bytes are UTF-8, else their base64; null = none
 * @param encoding {@code utf-8} or {@code base64}; null = none
 */
record ResponseBodyText(String text, String encoding) {
  static ResponseBodyText of(byte[] bytes) {
    if (bytes == null || bytes.length == 0) {
      return new ResponseBodyText(null, null);
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    // Not the end of the input: a character that the limit of storage has cut off is no fault.
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, false);
    return result.isError()
        ? new ResponseBodyText(Base64.getEncoder().encodeToString(bytes), "base64")
        : new ResponseBodyText(out.flip().toString(), "utf-8");
  }
}
