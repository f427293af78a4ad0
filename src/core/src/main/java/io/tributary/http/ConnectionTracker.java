package io.tributary.http;

import io.tributary.config.ServiceConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Connections of one event loop. */
final class ConnectionTracker {
  /**
   * Maximum number of rejected clients that get an error response at the same time. In a flood,
   * further connections are closed without one.
   */
  private static final int MAX_REJECTION_RESPONSES = 100;

  private final ServiceConfig.Http settings;
  private final ConnectionLimit limit;
  private final RejectedRequests rejections;
  private final Map<HttpConnection, ConnectionHandler> open = new IdentityHashMap<>();
  private final Set<HttpConnection> rejected = new HashSet<>();

  ConnectionTracker(
      ServiceConfig.Http settings, ConnectionLimit limit, RejectedRequests rejections) {
    this.settings = settings;
    this.limit = limit;
    this.rejections = rejections;
  }

  /**
   * Registers a new connection. If the limit is exceeded, the connection that has been idle longest
   * is closed instead, so a flood of silent connections does not lock out real clients.
   */
  void onConnect(HttpConnection connection) {
    boolean room = limit.increment();
    ConnectionHandler c = ConnectionHandler.attach(connection);
    ConnectionHandler longest = room ? null : longestIdle();
    open.put(connection, c);
    connection.closeHandler(v -> onClose(connection));
    if (room) {
      return;
    }
    rejections.count(RejectedRequests.RejectionReason.CONNECTIONS);
    if (longest != null) {
      longest.abort();
    } else if (rejected.size() >= MAX_REJECTION_RESPONSES) {
      c.abort();
    } else {
      rejected.add(connection);
      c.reject("503 Service Unavailable", "too many connections; try again");
    }
  }

  private void onClose(HttpConnection connection) {
    if (open.remove(connection) != null) {
      limit.decrement();
      rejected.remove(connection);
    }
  }

  private ConnectionHandler longestIdle() {
    ConnectionHandler longest = null;
    for (ConnectionHandler c : open.values()) {
      if (c.isIdle() && (longest == null || c.idleSince() - longest.idleSince() < 0)) {
        longest = c;
      }
    }
    return longest;
  }

  void onRequest(HttpServerRequest request) {
    ConnectionHandler c = open.get(request.connection());
    if (c != null) {
      c.onRequest(request, settings.limits());
    }
  }

  /** Closes the connection after the response to this request. */
  void closeAfterResponse(HttpServerRequest request) {
    ConnectionHandler c = open.get(request.connection());
    if (c != null) {
      c.closeAfterResponse(request);
    }
  }

  void enforceTimeouts(long now) {
    for (ConnectionHandler c : List.copyOf(open.values())) {
      c.enforceTimeouts(now, settings.limits(), settings.streamTimeout(), rejections);
    }
  }
}
