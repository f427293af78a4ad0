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

/** Users of the vendor, found by name or ID, with their days. Used on one event loop only. */
public final class SimPeople {
  private record PersonDay(String id, LocalDate day, int revision) {}

  private static final int MAX_CACHED_DAYS = 400;

  private final Map<String, SimPerson> byId = new LinkedHashMap<>();
  private final Map<String, Map<LocalDate, Integer>> revisions = new HashMap<>();
  private final Map<PersonDay, SimDay> days = new LinkedHashMap<>(64, 0.75f, true);
  private final AddedRecords records = new AddedRecords();
  private final int historyDays;
  private final String prefix;
  private final SimClock clock;
  private final Set<PersonTrait> commonTraits;

  /**
   * @param historyDays days of history that a new person has before today
   * @param prefix name prefix of people without a given name: prefix-1, prefix-2 and so on
   * @param commonTraits traits that each new person has in addition to their own
   */
  public SimPeople(int historyDays, String prefix, SimClock clock, Set<PersonTrait> commonTraits) {
    this.commonTraits = Set.copyOf(commonTraits);
    this.historyDays = historyDays;
    this.prefix = prefix;
    this.clock = clock;
  }

  public Optional<SimPerson> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** Returns the person with this {@link SimPerson#numericId}. */
  public Optional<SimPerson> find(long number) {
    return byId.values().stream().filter(p -> p.numericId() == number).findFirst();
  }

  /** Returns the person with this name, created with the default history if new. */
  public SimPerson named(String name) {
    return named(name, Optional.empty(), historyDays, Set.of());
  }

  /**
   * Returns the person with this name. Zone, history and traits apply only if the person is new.
   */
  public SimPerson named(String name, Optional<ZoneId> zone, int history, Set<PersonTrait> traits) {
    String id = SimPerson.idOf(name);
    SimPerson known = byId.get(id);
    if (known != null) {
      return known;
    }
    SimPerson person = create(id, name, zone, history, traits);
    byId.put(id, person);
    return person;
  }

  /** Creates a person with a generated name. */
  public SimPerson createAnonymous() {
    int number = byId.size() + 1;
    while (byId.containsKey(SimPerson.idOf(prefix + "-" + number))) {
      number++;
    }
    return named(prefix + "-" + number);
  }

  /** Returns a person who is not among the vendor's users, for canned data. */
  public SimPerson detached(String name) {
    return create(SimPerson.idOf(name), name, Optional.empty(), historyDays, Set.of());
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

  /** Returns the day up to now, in its latest revision. */
  public SimDay day(SimPerson person, LocalDate day) {
    Instant now = clock.now();
    if (day.isAfter(person.localDateAt(now))) {
      return SimDay.of(person, day, 0).truncatedAt(now);
    }
    var key = new PersonDay(person.id(), day, revision(person, day));
    SimDay whole = days.computeIfAbsent(key, k -> SimDay.of(person, day, k.revision()));
    var eldest = days.keySet().iterator();
    while (days.size() > MAX_CACHED_DAYS && eldest.hasNext()) {
      eldest.next();
      eldest.remove();
    }
    return records.withAddedRecords(whole).truncatedAt(now);
  }

  /**
   * Returns the days from the first to the last, both inclusive, but none before the person's
   * first.
   */
  public List<SimDay> days(SimPerson person, LocalDate from, LocalDate to) {
    LocalDate today = person.localDateAt(clock.now());
    LocalDate day = from.isBefore(person.firstDay()) ? person.firstDay() : from;
    LocalDate last = to.isAfter(today) ? today : to;
    var found = new ArrayList<SimDay>();
    for (; !day.isAfter(last); day = day.plusDays(1)) {
      found.add(day(person, day));
    }
    return found;
  }

  /** Returns the records that testers added. */
  AddedRecords records() {
    return records;
  }

  /** Returns how often the vendor revised this day. */
  public int revision(SimPerson person, LocalDate day) {
    return revisions.getOrDefault(person.id(), Map.of()).getOrDefault(day, 0);
  }

  /** Revises a day and returns its new revision. */
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

  private SimPerson create(
      String id, String name, Optional<ZoneId> zone, int history, Set<PersonTrait> traits) {
    ZoneId home = zone.orElseGet(() -> SimPerson.zoneOf(id));
    Instant now = clock.now();
    Set<PersonTrait> all = new HashSet<>(commonTraits);
    all.addAll(traits);
    return new SimPerson(id, name, home, now.atZone(home).toLocalDate().minusDays(history), all);
  }
}
