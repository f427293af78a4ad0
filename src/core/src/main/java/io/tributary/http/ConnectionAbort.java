package io.tributary.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/** Closes connections of clients that do not read their responses. */
final class ConnectionAbort {
  private ConnectionAbort() {}

  /**
   * Closes the connection immediately. {@code HttpConnection.close()} waits until all written data
   * has been read, which may never happen.
   */
  static void abort(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      server.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }
}
