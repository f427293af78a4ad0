package io.tributary.lab.protocol.mllp;

import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where laboratories connect to us.
 *
 * @param port 0 for any free one
 * @param tls our certificate, and whose certificates are asked for
 * @param overVpn whether bytes may come unencrypted from another machine
 * @param peers whose connections are taken
 * @param frameTimeout from the first byte of a message to its last
 * @param idleTimeout of a connection that says nothing; empty = it may be silent for ever
 * @param storeTimeout how long storing a message may take before it is refused
 * @param mostConnections at once; further ones are closed
 * @param maxMessage bytes of a message
 */
public record MllpServerOptions(
    String host,
    int port,
    Optional<ServerSSLOptions> tls,
    boolean overVpn,
    AllowedPeers peers,
    Duration frameTimeout,
    Optional<Duration> idleTimeout,
    Duration storeTimeout,
    int mostConnections,
    int maxMessage) {
  public MllpServerOptions {
    if (tls.isEmpty() && !overVpn && !AllowedPeers.isLoopback(host)) {
      throw new IllegalArgumentException("plain connections stay on this machine");
    }
    if (frameTimeout.toMillis() < 1
        || idleTimeout.map(d -> d.toMillis() < 1).orElse(false)
        || storeTimeout.toMillis() < 1
        || mostConnections < 1
        || maxMessage < 1) {
      throw new IllegalArgumentException("bounds of a server");
    }
  }

  /** The customary bounds, over TLS or on this machine. */
  public static MllpServerOptions at(String host, int port, Optional<ServerSSLOptions> tls) {
    return new MllpServerOptions(
        host,
        port,
        tls,
        false,
        AllowedPeers.of(List.of()),
        Duration.ofSeconds(30),
        Optional.empty(),
        Duration.ofSeconds(25),
        64,
        16 << 20);
  }

  /** The same place with other bounds. */
  public MllpServerOptions withBounds(Duration frame, Duration store, int connections, int bytes) {
    return new MllpServerOptions(
        host, port, tls, overVpn, peers, frame, idleTimeout, store, connections, bytes);
  }

  /** The same place for these only. */
  public MllpServerOptions withPeers(AllowedPeers only) {
    return new MllpServerOptions(
        host,
        port,
        tls,
        overVpn,
        only,
        frameTimeout,
        idleTimeout,
        storeTimeout,
        mostConnections,
        maxMessage);
  }

  /** The same place, closing what is silent for so long. */
  public MllpServerOptions withIdleTimeout(Duration idle) {
    return new MllpServerOptions(
        host,
        port,
        tls,
        overVpn,
        peers,
        frameTimeout,
        Optional.of(idle),
        storeTimeout,
        mostConnections,
        maxMessage);
  }
}
