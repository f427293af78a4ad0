package io.tributary.lab.exchange;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends framed bytes over a plain socket and waits for the response. */
final class MllpRawSender {
  private MllpRawSender() {}

  static String send(int port, byte[] message) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(0x0B);
      socket.getOutputStream().write(message);
      socket.getOutputStream().write(new byte[] {0x1C, 0x0D});
      socket.getOutputStream().flush();
      StringBuilder out = new StringBuilder();
      for (int b = socket.getInputStream().read(); b != 0x1C && b >= 0; ) {
        out.append((char) b);
        b = socket.getInputStream().read();
      }
      return new String(
          out.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }
  }
}
