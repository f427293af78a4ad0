package io.tributary.core;

import java.net.SocketException;

/**
 * Failure to listen on a port, which prevents the start of the node. The message is one line for
 * the operator.
 */
public final class PortUnavailable extends RuntimeException {
  private PortUnavailable(String host, int port, String setting, SocketException why) {
    super(
        "cannot listen on "
            + host
            + ":"
            + port
            + " ("
            + why.getMessage()
            + "): stop the process that uses the port, or set "
            + setting
            + " to a free port",
        why);
  }

  /**
   * Translates a start failure: returns a {@link PortUnavailable} if a socket error caused it,
   * otherwise the failure itself.
   *
   * @param failure any exception, because futures rethrow checked network exceptions
   * @param setting environment variable that sets the port
   */
  public static RuntimeException translate(
      Exception failure, String host, int port, String setting) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SocketException why) {
        return new PortUnavailable(host, port, setting, why);
      }
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }
}
