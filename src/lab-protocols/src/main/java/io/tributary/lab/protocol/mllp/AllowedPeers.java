package io.tributary.lab.protocol.mllp;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import java.util.List;
import java.util.Locale;

/** Address ranges from which connections are accepted; an empty list accepts every address. */
public final class AllowedPeers {
  private final List<IPAddress> ranges;

  private AllowedPeers(List<IPAddress> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /**
   * @param cidrs such as {@code 203.0.113.0/24} or a single address
   * @throws IllegalArgumentException if one of them is not a range
   */
  public static AllowedPeers of(List<String> cidrs) {
    return new AllowedPeers(cidrs.stream().map(AllowedPeers::range).toList());
  }

  private static IPAddress range(String cidr) {
    IPAddress range = new IPAddressString(cidr).getAddress();
    if (range == null) {
      throw new IllegalArgumentException("not an address range: " + cidr);
    }
    return range.toPrefixBlock();
  }

  /** Returns whether connections from this address are accepted; a host name is never accepted. */
  public boolean isAllowed(String address) {
    if (ranges.isEmpty()) {
      return true;
    }
    // A link-local address carries a zone ID after {@code %}.
    String bare = address.contains("%") ? address.substring(0, address.indexOf('%')) : address;
    IPAddress own = new IPAddressString(bare).getAddress();
    if (own == null) {
      return false;
    }
    IPAddress peer =
        own.isIPv6() && own.toIPv6().isIPv4Mapped() ? own.toIPv6().getEmbeddedIPv4Address() : own;
    return ranges.stream().anyMatch(range -> range.contains(peer));
  }

  static boolean isLoopback(String host) {
    if (host.toLowerCase(Locale.ROOT).equals("localhost")) {
      return true;
    }
    IPAddress address = new IPAddressString(host).getAddress();
    return address != null && address.isLoopback();
  }
}
