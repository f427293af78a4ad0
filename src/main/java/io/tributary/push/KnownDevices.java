package io.tributary.push;

import io.tributary.model.DeviceFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Devices that this node has recorded lately just as they are told again: a phone names its watch
 * with every push, and recording it anew would cost two statements each time. Shared by all
 * threads.
 */
final class KnownDevices {
  private static final int MOST = 100_000;

  private final long lifeNanos;
  private final Map<Key, Known> known = new ConcurrentHashMap<>();

  private record Key(UUID user, String provider, String device) {}

  private record Known(DeviceFacts facts, long at) {}

  KnownDevices(Duration life) {
    this.lifeNanos = life.toNanos();
  }

  /** Those of a user's devices that have to be recorded. */
  List<DeviceFacts> unknown(UUID user, List<DeviceFacts> told) {
    if (told.isEmpty()) {
      return told;
    }
    long now = System.nanoTime();
    return told.stream()
        .filter(
            d -> {
              Known k = known.get(key(user, d));
              return k == null || !k.facts().equals(d) || now - k.at() >= lifeNanos;
            })
        .toList();
  }

  /** Call it after the commit that recorded them. */
  void recorded(UUID user, List<DeviceFacts> devices) {
    if (known.size() > MOST) {
      known.clear();
    }
    long now = System.nanoTime();
    devices.forEach(d -> known.put(key(user, d), new Known(d, now)));
  }

  private static Key key(UUID user, DeviceFacts d) {
    return new Key(
        user, d.provider(), d.deviceId() != null ? "id " + d.deviceId() : "model " + d.model());
  }
}
