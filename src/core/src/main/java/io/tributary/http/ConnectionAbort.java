package io.tributary.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;

/** Ends connections of clients that do not read. */
final class ConnectionAbort {
  private ConnectionAbort() {}

  /**
   * At once. The connection's own close waits until all that was written has been read, which may
   * be never.
   */
  static void now(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      server.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }
}
