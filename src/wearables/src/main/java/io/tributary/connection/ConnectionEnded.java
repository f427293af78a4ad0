package io.tributary.connection;

/**
 * The connection was removed, paused, broken or linked anew since the work began: the work stops
 * and has no effect.
 */
public final class ConnectionEnded extends RuntimeException {
  public ConnectionEnded(String message) {
    super(message, null, false, false);
  }
}
