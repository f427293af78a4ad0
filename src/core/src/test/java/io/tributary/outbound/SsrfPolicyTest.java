package io.tributary.outbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ServiceConfig;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SsrfPolicyTest {
  private final SsrfPolicy strict = rules(false);
  private final SsrfPolicy open = rules(true);

  private static SsrfPolicy rules(boolean allowPrivate, String... allowed) {
    return new SsrfPolicy(
        new ServiceConfig.Outbound(
            allowPrivate, List.of(allowed), true, "", Duration.ofMinutes(5)));
  }

  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (java.net.UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.1.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "febf::1",
        "fc00::1",
        "fdff::1",
        "ff02::1",
        "100::1",
        "2001:db8::1",
        "3fff::1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "5f00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:a9fe:a9fe",
        "::127.0.0.1"
      })
  void deniedAddresses(String literal) {
    assertFalse(strict.permits(address(literal), false));
    assertFalse(strict.permits(address(literal), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "198.17.0.1", "198.20.0.1",
        "223.255.255.255", "2606:4700::1111", "::ffff:1.1.1.1", "2a00:1450::1"
      })
  void publicAddresses(String literal) {
    assertTrue(strict.permits(address(literal), false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0x7F.1/",
        "http://017700000001/",
        "http://0177.0.0.1/",
        "http://127.1/",
        "http://127.0.1/",
        "http://127.0.0.1./",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[0:0:0:0:0:ffff:7f00:0001]/",
        "http://１２７.0.0.1/",
        "http://127。0。0。1/",
        "http://0/",
        "http://0x/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://a.localhost/",
        "http://printer.local/",
        "http://metadata.google.internal/",
        "http://169.254.169.254/latest/meta-data"
      })
  void everySpellingOfALocalAddressIsRefused(String url) {
    assertTrue(strict.validationError(url, true).isPresent(), url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hook",
        "/hook",
        "ftp://a.example/",
        "javascript:alert(1)",
        "http:a.example",
        "http://user@a.example/",
        "http://u:p@a.example/",
        "https://a.example/#part",
        "https://a.example:0/",
        "https://a.example:65536/",
        "https://a.example:x/",
        "https:///x",
        "https://",
        "https://a b/",
        "https://1.2.3.4.5/",
        "https://1.2.3.256/",
        "https://08.1.1.1/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://[1.2.3.4]/",
        "https://a..example/",
        "https://%6c%6f/",
        "https://1.2.3.4/é",
        "https://256/0x100000000/../",
        "https://*/"
      })
  void whatIsNoPlainUrlIsRefused(String url) {
    if (url.equals("https://256/0x100000000/../")) {
      assertTrue(strict.validationError(url, true).isPresent(), "0.0.1.0 is reserved");
      return;
    }
    assertTrue(open.validationError(url, true).isPresent(), url);
  }

  @Test
  void ordinaryUrlsPass() {
    for (String url :
        List.of(
            "https://a.example/",
            "https://a.example",
            "https://a.example:8443/x?y=z&a=%20",
            "https://xn--bcher-kva.example/x",
            "https://bücher.example/x",
            "https://1.1.1.1/x",
            "https://under_score.example/")) {
      assertEquals("", strict.validationError(url, false).orElse(""), url);
    }
  }

  @Test
  void productionNeedsHttpsUnlessTheOperatorSaysOtherwise() {
    assertTrue(strict.validationError("http://a.example/", false).isPresent());
    assertTrue(strict.validationError("http://a.example/", true).isEmpty());
    assertTrue(
        new SsrfPolicy(
                new ServiceConfig.Outbound(false, List.of(), false, "", Duration.ofMinutes(5)))
            .validationError("http://a.example/", false)
            .isEmpty());
  }

  @Test
  void privateNetworksOpenForSandboxesOnly() {
    for (String literal :
        List.of("127.0.0.1", "10.1.1.1", "192.168.0.1", "172.16.3.4", "::1", "fd00::1")) {
      assertTrue(open.permits(address(literal), true), literal);
      assertFalse(open.permits(address(literal), false), literal);
    }
    for (String literal :
        List.of("169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "100.64.0.1")) {
      assertFalse(open.permits(address(literal), true), literal);
    }
    assertTrue(open.validationError("http://localhost:9/", true).isEmpty());
    assertTrue(open.validationError("https://localhost:9/", false).isPresent());
  }

  @Test
  void theOperatorsRangesOpenForAll() {
    SsrfPolicy rules = rules(false, "127.0.0.0/8", "fd12::/16");
    assertTrue(rules.permits(address("127.0.0.1"), false));
    assertTrue(rules.permits(address("::ffff:127.0.0.1"), false));
    assertTrue(rules.permits(address("fd12::9"), false));
    assertFalse(rules.permits(address("10.0.0.1"), false));
    assertTrue(rules.validationError("https://127.1/", false).isEmpty());
    assertTrue(rules.validationError("https://10.0.0.1/", false).isPresent());
    assertThrows(IllegalArgumentException.class, () -> rules(false, "not a range"));
  }

  @Test
  void oneDeniedAddressOfANameDeniesAll() throws Exception {
    assertEquals("1.1.1.1:443", guard("1.1.1.1", "2606:4700::1111").await().toString());
    assertThrows(
        SsrfGuard.BlockedAddressException.class, () -> guard("1.1.1.1", "127.0.0.1").await());
    assertThrows(SsrfGuard.BlockedAddressException.class, () -> guard("::ffff:10.0.0.1").await());
    assertThrows(java.net.UnknownHostException.class, () -> guard().await());
  }

  private Future<SocketAddress> guard(String... found) throws Exception {
    List<InetAddress> all = Stream.of(found).map(SsrfPolicyTest::address).toList();
    return new SsrfGuard(strict, name -> Future.succeededFuture(all))
        .resolve(TargetUrl.parse("https://a.example/"), false);
  }
}
