package io.tributary.webhook;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Response body in a form that JSON can hold.
 *
 * @param text the text if the bytes are valid UTF-8, otherwise their base64; null if there is no
 *     body
 * @param encoding {@code utf-8} or {@code base64}; null if there is no body
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
    // endOfInput is false, because a character truncated by the storage limit is not an error.
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, false);
    return result.isError()
        ? new ResponseBodyText(Base64.getEncoder().encodeToString(bytes), "base64")
        : new ResponseBodyText(out.flip().toString(), "utf-8");
  }
}
