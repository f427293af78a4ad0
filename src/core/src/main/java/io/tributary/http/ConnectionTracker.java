package io.tributary.http;

import io.tributary.config.ServiceConfig;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The connections of one event loop. */
final class ConnectionTracker {
  /** So many are told why they are sent away; of a flood the others are cut. */
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
   * A new one. When there are too many, the one that has waited longest for a request makes room
   * for it: a flood of connections that say nothing keeps nobody out.
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

  /** A request has begun. */
  void begin(HttpServerRequest request) {
    ConnectionHandler c = open.get(request.connection());
    if (c != null) {
      c.begin(request, settings.limits());
    }
  }

  /** The answer of this request is the last one of its connection. */
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
