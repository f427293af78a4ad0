package io.tributary.http;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;

/** Whose word is taken for whom a request comes from. Pure. */
public final class TrustedProxies {
  private static final List<IPAddress> OWN_NETWORK =
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

  private final List<IPAddress> listed;

  /**
   * @param cidrs of proxies besides those of the own network, such as {@code 203.0.113.0/24} or a
   *     single address
   * @throws IllegalArgumentException when one is no range
   */
  public TrustedProxies(List<String> cidrs) {
    this.listed = ranges(cidrs);
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
   * Whose request it probably is: the peer, or whom a proxy brings it from. Good enough to be fair
   * by, not to trust. Null when the peer is gone.
   */
  public String client(HttpServerRequest request) {
    return client(ClientAddress.peer(request), ClientAddress.entries(request));
  }

  /**
   * @param forwarded the nearest proxy's word last. The word of one who stands there himself counts
   *     if he is listed; others of the own network may be clients, who say of others what they like
   */
  String client(String peer, List<String> forwarded) {
    Optional<IPAddress> at = Optional.ofNullable(peer).flatMap(p -> ClientAddress.address(bare(p)));
    if (at.isEmpty()) {
      return peer;
    }
    if (!in(listed, at.get()) && !in(OWN_NETWORK, at.get())) {
      return ClientAddress.text(at.get());
    }
    for (String entry : forwarded.reversed()) {
      Optional<IPAddress> before = ClientAddress.address(entry);
      if (before.isEmpty()) {
        break;
      }
      at = before;
      if (!in(listed, before.get())) {
        break;
      }
    }
    return ClientAddress.text(at.get());
  }

  /** An address of a link carries the name of the link. */
  private static String bare(String peer) {
    return peer.contains("%") ? peer.substring(0, peer.indexOf('%')) : peer;
  }

  private static boolean in(List<IPAddress> ranges, IPAddress ip) {
    return ranges.stream().anyMatch(range -> range.contains(ip));
  }
}
