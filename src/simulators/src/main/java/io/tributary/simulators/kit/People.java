package io.tributary.simulators.kit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The vendor's users, found by name or id, and their days. Used on one event loop only. */
public final class People {
  private record Dated(String id, LocalDate day, int revision) {}

  private static final int KEPT_DAYS = 400;

  private final Map<String, SimPerson> byId = new LinkedHashMap<>();
  private final Map<String, Map<LocalDate, Integer>> revisions = new HashMap<>();
  private final Map<Dated, SimDay> days = new LinkedHashMap<>(64, 0.75f, true);
  private final AddedRecords records = new AddedRecords();
  private final int historyDays;
  private final String prefix;
  private final SimClock clock;
  private final Set<PersonTrait> everybody;

  /**
   * @param historyDays days of history a new person has before today
   * @param prefix what people nobody has named are called: prefix-1, prefix-2 and so on
   * @param everybody traits of each person who is new, besides their own
   */
  public People(int historyDays, String prefix, SimClock clock, Set<PersonTrait> everybody) {
    this.everybody = Set.copyOf(everybody);
    this.historyDays = historyDays;
    this.prefix = prefix;
    this.clock = clock;
  }

  public Optional<SimPerson> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The person with this {@link SimPerson#number}. */
  public Optional<SimPerson> find(long number) {
    return byId.values().stream().filter(p -> p.number() == number).findFirst();
  }

  /** The person of this name, created with the default history if new. */
  public SimPerson named(String name) {
    return named(name, Optional.empty(), historyDays, Set.of());
  }

  /** The person of this name; zone, history and traits are for one who is new. */
  public SimPerson named(String name, Optional<ZoneId> zone, int history, Set<PersonTrait> traits) {
    String id = SimPerson.idOf(name);
    SimPerson known = byId.get(id);
    if (known != null) {
      return known;
    }
    SimPerson person = make(id, name, zone, history, traits);
    byId.put(id, person);
    return person;
  }

  /** A person nobody has named. */
  public SimPerson fresh() {
    int number = byId.size() + 1;
    while (byId.containsKey(SimPerson.idOf(prefix + "-" + number))) {
      number++;
    }
    return named(prefix + "-" + number);
  }

  /** One who is not among the others, for canned data. */
  public SimPerson apart(String name) {
    return make(SimPerson.idOf(name), name, Optional.empty(), historyDays, Set.of());
  }

  public void restore(SimPerson person) {
    byId.put(person.id(), person);
  }

  public List<SimPerson> all() {
    return List.copyOf(byId.values());
  }

  public int defaultHistory() {
    return historyDays;
  }

  /** The day as far as it is known now, in its latest revision. */
  public SimDay day(SimPerson person, LocalDate day) {
    Instant now = clock.now();
    if (day.isAfter(person.dayAt(now))) {
      return SimDay.of(person, day, 0).until(now);
    }
    var key = new Dated(person.id(), day, revision(person, day));
    SimDay whole = days.computeIfAbsent(key, k -> SimDay.of(person, day, k.revision()));
    var eldest = days.keySet().iterator();
    while (days.size() > KEPT_DAYS && eldest.hasNext()) {
      eldest.next();
      eldest.remove();
    }
    return records.over(whole).until(now);
  }

  /** The days from the first to the last, both included, none before the person's first. */
  public List<SimDay> days(SimPerson person, LocalDate from, LocalDate to) {
    LocalDate today = person.dayAt(clock.now());
    LocalDate day = from.isBefore(person.firstDay()) ? person.firstDay() : from;
    LocalDate last = to.isAfter(today) ? today : to;
    var found = new ArrayList<SimDay>();
    for (; !day.isAfter(last); day = day.plusDays(1)) {
      found.add(day(person, day));
    }
    return found;
  }

  /** What testers add to days. */
  AddedRecords records() {
    return records;
  }

  /** How often the vendor thought again about this day. */
  public int revision(SimPerson person, LocalDate day) {
    return revisions.getOrDefault(person.id(), Map.of()).getOrDefault(day, 0);
  }

  /** Lets the vendor think again about a day; returns how often it now has. */
  public int revise(SimPerson person, LocalDate day) {
    return revisions
        .computeIfAbsent(person.id(), id -> new HashMap<>())
        .merge(day, 1, Integer::sum);
  }

  void restoreRevision(String id, LocalDate day, int revision) {
    revisions.computeIfAbsent(id, i -> new HashMap<>()).put(day, revision);
  }

  Map<String, Map<LocalDate, Integer>> revisions() {
    return revisions;
  }

  private SimPerson make(
      String id, String name, Optional<ZoneId> zone, int history, Set<PersonTrait> traits) {
    ZoneId home = zone.orElseGet(() -> SimPerson.zoneOf(id));
    Instant now = clock.now();
    Set<PersonTrait> all = new HashSet<>(everybody);
    all.addAll(traits);
    return new SimPerson(id, name, home, now.atZone(home).toLocalDate().minusDays(history), all);
  }
}
