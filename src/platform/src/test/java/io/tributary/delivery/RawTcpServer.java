package io.tributary.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A TCP server on loopback with scripted behavior for each connection. */
final class RawTcpServer implements AutoCloseable {
  /** Handles a connection. After it returns, the remaining input is read and discarded. */
  interface ConnectionScript {
    void on(Socket socket) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final ConnectionScript script;
  private final AtomicLong drainedBytes = new AtomicLong();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Set<Socket> openConnections = ConcurrentHashMap.newKeySet();

  RawTcpServer(ConnectionScript behaviour) {
    this(behaviour, "127.0.0.1", 0);
  }

  /**
   * @param address loopback address to bind to
   */
  RawTcpServer(ConnectionScript behaviour, String address, int port) {
    this.script = behaviour;
    try {
      server = new ServerSocket();
      // A small buffer, so that unread data fills it soon.
      server.setReceiveBufferSize(32 * 1024);
      server.bind(new InetSocketAddress(InetAddress.getByName(address), port), 100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().start(this::accept);
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        accepted.incrementAndGet();
        openConnections.add(socket);
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      script.on(socket);
      byte[] rest = new byte[8192];
      for (int n = 0; n >= 0; n = socket.getInputStream().read(rest)) {
        drainedBytes.addAndGet(n);
      }
    } catch (IOException gone) {
      // The peer has closed the connection, as most tests expect.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      openConnections.remove(socket);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getLocalPort() + "/in";
  }

  int port() {
    return server.getLocalPort();
  }

  int accepted() {
    return accepted.get();
  }

  /** Returns the number of bytes received after the behavior finished. */
  long drained() {
    return drainedBytes.get();
  }

  /** Returns the number of connections that the peer has not closed. */
  int open() {
    return openConnections.size();
  }

  /** Reads one request with a Content-Length; returns false at the end of the connection. */
  static boolean readRequest(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int c = in.read();
      if (c < 0) {
        return false;
      }
      head.append((char) c);
    }
    String lower = head.toString().toLowerCase(java.util.Locale.ROOT);
    int at = lower.indexOf("content-length: ") + 16;
    in.readNBytes(Integer.parseInt(lower.substring(at, lower.indexOf("\r\n", at))));
    return true;
  }

  static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket s : openConnections) {
        s.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
