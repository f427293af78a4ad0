package io.tributary.outbound;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork.IPAddressGenerator;
import inet.ipaddr.IPAddressString;
import io.tributary.config.ServiceConfig;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides which URLs and addresses outbound calls may use. Stateless. */
public final class SsrfPolicy {
  private static final List<IPAddress> DENIED =
      ranges(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4",
          // includes ::, ::1 and the deprecated IPv4-compatible addresses
          "::/96",
          "fe80::/10",
          "fc00::/7",
          "ff00::/8",
          "100::/64",
          "2001:db8::/32",
          // tunnels and deprecated site-local addresses, which can also reach internal networks
          "2001::/32",
          "2001:10::/28",
          "fec0::/10",
          "3fff::/20",
          "2002::/16",
          "64:ff9b::/96",
          "64:ff9b:1::/48",
          "5f00::/16");

  /**
   * Ranges that {@code outbound.allow_private} opens to sandboxes: loopback and private networks
   * only.
   */
  private static final List<IPAddress> PRIVATE =
      ranges("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7");

  private static final IPAddressGenerator GENERATOR = new IPAddressGenerator();

  private final List<IPAddress> allowed;
  private final boolean allowPrivate;
  private final boolean httpsInProduction;

  /**
   * @throws IllegalArgumentException if an allowed range is not valid
   */
  public SsrfPolicy(ServiceConfig.Outbound settings) {
    this.allowed = ranges(settings.allowCidrs().toArray(String[]::new));
    this.allowPrivate = settings.allowPrivate();
    this.httpsInProduction = settings.requireHttps();
  }

  private static List<IPAddress> ranges(String... cidrs) {
    return Stream.of(cidrs)
        .map(
            cidr -> {
              IPAddress range = new IPAddressString(cidr).getAddress();
              if (range == null) {
                throw new IllegalArgumentException("outbound: not an address range: " + cidr);
              }
              return range.toPrefixBlock();
            })
        .toList();
  }

  /**
   * Returns the problem of a URL that is visible without a lookup; empty if the URL may be stored.
   */
  public Optional<String> validationError(String url, boolean sandbox) {
    TargetUrl to;
    try {
      to = TargetUrl.parse(url);
    } catch (TargetUrl.InvalidUrlException e) {
      return Optional.of(e.getMessage());
    }
    if (!to.tls() && !sandbox && httpsInProduction) {
      return Optional.of("URL should be https in production");
    }
    if (to.isLocalName() && !allowsLocalNames(sandbox)) {
      return Optional.of("URL should not lead to a local name");
    }
    return to.literal().isPresent() && !permits(to.literal().get(), sandbox)
        ? Optional.of("URL should not lead to a private or reserved address")
        : Optional.empty();
  }

  /**
   * Returns whether a local name may be stored. It may if some local address is allowed; each
   * attempt checks the actual address.
   */
  boolean allowsLocalNames(boolean sandbox) {
    return sandbox && allowPrivate || !allowed.isEmpty();
  }

  /** Returns whether connections to this address are allowed. */
  public boolean permits(InetAddress address, boolean sandbox) {
    IPAddress ip = GENERATOR.from(address);
    if (ip.isIPv6() && ip.toIPv6().isIPv4Mapped()) {
      ip = ip.toIPv6().getEmbeddedIPv4Address();
    }
    return contains(allowed, ip)
        || !contains(DENIED, ip)
        || sandbox && allowPrivate && contains(PRIVATE, ip);
  }

  private static boolean contains(List<IPAddress> ranges, IPAddress ip) {
    for (IPAddress range : ranges) {
      if (range.contains(ip)) {
        return true;
      }
    }
    return false;
  }
}
