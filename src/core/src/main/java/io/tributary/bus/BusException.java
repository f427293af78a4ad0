package io.tributary.bus;

/**
 * Failure of a remote handler that the caller did not cause. The log entry with this fault ID holds
 * the cause.
 */
public final class BusException extends RuntimeException {
  public BusException(String id) {
    super("handler failed, fault=" + id, null, false, false);
  }
}
