package io.tributary.http;

import io.vertx.core.http.HttpServerRequest;

/** The address that a request comes from. */
public final class Remote {
  private Remote() {}

  /** The other end of the connection, which may be a proxy; null when it is gone. */
  public static String peer(HttpServerRequest request) {
    return request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
  }

  /** What the nearest proxy has added to {@code x-forwarded-for}, else the peer. */
  public static String forwarded(HttpServerRequest request) {
    String header = request.getHeader("x-forwarded-for");
    String last = header == null ? "" : header.substring(header.lastIndexOf(',') + 1).strip();
    return last.matches("[0-9A-Fa-f.:]{2,45}") ? last : peer(request);
  }
}
