package io.tributary.http;

import java.util.Map;

/**
 * Response of a handler.
 *
 * @param body written as JSON; null for no body. A {@link Raw} or {@link Streamed} body is sent as
 *     it is. Ignored if the handler has written the response itself ({@link #handled}).
 */
public record Response(int status, Object body, Map<String, String> headers) {
  private static final Response HANDLED = new Response(0, null, Map.of());

  /** Body bytes with a content type. */
  public record Raw(String contentType, byte[] bytes) {}

  /**
   * Body that is generated while it is sent, see {@link StreamedBytes}.
   *
   * @param length total length in bytes; -1 if unknown
   */
  public record Streamed(String contentType, long length, StreamedBytes.ChunkSource chunks) {}

  public Response {
    headers = Map.copyOf(headers);
  }

  public static Response ok(Object body) {
    return new Response(200, body, Map.of());
  }

  public static Response of(int status, Object body) {
    return new Response(status, body, Map.of());
  }

  public static Response noContent() {
    return new Response(204, null, Map.of());
  }

  public static Response redirect(String location) {
    return new Response(307, null, Map.of("location", location));
  }

  public static Response html(int status, String page) {
    return new Response(
        status,
        new Raw("text/html; charset=utf-8", page.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        Map.of());
  }

  /** Returns the marker for a response that the handler streams itself. */
  public static Response handled() {
    return HANDLED;
  }

  boolean isHandled() {
    return this == HANDLED;
  }
}
