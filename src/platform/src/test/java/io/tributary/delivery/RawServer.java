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

/** A TCP server on loopback that does to each connection what it is told to do. */
final class RawServer implements AutoCloseable {
  /** What happens to a connection; when it returns, the rest of the input is read and dropped. */
  interface Behaviour {
    void on(Socket socket) throws IOException, InterruptedException;
  }

  private final ServerSocket server;
  private final Behaviour behaviour;
  private final AtomicLong drained = new AtomicLong();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  RawServer(Behaviour behaviour) {
    this(behaviour, "127.0.0.1", 0);
  }

  /**
   * @param address of the loopback interface
   */
  RawServer(Behaviour behaviour, String address, int port) {
    this.behaviour = behaviour;
    try {
      server = new ServerSocket();
      // Small, so that what a server does not read soon has no place to wait.
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
        open.add(socket);
        Thread.ofPlatform().daemon().start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      behaviour.on(socket);
      byte[] rest = new byte[8192];
      for (int n = 0; n >= 0; n = socket.getInputStream().read(rest)) {
        drained.addAndGet(n);
      }
    } catch (IOException gone) {
      // The other side has hung up, which is what most tests wait for.
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      open.remove(socket);
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

  /** Bytes that still came after the behaviour was over. */
  long drained() {
    return drained.get();
  }

  /** Connections that the other side has not ended. */
  int open() {
    return open.size();
  }

  /** Reads one request with a content-length; false at the end of the connection. */
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
      for (Socket s : open) {
        s.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
