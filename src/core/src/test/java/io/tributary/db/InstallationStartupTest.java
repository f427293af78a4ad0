package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.ServiceException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InstallationStartupTest {
  /**
   * Simulates a server that hangs: it accepts the connection, declines encryption, and sends
   * nothing more.
   */
  private static void hangAfterAccept(ServerSocket server) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket s = server.accept()) {
                s.getInputStream().skipNBytes(8);
                s.getOutputStream().write('N');
                s.getInputStream().transferTo(OutputStream.nullOutputStream());
              } catch (IOException closed) {
              }
            });
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aServerThatFallsSilentDoesNotHoldAStart() throws IOException {
    try (ServerSocket silent = new ServerSocket(0)) {
      hangAfterAccept(silent);
      String url = "postgresql://u:p@127.0.0.1:" + silent.getLocalPort() + "/d";
      ServiceException refusal =
          assertThrows(ServiceException.class, () -> Installation.id(url, Duration.ofSeconds(1)));
      assertEquals(ServiceException.Reason.UNAVAILABLE, refusal.reason());
    }
  }
}
