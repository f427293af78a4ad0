package io.tributary.lab.protocol.mllp;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * MLLP server that acknowledges each message after its handler has stored it. Each connection
 * processes one message at a time and is paused meanwhile.
 */
public final class MllpServer {
  private final Vertx vertx;
  private final MllpServerOptions options;
  private final MllpMessageHandler receiver;
  private final MllpEvents events;
  private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
  private final NetServer server;
  private volatile boolean stopping;

  public MllpServer(
      Vertx vertx, MllpServerOptions options, MllpMessageHandler receiver, MllpEvents events) {
    this.vertx = vertx;
    this.options = options;
    this.receiver = receiver;
    this.events = events;
    NetServerOptions net =
        new NetServerOptions()
            .setHost(options.host())
            .setPort(options.port())
            .setTcpKeepAlive(true)
            .setTcpNoDelay(true);
    options
        .tls()
        .ifPresent(
            tls ->
                net.setSsl(true)
                    .setClientAuth(tls.getClientAuth())
                    .setKeyCertOptions(tls.getKeyCertOptions())
                    .setTrustOptions(tls.getTrustOptions())
                    .setEnabledSecureTransportProtocols(tls.getEnabledSecureTransportProtocols()));
    options
        .idleTimeout()
        .ifPresent(
            idle ->
                net.setReadIdleTimeout((int) idle.toMillis())
                    .setIdleTimeoutUnit(TimeUnit.MILLISECONDS));
    server =
        vertx
            .createNetServer(net)
            .connectHandler(this::accept)
            .exceptionHandler(this::onConnectionError);
  }

  /**
   * Reports failed handshakes. Other faults come from port probes that disconnect without sending
   * data.
   */
  private void onConnectionError(Throwable why) {
    if (why instanceof SSLException fault) {
      events.handshakeFailed(fault);
    }
  }

  /** Completes when the server accepts connections. */
  public Future<Void> start() {
    return server.listen().mapEmpty();
  }

  /** Returns the port in use after the start. */
  public int port() {
    return server.actualPort();
  }

  /** Returns the number of open connections. */
  public int connections() {
    return connections.size();
  }

  /**
   * Accepts no further connections and messages; messages being stored are still acknowledged
   * within the grace period.
   */
  public Future<Void> stop(long graceMillis) {
    stopping = true;
    return server.shutdown(graceMillis, TimeUnit.MILLISECONDS);
  }

  private void accept(NetSocket socket) {
    String peer = socket.remoteAddress().hostAddress();
    if (stopping
        || peer == null
        || !options.peers().isAllowed(peer)
        || connections.size() >= options.maxConnections()) {
      events.rejected(String.valueOf(peer));
      socket.close();
      return;
    }
    Context context = vertx.getOrCreateContext();
    ServerConnection connection =
        new ServerConnection(vertx, context, socket, options, receiver, events);
    connections.add(connection);
    events.connected(peer);
    connection.start(
        () -> {
          connections.remove(connection);
          events.disconnected(peer);
        });
  }
}
