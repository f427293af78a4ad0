package io.tributary.lab.protocol.mllp;

import io.vertx.core.net.ServerSSLOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of the MLLP server.
 *
 * @param port 0 for any free port
 * @param tls our certificate, and the trusted client certificates
 * @param overVpn whether unencrypted traffic from other machines is accepted because another layer
 *     encrypts it
 * @param peers addresses from which connections are accepted
 * @param frameTimeout maximum time from the first byte of a message to its last
 * @param idleTimeout idle time after which a connection is closed; empty means never
 * @param storeTimeout maximum time for storing a message before it is rejected
 * @param maxConnections maximum number of connections; further ones are closed
 * @param maxMessageBytes maximum size of a message in bytes
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
    int maxConnections,
    int maxMessageBytes) {
  public MllpServerOptions {
    if (tls.isEmpty() && !overVpn && !AllowedPeers.isLoopback(host)) {
      throw new IllegalArgumentException(
          "an unencrypted connection is allowed only to the local host or over a VPN");
    }
    if (frameTimeout.toMillis() < 1
        || idleTimeout.map(d -> d.toMillis() < 1).orElse(false)
        || storeTimeout.toMillis() < 1
        || maxConnections < 1
        || maxMessageBytes < 1) {
      throw new IllegalArgumentException("server timeouts and limits are out of range");
    }
  }

  /** Returns the default limits, for a TLS or loopback listener. */
  public static MllpServerOptions of(String host, int port, Optional<ServerSSLOptions> tls) {
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

  public MllpServerOptions withLimits(Duration frame, Duration store, int connections, int bytes) {
    return new MllpServerOptions(
        host, port, tls, overVpn, peers, frame, idleTimeout, store, connections, bytes);
  }

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
        maxConnections,
        maxMessageBytes);
  }

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
        maxConnections,
        maxMessageBytes);
  }
}
