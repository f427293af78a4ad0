package io.tributary.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A TCP port that is told to others before its listener is there, or while it is away for a
 * restart.
 *
 * <p>A port that is merely found free belongs to nobody: until it is listened on, any connection to
 * the outside and any other process may get it. This one is bound, without listening: no system
 * gives it away any more, and connections to it are refused. A listener that asks for just this
 * port gets it at once, in this process or another one, as both sides allow reuse of the address
 * (servers do, and so does {@link java.net.ServerSocket}). Only Linux is known to let a listener
 * join a bound socket; elsewhere the port is merely found free.
 */
public final class PortReservation implements AutoCloseable {
  private static final boolean HELD = System.getProperty("os.name").equals("Linux");

  private final Socket socket = new Socket();
  private final int port;

  private PortReservation() throws IOException {
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(0));
    port = socket.getLocalPort();
    if (!HELD) {
      socket.close();
    }
  }

  /** Any port that is free on all addresses of this machine. */
  public static PortReservation any() {
    try {
      return new PortReservation();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public int port() {
    return port;
  }

  /** Gives the port up; who listens on it keeps it. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
