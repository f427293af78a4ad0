package io.tributary.http;

import java.util.Map;

/**
 * What a handler answers.
 *
 * @param body written as JSON; null = no body; a {@link Raw} or {@link Streamed} goes out as it is;
 *     ignored when the handler has written the response itself ({@link #handled})
 */
public record Response(int status, Object body, Map<String, String> headers) {
  private static final Response HANDLED = new Response(0, null, Map.of());

  /** Bytes of a media type. */
  public record Raw(String contentType, byte[] bytes) {}

  /**
   * Bytes of a media type that are made while they are sent: {@link StreamedBytes}.
   *
   * @param length of all of them; -1 when nobody knows
   */
  public record Streamed(String contentType, long length, StreamedBytes.Pieces pieces) {}

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

  /** The handler streams the response itself. */
  public static Response handled() {
    return HANDLED;
  }

  boolean isHandled() {
    return this == HANDLED;
  }
}
