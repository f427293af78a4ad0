package io.tributary.cluster;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
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

/**
 * Addresses of the members' list. Names are looked up from the beginning and, when somebody asks,
 * again after a while: nodes come to new addresses. Who asks does not wait for it: one thread
 * accepts all connections, and a name server may take many seconds. Thread-safe.
 */
final class ListedMembers implements Predicate<InetAddress> {
  private static final System.Logger LOG = System.getLogger(ListedMembers.class.getName());
  private static final long KEPT = Duration.ofSeconds(10).toNanos();

  private final Set<InetAddress> numbers = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Lookup lookup;
  private final Map<String, List<InetAddress>> known = new ConcurrentHashMap<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile long lookedAt;

  /** Finds addresses of a name. Blocks. */
  interface Lookup {
    InetAddress[] of(String name) throws UnknownHostException;
  }

  /**
   * @param members {@code host}, {@code host:port} or {@code [address]:port}
   */
  ListedMembers(List<String> members) {
    this(members, InetAddress::getAllByName);
  }

  ListedMembers(List<String> members, Lookup lookup) {
    this.lookup = lookup;
    for (String member : members) {
      String host = host(member);
      IPAddress number = new IPAddressString(host).getAddress();
      if (number == null) {
        names.add(host);
      } else {
        numbers.add(number.toInetAddress());
      }
    }
    look();
  }

  static String host(String member) {
    return member.startsWith("[")
        ? member.substring(1, member.indexOf(']'))
        : member.replaceFirst(":\\d+$", "");
  }

  @Override
  public boolean test(InetAddress address) {
    if (System.nanoTime() - lookedAt > KEPT) {
      look();
    }
    return numbers.contains(address)
        || known.values().stream().anyMatch(found -> found.contains(address));
  }

  private void look() {
    if (!names.isEmpty() && looking.compareAndSet(false, true)) {
      Thread.startVirtualThread(
          () -> {
            try {
              names.forEach(this::look);
            } finally {
              lookedAt = System.nanoTime();
              looking.set(false);
            }
          });
    }
  }

  private void look(String name) {
    try {
      known.put(name, List.of(lookup.of(name)));
    } catch (UnknownHostException gone) {
      // Where names come with nodes, one that is not there has none.
      known.remove(name);
      LOG.log(Level.DEBUG, "cluster: no address of member " + name);
    }
  }
}
