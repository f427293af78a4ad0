package io.tributary.http;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address that a request comes from. Whose word counts for it: {@link TrustedProxies}. */
public final class ClientAddress {
  /** With or without a port: some proxies tell it, and it is another one for each connection. */
  private static final Pattern ENTRY =
      Pattern.compile(
          "(?<v4>\\d{1,3}(?:\\.\\d{1,3}){3})(?::\\d{1,5})?"
              + "|\\[(?<boxed>(?=[^\\]]*:)[0-9A-Fa-f:.]{2,45})](?::\\d{1,5})?"
              + "|(?<v6>(?=.*:)[0-9A-Fa-f:.]{2,45})");

  private ClientAddress() {}

  /** The other end of the connection, which may be a proxy; null when it is gone. */
  public static String peer(HttpServerRequest request) {
    return request.remoteAddress() == null ? null : request.remoteAddress().hostAddress();
  }

  /** What the nearest proxy has added to {@code x-forwarded-for}, without a port, else the peer. */
  public static String forwarded(HttpServerRequest request) {
    return address(entries(request).getLast())
        .map(ClientAddress::text)
        .orElseGet(() -> peer(request));
  }

  /** What proxies have added, the nearest one last; never empty. */
  static List<String> entries(HttpServerRequest request) {
    return List.of(String.join(",", request.headers().getAll("x-forwarded-for")).split(",", -1));
  }

  /** Of an entry, or of a peer; empty when it is none. */
  static Optional<IPAddress> address(String entry) {
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

  /** One text for all spellings of an address. */
  static String text(IPAddress address) {
    return address.toCanonicalString();
  }
}
