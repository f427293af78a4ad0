package io.tributary.core;

import java.net.SocketException;

/** A port cannot be had, so the node does not start. The message is one line for who runs it. */
public final class PortUnavailable extends RuntimeException {
  private PortUnavailable(String host, int port, String setting, SocketException why) {
    super(
        "cannot listen on "
            + host
            + ":"
            + port
            + " ("
            + why.getMessage()
            + "): end what listens there, or set "
            + setting
            + " to a port that is free",
        why);
  }

  /**
   * What ends a start that failed where a port was opened.
   *
   * @param failure of any kind: futures pass checked faults of the network on
   * @param setting the variable that names the port
   * @return this where the port is the reason, else what failed
   */
  public static RuntimeException or(Exception failure, String host, int port, String setting) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SocketException why) {
        return new PortUnavailable(host, port, setting, why);
      }
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
