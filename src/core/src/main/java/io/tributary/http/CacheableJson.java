package io.tributary.http;

import io.tributary.core.Encryption;
import io.tributary.core.Json;
import java.util.HexFormat;
import java.util.Map;

/**
 * JSON document that changes only with the version of the program. Clients may cache it and
 * revalidate it with its ETag.
 */
public final class CacheableJson {
  private final byte[] bytes;
  private final Map<String, String> headers;

  private CacheableJson(byte[] bytes, Map<String, String> headers) {
    this.bytes = bytes;
    this.headers = headers;
  }

  public static CacheableJson of(Object document) {
    String text = Json.text(document);
    String tag = HexFormat.of().formatHex(Encryption.sha256(text), 0, 16);
    return new CacheableJson(
        text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        Map.of("etag", '"' + tag + '"', "cache-control", "public, max-age=300"));
  }

  /** Returns the document, or status 304 if the client already has it. */
  public Response respond(RequestContext call) {
    return headers.get("etag").equals(call.header("if-none-match"))
        ? new Response(304, null, headers)
        : new Response(200, new Response.Raw("application/json", bytes), headers);
  }
}
