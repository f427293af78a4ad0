package io.tributary.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class PortReservationTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static void canListen(int port) throws IOException {
    try (ServerSocket listener = new ServerSocket(port, 1, LOOPBACK);
        Socket out = new Socket(LOOPBACK, port)) {
      assertEquals(port, out.getPort());
    }
  }

  @Test
  void itsListenerMayComeAndGo() throws IOException {
    try (PortReservation held = PortReservation.reserve()) {
      assertThrows(ConnectException.class, () -> new Socket(LOOPBACK, held.port()));
      canListen(held.port());
      assertThrows(ConnectException.class, () -> new Socket(LOOPBACK, held.port()));
      canListen(held.port());
    }
  }

  @Test
  void aListenerKeepsWhatIsGivenUp() throws IOException {
    PortReservation held = PortReservation.reserve();
    try (ServerSocket listener = new ServerSocket(held.port(), 1, LOOPBACK)) {
      held.close();
      new Socket(LOOPBACK, held.port()).close();
    }
  }

  /** A system that searches for a free port sees a reserved port as in use. */
  @Test
  void nobodyElseGetsIt() throws IOException {
    try (PortReservation held = PortReservation.reserve();
        Socket other = new Socket()) {
      other.setReuseAddress(false);
      InetSocketAddress there = new InetSocketAddress(held.port());
      assertThrows(BindException.class, () -> other.bind(there));
      held.close();
      other.bind(there);
    }
  }
}
