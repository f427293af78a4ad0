package io.tributary.http;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;

/**
 * Decides which proxies may set the client address ({@code X-Forwarded-For}). Stateless.
 *
 * <p>If the peer is neither a configured proxy nor in a private network, the client is the peer.
 * Otherwise the header is read from its last entry backwards: each entry replaces the address,
 * until an entry is invalid or is not a configured proxy. An address in a private network that is
 * not configured is not trusted further, because it may be a client that forges the header.
 */
public final class TrustedProxies {
  private static final List<IPAddress> PRIVATE_NETWORKS =
      ranges(
          List.of(
              "127.0.0.0/8",
              "10.0.0.0/8",
              "172.16.0.0/12",
              "192.168.0.0/16",
              "169.254.0.0/16",
              "::1/128",
              "fc00::/7",
              "fe80::/10",
              "fec0::/10"));

  private final List<IPAddress> configured;

  /**
   * @param cidrs proxies in addition to those in private networks: ranges such as {@code
   *     203.0.113.0/24} or single addresses
   * @throws IllegalArgumentException if an entry is not a range
   */
  public TrustedProxies(List<String> cidrs) {
    this.configured = ranges(cidrs);
  }

  private static List<IPAddress> ranges(List<String> cidrs) {
    return cidrs.stream()
        .map(
            cidr -> {
              IPAddress range = new IPAddressString(cidr).getAddress();
              if (range == null) {
                throw new IllegalArgumentException("not an address range: " + cidr);
              }
              return range.toPrefixBlock();
            })
        .toList();
  }

  /**
   * Returns the probable client address: the peer, or the address that a trusted proxy reports. It
   * is suitable for sharing capacity fairly, not for authorization. Null if the connection is
   * closed.
   */
  public String clientAddress(HttpServerRequest request) {
    return clientAddress(ClientAddress.peer(request), ClientAddress.entries(request));
  }

  /**
   * @param forwarded header entries, the nearest proxy's last. An entry's own claim counts only if
   *     it is a configured proxy; other addresses in private networks may be clients that forge the
   *     header
   */
  String clientAddress(String peer, List<String> forwarded) {
    Optional<IPAddress> at =
        Optional.ofNullable(peer).flatMap(p -> ClientAddress.parse(withoutZone(p)));
    if (at.isEmpty()) {
      return peer;
    }
    if (!contains(configured, at.get()) && !contains(PRIVATE_NETWORKS, at.get())) {
      return ClientAddress.canonicalText(at.get());
    }
    for (String entry : forwarded.reversed()) {
      Optional<IPAddress> before = ClientAddress.parse(entry);
      if (before.isEmpty()) {
        break;
      }
      at = before;
      if (!contains(configured, before.get())) {
        break;
      }
    }
    return ClientAddress.canonicalText(at.get());
  }

  /** Removes the zone ID of a link-local address. */
  private static String withoutZone(String peer) {
    return peer.contains("%") ? peer.substring(0, peer.indexOf('%')) : peer;
  }

  private static boolean contains(List<IPAddress> ranges, IPAddress ip) {
    return ranges.stream().anyMatch(range -> range.contains(ip));
  }
}
