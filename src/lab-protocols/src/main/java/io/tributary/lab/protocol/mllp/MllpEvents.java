package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.hl7.AckCode;
import javax.net.ssl.SSLException;

/**
 * Listener for connection events, for logs and metrics. Methods run on event loops and must not
 * block.
 */
public interface MllpEvents {
  /** Listener that ignores all events. */
  MllpEvents NONE = new MllpEvents() {};

  default void connected(String peer) {}

  /** A connection was rejected because of its address or the connection limit. */
  default void rejected(String peer) {}

  /**
   * A TLS handshake failed: a certificate is missing or not trusted on either side, or the peer
   * does not use TLS. Do not log the exception's message, because it may quote received data.
   */
  default void handshakeFailed(SSLException why) {}

  /** A connection was closed by either side. */
  default void disconnected(String peer) {}

  /** A connection attempt failed; the next one follows after the given delay. */
  default void connectFailed(Throwable why, long pauseMillis) {}

  /** A connection was closed because of a protocol fault. */
  default void protocolFault(String peer, MllpFault why) {}

  /** A message was acknowledged, in either direction. */
  default void acknowledged(String peer, AckCode code) {}

  /** Storing a message failed for an internal reason. */
  default void storeFailed(String peer, Throwable why) {}

  /** A message arrived that answers no outstanding message, such as a late response. */
  default void unexpectedMessage(String peer) {}
}
