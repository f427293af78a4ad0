package io.tributary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The client address behind trusted proxies. */
class TrustedProxiesTest {
  private static final TrustedProxies LISTED =
      new TrustedProxies(List.of("203.0.113.0/24", "2001:db8::7", "10.0.0.5"));

  private static String client(String peer, String forwarded) {
    return LISTED.clientAddress(peer, List.of(forwarded.split(",", -1)));
  }

  @Test
  void onlyAProxyMaySayWhomItBrings() {
    assertEquals("198.51.100.1", client("198.51.100.1", "192.0.2.1"));
    assertEquals("192.0.2.1", client("203.0.113.9", "192.0.2.1"));
    assertEquals("192.0.2.1", client("2001:db8:0:0::7", "192.0.2.1"));
    for (String own :
        List.of("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.7.7", "169.254.1.1")) {
      assertEquals("192.0.2.1", client(own, "192.0.2.1"));
    }
    for (String own : List.of("::1", "fd00::1", "fe80::1%eth0", "::ffff:10.0.0.9")) {
      assertEquals("192.0.2.1", client(own, "192.0.2.1"));
    }
    assertEquals("172.32.0.1", client("172.32.0.1", "192.0.2.1"));
    assertEquals(
        "192.0.2.1", new TrustedProxies(List.of()).clientAddress("10.1.2.3", List.of("192.0.2.1")));
  }

  @Test
  void theWayGoesBackThroughListedProxiesOnly() {
    assertEquals("192.0.2.1", client("10.1.2.3", "8.8.8.8, 192.0.2.1, 10.0.0.5,203.0.113.9"));
    // It may be a client, which could send any value.
    assertEquals("10.0.0.6", client("10.1.2.3", "192.0.2.1, 10.0.0.6"));
    assertEquals("203.0.113.8", client("10.1.2.3", "203.0.113.8"));
  }

  @Test
  void aPortIsNoPartOfAnAddress() {
    for (String same :
        List.of("192.0.2.1", "192.0.2.1:5678", "::ffff:192.0.2.1", " 192.0.2.1:1 ")) {
      assertEquals("192.0.2.1", client("10.1.2.3", same), same);
    }
    for (String same : List.of("[2001:db8::1]:5678", "[2001:DB8::1]", "2001:db8:0::1")) {
      assertEquals("2001:db8::1", client("10.1.2.3", same), same);
    }
  }

  @Test
  void whatIsNoAddressCountsForNothing() {
    for (String none :
        List.of("", "unknown", "_hidden", "1.2.3", "1.2.3.999", "1.2.3.4/8", "*", ":", "abc:80")) {
      assertEquals("10.1.2.3", client("10.1.2.3", none), none);
      assertEquals("203.0.113.9", client("10.1.2.3", none + ", 203.0.113.9"), none);
    }
    assertNull(client(null, "192.0.2.1"));
    assertThrows(
        IllegalArgumentException.class, () -> new TrustedProxies(List.of("10.0.0.0/8", "x")));
  }
}
