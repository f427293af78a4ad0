package io.tributary.http;

import java.util.Map;

/**
 * What a handler answers.
 *
 * @param body written as JSON; null = no body; a {@link Raw} or {@link Streamed} goes out as it is;
 *     ignored when the handler has written the response itself ({@link #handled})
 */
public record Reply(int status, Object body, Map<String, String> headers) {
  private static final Reply HANDLED = new Reply(0, null, Map.of());

  /** Bytes of a media type. */
  public record Raw(String contentType, byte[] bytes) {}

  /**
   * Bytes of a media type that are made while they are sent: {@link StreamedBytes}.
   *
   * @param length of all of them; -1 when nobody knows
   */
  public record Streamed(String contentType, long length, StreamedBytes.Pieces pieces) {}

  public Reply {
    headers = Map.copyOf(headers);
  }

  public static Reply ok(Object body) {
    return new Reply(200, body, Map.of());
  }

  public static Reply of(int status, Object body) {
    return new Reply(status, body, Map.of());
  }

  public static Reply noContent() {
    return new Reply(204, null, Map.of());
  }

  public static Reply redirect(String location) {
    return new Reply(307, null, Map.of("location", location));
  }

  public static Reply html(int status, String page) {
    return new Reply(
        status,
        new Raw("text/html; charset=utf-8", page.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
        Map.of());
  }

  /** The handler streams the response itself. */
  public static Reply handled() {
    return HANDLED;
  }

  boolean isHandled() {
    return this == HANDLED;
  }
}
