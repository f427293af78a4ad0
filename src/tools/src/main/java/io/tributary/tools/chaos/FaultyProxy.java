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
 * TCP proxy between two programs on this machine that can be interrupted. It forwards connections
 * to one of its targets. Each direction of a connection has a virtual thread.
 */
final class FaultyProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2000;
  private static final long POLL_NANOS = 20_000_000;
  private static final int CHUNK = 16 * 1024;

  /** State of the link. */
  enum State {
    WHOLE,
    /** Resets all connections, including new ones. */
    CUT,
    /** Forwards nothing and closes nothing, as behind a switch without power. */
    SILENT
  }

  private final String name;
  private final ServerSocket serverSocket;
  private final List<InetSocketAddress> targets;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger nextTarget = new AtomicInteger();
  private volatile State state = State.WHOLE;
  private volatile boolean closed;

  /**
   * @param ports target ports on this machine; a target that refuses connections is skipped
   */
  FaultyProxy(String name, Integer... ports) {
    this.name = name;
    this.targets =
        List.of(ports).stream()
            .map(p -> new InetSocketAddress(InetAddress.getLoopbackAddress(), p))
            .toList();
    try {
      serverSocket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().name("link " + name).start(this::acceptLoop);
  }

  String name() {
    return name;
  }

  int port() {
    return serverSocket.getLocalPort();
  }

  void set(State newState) {
    state = newState;
    if (newState == State.CUT) {
      open.forEach(FaultyProxy::reset);
      open.clear();
    }
  }

  private void acceptLoop() {
    while (!closed) {
      try {
        Socket in = serverSocket.accept();
        Thread.ofVirtual().start(() -> forward(in));
      } catch (IOException e) {
        // The server socket is closed, or the client has already disconnected.
      }
    }
  }

  private void forward(Socket in) {
    open.add(in);
    Socket out = null;
    try {
      waitWhileSilent();
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

  /** Returns null if no target accepts the connection. */
  private Socket connect() {
    int first = nextTarget.getAndIncrement();
    for (int i = 0; i < targets.size(); i++) {
      Socket socket = new Socket();
      try {
        socket.connect(targets.get(Math.floorMod(first + i, targets.size())), CONNECT_MILLIS);
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
        waitWhileSilent();
        out.write(chunk, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      reset(from);
      reset(to);
    }
  }

  private void waitWhileSilent() {
    while (state == State.SILENT && !closed) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Closes the socket with a reset, which the peer observes like a crash. */
  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      // The socket is already closed.
    }
  }

  @Override
  public void close() {
    closed = true;
    open.forEach(FaultyProxy::reset);
    try {
      serverSocket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
