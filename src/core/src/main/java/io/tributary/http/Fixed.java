package io.tributary.http;

import io.tributary.kernel.Json;
import io.tributary.kernel.Secrets;
import java.util.HexFormat;
import java.util.Map;

/**
 * A JSON document that changes with the program only: clients may keep it and ask whether it is
 * still so.
 */
public final class Fixed {
  private final byte[] bytes;
  private final Map<String, String> headers;

  private Fixed(byte[] bytes, Map<String, String> headers) {
    this.bytes = bytes;
    this.headers = headers;
  }

  public static Fixed json(Object document) {
    String text = Json.text(document);
    String tag = HexFormat.of().formatHex(Secrets.sha256(text), 0, 16);
    return new Fixed(
        text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        Map.of("etag", '"' + tag + '"', "cache-control", "public, max-age=300"));
  }

  /** 304 for a client that has it already. */
  public Reply answer(Call call) {
    return headers.get("etag").equals(call.header("if-none-match"))
        ? new Reply(304, null, headers)
        : new Reply(200, new Reply.Raw("application/json", bytes), headers);
  }
}
