package io.tributary.tools.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A cable between two programs of this machine that can be pulled: what connects to its port is
 * carried to one of the places behind it. Each direction of a connection has a virtual thread.
 */
final class FaultyProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2000;
  private static final long HELD_NANOS = 20_000_000;
  private static final int CHUNK = 16 * 1024;

  /** What happens to what is on the cable. */
  enum State {
    WHOLE,
    /** Connections are reset, new ones too. */
    CUT,
    /** Nothing passes and nobody is told, as behind a switch that has lost its power. */
    SILENT
  }

  private final String name;
  private final ServerSocket door;
  private final List<InetSocketAddress> places;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile State state = State.WHOLE;
  private volatile boolean closed;

  /**
   * @param ports on this machine; one that refuses is passed over
   */
  FaultyProxy(String name, Integer... ports) {
    this.name = name;
    this.places =
        List.of(ports).stream()
            .map(p -> new InetSocketAddress(InetAddress.getLoopbackAddress(), p))
            .toList();
    try {
      door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("link " + name).start(this::serve);
  }

  String name() {
    return name;
  }

  int port() {
    return door.getLocalPort();
  }

  void set(State newState) {
    state = newState;
    if (newState == State.CUT) {
      open.forEach(FaultyProxy::reset);
      open.clear();
    }
  }

  private void serve() {
    while (!closed) {
      try {
        Socket in = door.accept();
        Thread.ofVirtual().start(() -> carry(in));
      } catch (IOException e) {
        // the door is closed, or this one is gone already
      }
    }
  }

  private void carry(Socket in) {
    open.add(in);
    Socket out = null;
    try {
      hold();
      out = state == State.CUT ? null : connect();
      if (out == null) {
        reset(in);
        return;
      }
      open.add(out);
      Socket there = out;
      in.setTcpNoDelay(true);
      there.setTcpNoDelay(true);
      Thread back = Thread.ofVirtual().start(() -> copy(there, in));
      copy(in, there);
      back.join();
    } catch (IOException e) {
      reset(in);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(in);
      reset(in);
      if (out != null) {
        open.remove(out);
        reset(out);
      }
    }
  }

  /** Null when no place takes it. */
  private Socket connect() {
    int first = turn.getAndIncrement();
    for (int i = 0; i < places.size(); i++) {
      Socket socket = new Socket();
      try {
        socket.connect(places.get(Math.floorMod(first + i, places.size())), CONNECT_MILLIS);
        return socket;
      } catch (IOException e) {
        reset(socket);
      }
    }
    return null;
  }

  private void copy(Socket from, Socket to) {
    byte[] chunk = new byte[CHUNK];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        hold();
        out.write(chunk, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      reset(from);
      reset(to);
    }
  }

  private void hold() {
    while (state == State.SILENT && !closed) {
      LockSupport.parkNanos(HELD_NANOS);
    }
  }

  /** Without a farewell: the other side learns of it as of a crash. */
  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // it is gone
    }
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(FaultyProxy::reset);
    try {
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
