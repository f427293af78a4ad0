package io.tributary.cluster;

import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Addresses of the members' list. Names are looked up when somebody asks, and again after a while:
 * nodes come to new addresses. Blocks. Thread-safe.
 */
final class ListedMembers implements Predicate<InetAddress> {
  private static final System.Logger LOG = System.getLogger(ListedMembers.class.getName());
  private static final long KEPT = Duration.ofSeconds(10).toNanos();

  private final List<String> hosts;
  private Set<InetAddress> known = Set.of();
  private long readAt;
  private boolean read;

  /**
   * @param members {@code host}, {@code host:port} or {@code [address]:port}
   */
  ListedMembers(List<String> members) {
    this.hosts = members.stream().map(ListedMembers::host).distinct().toList();
  }

  static String host(String member) {
    return member.startsWith("[")
        ? member.substring(1, member.indexOf(']'))
        : member.replaceFirst(":\\d+$", "");
  }

  @Override
  public synchronized boolean test(InetAddress address) {
    long now = System.nanoTime();
    if (!read || now - readAt > KEPT) {
      known = lookedUp();
      readAt = now;
      read = true;
    }
    return known.contains(address);
  }

  private Set<InetAddress> lookedUp() {
    Set<InetAddress> found = new HashSet<>();
    for (String host : hosts) {
      try {
        found.addAll(List.of(InetAddress.getAllByName(host)));
      } catch (UnknownHostException gone) {
        // Where names come with nodes, one that is not there has none.
        LOG.log(Level.DEBUG, "cluster: no address of member " + host);
      }
    }
    return found;
  }
}
