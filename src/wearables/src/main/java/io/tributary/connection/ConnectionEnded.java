package io.tributary.connection;

/**
 * Thrown when the connection was removed, paused, failed or relinked since the work began. The work
 * stops without any effect.
 */
public final class ConnectionEnded extends RuntimeException {
  public ConnectionEnded(String message) {
    super(message, null, false, false);
  }
}
