package io.tributary.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Reservation of a free TCP port whose number is published before its listener starts, or while the
 * listener restarts.
 *
 * <p>A port that was merely found to be free may be assigned to any outgoing connection or other
 * process before the listener binds it. This class therefore binds the port without listening: the
 * system no longer assigns it, and connections to it are refused. A listener that requests this
 * port explicitly can bind it at once, in this or another process, because both sockets set
 * SO_REUSEADDR (servers do, and so does {@link java.net.ServerSocket}).
 *
 * <p>Only Linux is known to let a listener share a bound socket. On other systems the port is
 * merely found to be free.
 */
public final class PortReservation implements AutoCloseable {
  private static final boolean SUPPORTED = System.getProperty("os.name").equals("Linux");

  private final Socket socket = new Socket();
  private final int port;

  private PortReservation() throws IOException {
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(0));
    port = socket.getLocalPort();
    if (!SUPPORTED) {
      socket.close();
    }
  }

  /** Reserves a port that is free on all addresses of this machine. */
  public static PortReservation reserve() {
    try {
      return new PortReservation();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return port;
  }

  /** Releases the reservation. A listener on the port is not affected. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
