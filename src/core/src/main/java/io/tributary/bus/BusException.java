package io.tributary.bus;

/**
 * The handler of an asked message failed for a reason that is not the caller's; see the log for the
 * id.
 */
public final class BusException extends RuntimeException {
  public BusException(String id) {
    super("handler failed, fault=" + id, null, false, false);
  }
}
