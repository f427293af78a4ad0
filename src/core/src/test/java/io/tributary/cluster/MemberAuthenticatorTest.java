package io.tributary.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Eventually;
import io.tributary.testkit.LogCapture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Authentication at the member port and the log entries about rejected peers. */
class MemberAuthenticatorTest {
  private static InetAddress address(int n) {
    try {
      return InetAddress.getByName("10.0.0." + n);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void oneAddressLeavesHandshakeSlotsToOthers() {
    PendingHandshakeLimit places = new PendingHandshakeLimit(a -> false);
    List<PendingHandshakeLimit.HandshakeSlot> held = new ArrayList<>();
    for (int i = 0; i < PendingHandshakeLimit.SLOTS_PER_ADDRESS; i++) {
      held.add(places.acquire(address(1)));
    }
    assertNull(places.acquire(address(1)));
    assertNotNull(places.acquire(address(2)));
    held.getFirst().release();
    assertNotNull(places.acquire(address(1)));
  }

  @Test
  void listedAddressesConnectWhenStrangersHoldAllSlots() {
    PendingHandshakeLimit places =
        new PendingHandshakeLimit(a -> a.equals(address(99)) || a.equals(address(98)));
    List<PendingHandshakeLimit.HandshakeSlot> held = new ArrayList<>();
    for (int i = 0; i < PendingHandshakeLimit.GENERAL_SLOTS; i++) {
      held.add(places.acquire(address(i)));
    }
    assertFalse(held.contains(null));
    assertNull(places.acquire(address(50)));
    for (int i = 0; i < PendingHandshakeLimit.RESERVED_SLOTS; i++) {
      assertNotNull(places.acquire(address(98 + i % 2)));
    }
    assertNull(places.acquire(address(99)));
    held.getFirst().release();
    assertNotNull(places.acquire(address(50)));
  }

  @Test
  void theListIsOfHostsAndAddresses() throws UnknownHostException {
    MemberAddressResolver listed =
        new MemberAddressResolver(
            List.of("10.0.0.1:5701", "10.0.0.2", "[::1]:5701", "no-such.invalid"));
    for (String member : List.of("10.0.0.1", "10.0.0.2", "::1")) {
      assertTrue(listed.test(InetAddress.getByName(member)), member);
    }
    assertFalse(listed.test(address(3)));
    assertEquals("node-1.example", MemberAddressResolver.host("node-1.example:5701"));
  }

  @Test
  void whatIsNoPlainAddressIsAName() throws Exception {
    List<String> names =
        List.of(
            "tributary-node-00001",
            "4)+k&C#VzJ4br>0wv%Yp",
            "3232235777",
            "10.0.0.*",
            "10.0.0.1-9",
            "10.0.0.0/24",
            "10.0.0.256",
            "10.1",
            "0x0a000001");
    Set<String> looked = ConcurrentHashMap.newKeySet();
    List<String> members = new ArrayList<>(names);
    members.addAll(List.of("10.0.0.1:5701", "[::ffff:10.0.0.2]", "[fd00::1]:5701"));
    MemberAddressResolver listed =
        new MemberAddressResolver(
            members,
            name -> {
              looked.add(name);
              throw new UnknownHostException(name);
            });
    for (String number : List.of("10.0.0.1", "10.0.0.2", "fd00::1")) {
      assertTrue(listed.test(InetAddress.getByName(number)), number);
    }
    Eventually.eventually(Duration.ofSeconds(60), () -> assertEquals(new HashSet<>(names), looked));
  }

  @Test
  void nobodyWaitsForNamesToBeLookedUp() throws Exception {
    Thread asking = Thread.currentThread();
    CountDownLatch answered = new CountDownLatch(1);
    MemberAddressResolver listed =
        new MemberAddressResolver(
            List.of("10.0.0.1", "node-2.example:5701"),
            name -> {
              assertNotSame(asking, Thread.currentThread());
              assertEquals("node-2.example", name);
              try {
                answered.await();
              } catch (InterruptedException e) {
                throw new UnknownHostException(name);
              }
              return new InetAddress[] {address(2), address(3)};
            });
    assertTrue(listed.test(address(1)));
    assertFalse(listed.test(address(2)));
    answered.countDown();
    Eventually.eventually(
        Duration.ofSeconds(60),
        () -> assertTrue(listed.test(address(2)) && listed.test(address(3))));
    assertFalse(listed.test(address(4)));
  }

  @Test
  void aPeerWithoutAFreeSlotIsRejectedAndLogged() throws Exception {
    MemberAuthenticator door =
        new MemberAuthenticator(new byte[32], Duration.ofMinutes(1), a -> false);
    List<Socket> silent = new ArrayList<>();
    try (LogCapture words = new LogCapture();
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      List<Thread> standing = new ArrayList<>();
      for (int i = 0; i < PendingHandshakeLimit.SLOTS_PER_ADDRESS; i++) {
        silent.add(new Socket(server.getInetAddress(), server.getLocalPort()));
        Socket accepted = server.accept();
        silent.add(accepted);
        standing.add(
            Thread.startVirtualThread(
                () -> assertThrows(IOException.class, () -> door.onAccept(accepted))));
        // The handshake is pending once the first 40 bytes of the server have arrived.
        silent.get(silent.size() - 2).getInputStream().readNBytes(8 + 32);
      }
      silent.add(new Socket(server.getInetAddress(), server.getLocalPort()));
      Socket last = server.accept();
      silent.add(last);
      assertThrows(IOException.class, () -> door.onAccept(last));
      assertEquals(1, words.linesContaining("too many unauthenticated connections").size());
      for (Socket s : silent) {
        s.close();
      }
      for (Thread t : standing) {
        t.join();
      }
    } finally {
      for (Socket s : silent) {
        s.close();
      }
    }
  }

  @Test
  void aNodeThatIsNeitherTakenInNorRefusedDoesNotWaitForMinutes() {
    assertEquals(
        "60",
        HazelcastBootstrap.readConfig(Path.of("conf/cluster.xml"))
            .getProperty("hazelcast.max.join.seconds"));
  }
}
