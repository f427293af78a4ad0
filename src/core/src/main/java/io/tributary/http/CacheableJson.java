package io.tributary.http;

import io.tributary.core.Encryption;
import io.tributary.core.Json;
import java.util.HexFormat;
import java.util.Map;

/**
 * A JSON document that changes with the program only: clients may keep it and ask whether it is
 * still so.
 */
public final class CacheableJson {
  private final byte[] bytes;
  private final Map<String, String> headers;

  private CacheableJson(byte[] bytes, Map<String, String> headers) {
    this.bytes = bytes;
    this.headers = headers;
  }

  public static CacheableJson json(Object document) {
    String text = Json.text(document);
    String tag = HexFormat.of().formatHex(Encryption.sha256(text), 0, 16);
    return new CacheableJson(
        text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        Map.of("etag", '"' + tag + '"', "cache-control", "public, max-age=300"));
  }

  /** 304 for a client that has it already. */
  public Response answer(RequestContext call) {
    return headers.get("etag").equals(call.header("if-none-match"))
        ? new Response(304, null, headers)
        : new Response(200, new Response.Raw("application/json", bytes), headers);
  }
}
