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
  private static final int FAREWELLS = 100;

  private final ServiceConfig.Http settings;
  private final ConnectionLimit limit;
  private final RejectedRequests turnedAway;
  private final Map<HttpConnection, ConnectionHandler> open = new IdentityHashMap<>();
  private final Set<HttpConnection> farewells = new HashSet<>();

  ConnectionTracker(
      ServiceConfig.Http settings, ConnectionLimit limit, RejectedRequests turnedAway) {
    this.settings = settings;
    this.limit = limit;
    this.turnedAway = turnedAway;
  }

  /**
   * Registers a new connection. If the limit is exceeded, the connection that has been idle longest
   * is closed instead, so a flood of silent connections does not lock out real clients.
   */
  void came(HttpConnection connection) {
    boolean room = limit.enter();
    ConnectionHandler c = ConnectionHandler.on(connection);
    ConnectionHandler longest = room ? null : longestIdle();
    open.put(connection, c);
    connection.closeHandler(v -> gone(connection));
    if (room) {
      return;
    }
    turnedAway.count(RejectedRequests.Why.CONNECTIONS);
    if (longest != null) {
      longest.cut();
    } else if (farewells.size() >= FAREWELLS) {
      c.cut();
    } else {
      farewells.add(connection);
      c.sendAway("503 Service Unavailable", "too many connections; try again");
    }
  }

  private void gone(HttpConnection connection) {
    if (open.remove(connection) != null) {
      limit.leave();
      farewells.remove(connection);
    }
  }

  private ConnectionHandler longestIdle() {
    ConnectionHandler longest = null;
    for (ConnectionHandler c : open.values()) {
      if (c.idle() && (longest == null || c.idleSince() - longest.idleSince() < 0)) {
        longest = c;
      }
    }
    return longest;
  }

  void begin(HttpServerRequest request) {
    ConnectionHandler c = open.get(request.connection());
    if (c != null) {
      c.begin(request, settings.limits());
    }
  }

  /** Closes the connection after the response to this request. */
  void closeAfter(HttpServerRequest request) {
    ConnectionHandler c = open.get(request.connection());
    if (c != null) {
      c.close(request);
    }
  }

  void look(long now) {
    for (ConnectionHandler c : List.copyOf(open.values())) {
      c.look(now, settings.limits(), settings.streamLimit(), turnedAway);
    }
  }
}
