package io.tributary.http;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the client address from the connection and from {@code X-Forwarded-For}. {@link
 * TrustedProxies} decides which entries count.
 */
public final class ClientAddress {
  /**
   * Accepts an optional port, because some proxies add it. The port is discarded: it differs for
   * each connection.
   */
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?<v4>\\d{1,3}(?:\\.\\d{1,3}){3})(?::\\d{1,5})?"
              + "|\\[(?<boxed>(?=[^\\]]*:)[0-9A-Fa-f:.]{2,45})](?::\\d{1,5})?"
              + "|(?<v6>(?=.*:)[0-9A-Fa-f:.]{2,45})");

  private ClientAddress() {}

  /** Returns the peer of the connection, which may be a proxy; null if the connection is closed. */
  public static String peer(HttpServerRequest request) {
    return request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
  }

  /**
   * Returns the entry that the nearest proxy added to {@code X-Forwarded-For}, without a port;
   * otherwise the peer.
   */
  public static String forwarded(HttpServerRequest request) {
    return parse(entries(request).getLast())
        .map(ClientAddress::canonicalText)
        .orElseGet(() -> peer(request));
  }

  /**
   * Returns the {@code X-Forwarded-For} entries, the nearest proxy's last. The list is never empty.
   */
  static List<String> entries(HttpServerRequest request) {
    return List.of(String.join(",", request.headers().getAll("x-forwarded-for")).split(",", -1));
  }

  /** Parses a header entry or a peer address; empty if it is not an address. */
  static Optional<IPAddress> parse(String entry) {
    Matcher m = ENTRY.matcher(entry.strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    String bare =
        Optional.ofNullable(m.group("v4"))
            .or(() -> Optional.ofNullable(m.group("boxed")))
            .orElse(m.group("v6"));
    return Optional.ofNullable(new IPAddressString(bare).getAddress())
        .filter(a -> !a.isMultiple())
        .map(
            a -> a.isIPv6() && a.toIPv6().isIPv4Mapped() ? a.toIPv6().getEmbeddedIPv4Address() : a);
  }

  /** Returns the canonical text of an address. */
  static String canonicalText(IPAddress address) {
    return address.toCanonicalString();
  }
}
