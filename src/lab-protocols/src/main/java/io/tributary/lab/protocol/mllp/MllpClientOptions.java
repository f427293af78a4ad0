package io.tributary.lab.protocol.mllp;

import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a connection to a laboratory.
 *
 * @param tls trust settings and our client certificate if the laboratory requires one; the host
 *     name is verified unless these options set another algorithm
 * @param overVpn whether unencrypted traffic may leave the machine because another layer encrypts
 *     it
 * @param connectTimeout per attempt, including the TLS handshake
 * @param sendTimeout maximum time that a message may wait in the queue, including for a connection
 * @param responseTimeout maximum time until the response
 * @param initialBackoff delay before the second connection attempt; doubles up to {@code
 *     longestPause}
 * @param maxQueued maximum number of messages queued behind the outstanding one
 * @param maxMessageBytes maximum size of a response in bytes
 */
public record MllpClientOptions(
    String host,
    int port,
    Optional<ClientSSLOptions> tls,
    boolean overVpn,
    Duration connectTimeout,
    Duration sendTimeout,
    Duration responseTimeout,
    Duration initialBackoff,
    Duration maxBackoff,
    int maxQueued,
    int maxMessageBytes) {
  public MllpClientOptions {
    if (tls.isEmpty() && !overVpn && !AllowedPeers.isLoopback(host)) {
      throw new IllegalArgumentException(
          "an unencrypted connection is allowed only to the local host or over a VPN");
    }
    if (!positive(connectTimeout)
        || !positive(sendTimeout)
        || !positive(responseTimeout)
        || !positive(initialBackoff)
        || maxBackoff.compareTo(initialBackoff) < 0
        || maxQueued < 0
        || maxMessageBytes < 1) {
      throw new IllegalArgumentException("connection timeouts and limits are out of range");
    }
  }

  private static boolean positive(Duration d) {
    return d.toMillis() > 0;
  }

  /** Returns the default timeouts, for a TLS or loopback connection. */
  public static MllpClientOptions of(String host, int port, Optional<ClientSSLOptions> tls) {
    return new MllpClientOptions(
        host,
        port,
        tls,
        false,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(1),
        Duration.ofMinutes(1),
        16,
        16 << 20);
  }

  public MllpClientOptions withTimeouts(
      Duration send, Duration answer, Duration firstPause, Duration longestPause) {
    return new MllpClientOptions(
        host,
        port,
        tls,
        overVpn,
        connectTimeout,
        send,
        answer,
        firstPause,
        longestPause,
        maxQueued,
        maxMessageBytes);
  }

  public MllpClientOptions withLimits(int waiting, int messageBytes) {
    return new MllpClientOptions(
        host,
        port,
        tls,
        overVpn,
        connectTimeout,
        sendTimeout,
        responseTimeout,
        initialBackoff,
        maxBackoff,
        waiting,
        messageBytes);
  }
}
