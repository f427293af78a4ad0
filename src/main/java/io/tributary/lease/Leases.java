package io.tributary.lease;

import java.util.Map;
import java.util.OptionalLong;

/** Who owns what, as last read; at most one renewal old. Thread-safe. */
public final class Leases {
  private volatile Map<String, Long> epochs = Map.of();

  void set(Map<String, Long> live) {
    epochs = Map.copyOf(live);
  }

  /** The epoch of a live owner of this actor, which is part of its bus address. */
  public OptionalLong epoch(String name) {
    Long e = epochs.get(name);
    return e == null ? OptionalLong.empty() : OptionalLong.of(e);
  }
}
