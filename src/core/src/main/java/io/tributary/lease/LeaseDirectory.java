package io.tributary.lease;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Who owns what, as last read; at most one renewal old. Thread-safe. */
public final class LeaseDirectory {
  private volatile Map<String, Owned> owners = Map.of();

  /**
   * @param here whether this node is the owner
   */
  private record Owned(long epoch, boolean here) {}

  /**
   * @param node name of this node
   */
  void set(Collection<LeaseStore.Held> live, String node) {
    owners =
        live.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    LeaseStore.Held::name, h -> new Owned(h.epoch(), h.owner().equals(node))));
  }

  /** The epoch of a live owner of this actor, which is part of its bus address. */
  public OptionalLong epoch(String name) {
    Owned o = owners.get(name);
    return o == null ? OptionalLong.empty() : OptionalLong.of(o.epoch());
  }

  /** Whether another node owns this actor. */
  public boolean elsewhere(String name) {
    Owned o = owners.get(name);
    return o != null && !o.here();
  }
}
