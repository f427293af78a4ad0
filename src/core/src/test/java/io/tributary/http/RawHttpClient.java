package io.tributary.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** An HTTP client on a raw socket that writes scripted bytes. */
final class RawHttpClient implements AutoCloseable {
  private final Socket socket;

  RawHttpClient(int port) throws IOException {
    this(port, 64 << 10);
  }

  /** Creates a client with a receive buffer of {@code buffer} bytes. */
  RawHttpClient(int port, int buffer) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(buffer);
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    socket.setSoTimeout(60_000);
  }

  RawHttpClient write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Writes the text byte by byte until the server closes the connection. */
  RawHttpClient writeSlowly(String text) throws Exception {
    for (int i = 0; i < text.length(); i++) {
      try {
        write(text.substring(i, i + 1));
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

  /** Reads everything until the server closes the connection. */
  String readToEnd() throws IOException {
    try {
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException reset) {
      return "";
    }
  }

  /** Reads one response of a connection that stays open. */
  String readResponse() throws IOException {
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
