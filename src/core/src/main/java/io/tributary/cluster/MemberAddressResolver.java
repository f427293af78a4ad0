package io.tributary.cluster;

import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Resolves the configured member list to IP addresses. Thread-safe.
 *
 * <p>Host names are resolved at the start and again when {@link #test} finds the result too old,
 * because nodes move to new addresses. {@link #test} does not wait for the resolution: one thread
 * accepts all connections, and a name server may take many seconds.
 */
final class MemberAddressResolver implements Predicate<InetAddress> {
  private static final System.Logger LOG = System.getLogger(MemberAddressResolver.class.getName());
  private static final long MAX_AGE_NANOS = Duration.ofSeconds(10).toNanos();

  /** Full IPv4 or IPv6 literals only: a shorter form may be a host name that consists of digits. */
  private static final Pattern IP_LITERAL =
      Pattern.compile(
          "(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}"
              + "|(?=.*:)[0-9A-Fa-f:][0-9A-Fa-f:.]{1,44}");

  private final Set<InetAddress> literals = new HashSet<>();
  private final Set<String> hostNames = new HashSet<>();
  private final HostNameLookup lookup;
  private final Map<String, List<InetAddress>> resolved = new ConcurrentHashMap<>();
  private final AtomicBoolean resolving = new AtomicBoolean();
  private volatile long resolvedAt;

  /** Resolves a host name. Blocks. */
  interface HostNameLookup {
    InetAddress[] lookUp(String name) throws UnknownHostException;
  }

  /**
   * @param members {@code host}, {@code host:port} or {@code [address]:port}
   */
  MemberAddressResolver(List<String> members) {
    this(members, InetAddress::getAllByName);
  }

  MemberAddressResolver(List<String> members, HostNameLookup lookup) {
    this.lookup = lookup;
    for (String member : members) {
      String host = host(member);
      if (!IP_LITERAL.matcher(host).matches() || !addLiteral(host)) {
        hostNames.add(host);
      }
    }
    resolve();
  }

  private boolean addLiteral(String host) {
    try {
      // A literal needs no DNS lookup.
      literals.add(InetAddress.getByName(host));
      return true;
    } catch (UnknownHostException none) {
      return false;
    }
  }

  static String host(String member) {
    return member.startsWith("[")
        ? member.substring(1, member.indexOf(']'))
        : member.replaceFirst(":\\d+$", "");
  }

  @Override
  public boolean test(InetAddress address) {
    if (System.nanoTime() - resolvedAt > MAX_AGE_NANOS) {
      resolve();
    }
    return literals.contains(address)
        || resolved.values().stream().anyMatch(found -> found.contains(address));
  }

  private void resolve() {
    if (!hostNames.isEmpty() && resolving.compareAndSet(false, true)) {
      // A platform thread, because the system resolver would block a carrier thread of the virtual
      // threads.
      Thread.ofPlatform()
          .daemon()
          .name("member-names")
          .start(
              () -> {
                try {
                  hostNames.forEach(this::resolve);
                } finally {
                  resolvedAt = System.nanoTime();
                  resolving.set(false);
                }
              });
    }
  }

  private void resolve(String name) {
    try {
      resolved.put(name, List.of(lookup.lookUp(name)));
    } catch (UnknownHostException gone) {
      // If names are created with their nodes, a node that is down has none.
      resolved.remove(name);
      LOG.log(Level.DEBUG, "cluster: no address for member " + name);
    }
  }
}
