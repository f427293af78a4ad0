package io.tributary.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client on a raw socket that writes what it is told to. */
final class RawClient implements AutoCloseable {
  private final Socket socket;

  RawClient(int port) throws IOException {
    this(port, 64 << 10);
  }

  /** One that keeps so many bytes unread. */
  RawClient(int port, int buffer) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(buffer);
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    socket.setSoTimeout(60_000);
  }

  RawClient says(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Says it byte by byte until nobody listens any more. */
  RawClient drips(String text) throws Exception {
    for (int i = 0; i < text.length(); i++) {
      try {
        says(text.substring(i, i + 1));
      } catch (SocketException gone) {
        return this;
      }
      if (socket.getInputStream().available() > 0) {
        return this;
      }
      Thread.sleep(100);
    }
    return this;
  }

  /** All that the service says until it hangs up. */
  String hears() throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException reset) {
      return "";
    }
  }

  /** One answer of a connection that stays open. */
  String answer() throws IOException {
    StringBuilder head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = in.read();
      if (b < 0) {
        return head.toString();
      }
      head.append((char) b);
    }
    String text = head.toString();
    int at = text.toLowerCase().indexOf("content-length: ") + 16;
    int length = Integer.parseInt(text.substring(at, text.indexOf("\r\n", at)));
    return text + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
