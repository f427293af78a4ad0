package io.tributary.lease;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Current lease owners, as of the last renewal on this node. Thread-safe. */
public final class LeaseDirectory {
  private volatile Map<String, Owned> owners = Map.of();

  /**
   * @param local whether this node is the owner
   */
  private record Owned(long epoch, boolean local) {}

  /**
   * @param node name of this node
   */
  void update(Collection<LeaseStore.LeaseRow> live, String node) {
    owners =
        live.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    LeaseStore.LeaseRow::name, h -> new Owned(h.epoch(), h.owner().equals(node))));
  }

  /** Returns the epoch of the current lease of an actor; it is part of the actor's bus address. */
  public OptionalLong epoch(String name) {
    Owned o = owners.get(name);
    return o == null ? OptionalLong.empty() : OptionalLong.of(o.epoch());
  }

  /** Returns whether another node owns the actor. */
  public boolean isOwnedElsewhere(String name) {
    Owned o = owners.get(name);
    return o != null && !o.local();
  }
}
