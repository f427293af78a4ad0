package io.tributary.simulator.oura;

import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The ring users, found by name or id. */
final class Users {
  private final Map<String, RingUser> byId = new LinkedHashMap<>();
  private final int days;
  private final SimClock clock;

  Users(int days, SimClock clock) {
    this.days = days;
    this.clock = clock;
  }

  Optional<RingUser> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The user of this name, created with the default history if new. */
  RingUser named(String name) {
    return named(name, Optional.empty(), days);
  }

  RingUser named(String name, Optional<ZoneId> zone, int historyDays) {
    String id = RingUser.idOf(name);
    RingUser known = byId.get(id);
    if (known != null) {
      return known;
    }
    RingUser user = make(id, name, zone, historyDays);
    byId.put(id, user);
    return user;
  }

  /** A user nobody has named: ring-1, ring-2 and so on. */
  RingUser fresh() {
    int number = byId.size() + 1;
    while (byId.containsKey(RingUser.idOf("ring-" + number))) {
      number++;
    }
    return named("ring-" + number);
  }

  /** The one user behind the vendor's canned data; not among the others. */
  RingUser sandbox() {
    return make(RingUser.idOf("sandbox"), "sandbox", Optional.empty(), days);
  }

  void restore(RingUser user) {
    byId.put(user.id(), user);
  }

  Iterable<RingUser> all() {
    return byId.values();
  }

  private RingUser make(String id, String name, Optional<ZoneId> zone, int historyDays) {
    ZoneId home = zone.orElseGet(() -> RingUser.zoneOf(id));
    Instant now = clock.now();
    return new RingUser(id, name, home, now.atZone(home).toLocalDate().minusDays(historyDays));
  }
}
