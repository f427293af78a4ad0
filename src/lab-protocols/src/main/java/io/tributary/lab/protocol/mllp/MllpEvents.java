package io.tributary.lab.protocol.mllp;

import io.tributary.lab.protocol.hl7.AckCode;
import javax.net.ssl.SSLException;

/** Hears what happens on connections, for logs and figures. Called on event loops: do not block. */
public interface MllpEvents {
  /** Hears nothing. */
  MllpEvents NONE = new MllpEvents() {};

  default void connected(String peer) {}

  /** A connection from an address that is not let in, or one too many. */
  default void turnedAway(String peer) {}

  /**
   * Somebody connected and no TLS came of it: a certificate is missing or not believed, on either
   * side, or this is no TLS at all. Do not write the fault's text: it may quote what was sent.
   */
  default void handshakeFailed(SSLException why) {}

  /** A connection has ended, by whomever. */
  default void disconnected(String peer) {}

  /** An attempt to connect has failed; the next one comes after this pause. */
  default void connectFailed(Throwable why, long pauseMillis) {}

  /** A connection was given up for this. */
  default void broken(String peer, MllpFault why) {}

  /** A message was answered, by us or to us. */
  default void answered(String peer, AckCode code) {}

  /** Storing a message failed for a reason that is ours. */
  default void receiverFailed(String peer, Throwable why) {}

  /** Something came that answers nothing under way: a late answer, say. */
  default void stray(String peer) {}
}
