package io.tributary.lab.protocol.mllp;

import io.vertx.core.net.ClientSSLOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * A connection to a laboratory.
 *
 * @param tls trust, and our own certificate where the laboratory wants one; the name of the host is
 *     checked unless these options say otherwise
 * @param overVpn whether bytes may leave the machine unencrypted, because something else encrypts
 *     them
 * @param connectTimeout per attempt, with the handshake
 * @param sendTimeout how long a message may wait for its turn and for a connection
 * @param answerTimeout how long an answer may take
 * @param firstPause before the second attempt to connect; doubles up to {@code longestPause}
 * @param mostWaiting messages behind the one under way
 * @param maxMessage bytes of an answer
 */
public record MllpClientOptions(
    String host,
    int port,
    Optional<ClientSSLOptions> tls,
    boolean overVpn,
    Duration connectTimeout,
    Duration sendTimeout,
    Duration answerTimeout,
    Duration firstPause,
    Duration longestPause,
    int mostWaiting,
    int maxMessage) {
  public MllpClientOptions {
    if (tls.isEmpty() && !overVpn && !AllowedPeers.isLoopback(host)) {
      throw new IllegalArgumentException("plain connections stay on this machine");
    }
    if (!positive(connectTimeout)
        || !positive(sendTimeout)
        || !positive(answerTimeout)
        || !positive(firstPause)
        || longestPause.compareTo(firstPause) < 0
        || mostWaiting < 0
        || maxMessage < 1) {
      throw new IllegalArgumentException("bounds of a connection");
    }
  }

  private static boolean positive(Duration d) {
    return d.toMillis() > 0;
  }

  /** The customary times, over TLS or to this machine. */
  public static MllpClientOptions to(String host, int port, Optional<ClientSSLOptions> tls) {
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

  /** The same connection with other times. */
  public MllpClientOptions withTimes(
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
        mostWaiting,
        maxMessage);
  }

  /** The same connection with other bounds. */
  public MllpClientOptions withBounds(int waiting, int messageBytes) {
    return new MllpClientOptions(
        host,
        port,
        tls,
        overVpn,
        connectTimeout,
        sendTimeout,
        answerTimeout,
        firstPause,
        longestPause,
        waiting,
        messageBytes);
  }
}
