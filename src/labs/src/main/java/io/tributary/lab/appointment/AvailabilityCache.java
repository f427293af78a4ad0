package io.tributary.lab.appointment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Tx;
import io.tributary.team.FeatureFlags;
import io.tributary.team.LabFeature;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cache of free slots for callers that accept stale times instead of waiting for a calendar.
 * Entries are at most 15 minutes old; each holds 21 days of one site.
 */
final class AvailabilityCache {
  private static final Duration TTL = Duration.ofMinutes(15);
  private static final int CACHED_DAYS = 21;

  private static final String READ =
      """
      select times::text as times from site_availability
       where team_id = $1 and environment = $2 and provider = $3 and code = $4 and read_at > $5
      """;
  private static final String UPSERT =
      """
      insert into site_availability (team_id, environment, provider, code, read_at, times)
      values ($1, $2, $3, $4, $5, $6::text::jsonb)
      on conflict (team_id, environment, provider, code) do update
        set read_at = excluded.read_at, times = excluded.times
      """;

  private final SchedulingProvider scheduling;

  AvailabilityCache(SchedulingProvider scheduling) {
    this.scheduling = scheduling;
  }

  /** Source of free slots. */
  interface SlotSource {
    List<SchedulingProvider.FreeSlot> slots(Calendar where, LocalDate day);
  }

  static boolean isAllowed(Tx tx, Tenant tenant) {
    return FeatureFlags.of(tx, tenant).lab().contains(LabFeature.PSC_STALE_AVAILABILITY);
  }

  /**
   * Returns the cached slots if every site has a fresh entry. Otherwise all sites are read again.
   * Days beyond the cached range are read from the calendar.
   */
  SlotSource slotSource(Tx tx, Tenant tenant, List<Calendar> sites, Instant now) {
    Map<Calendar, Map<LocalDate, List<SchedulingProvider.FreeSlot>>> known = new HashMap<>();
    for (Calendar b : sites) {
      readEntry(tx, tenant, b, now).ifPresent(e -> known.put(b, e));
    }
    if (known.size() < sites.size()) {
      sites.forEach(b -> known.put(b, refresh(tx, tenant, b, now)));
    }
    return (b, day) -> {
      List<SchedulingProvider.FreeSlot> found = known.get(b).get(day);
      return found == null
          ? scheduling.freeSlots(tx, tenant, b, day, now)
          : found.stream().filter(o -> o.slot().start().isAfter(now)).toList();
    };
  }

  private static Optional<Map<LocalDate, List<SchedulingProvider.FreeSlot>>> readEntry(
      Tx tx, Tenant t, Calendar b, Instant now) {
    return tx.first(
            READ,
            t.team(),
            t.environment().wire(),
            b.provider(),
            b.code(),
            AppointmentRepo.toOffsetDateTime(now.minus(TTL)))
        .map(r -> parse(Json.parse(r.getString("times"))));
  }

  private static Map<LocalDate, List<SchedulingProvider.FreeSlot>> parse(JsonNode times) {
    Map<LocalDate, List<SchedulingProvider.FreeSlot>> out = new HashMap<>();
    times
        .fields()
        .forEachRemaining(
            day -> {
              List<SchedulingProvider.FreeSlot> open = new ArrayList<>();
              for (JsonNode o : day.getValue()) {
                Slot slot =
                    new Slot(
                        Instant.ofEpochSecond(o.get(0).asLong()),
                        Instant.ofEpochSecond(o.get(1).asLong()));
                open.add(new SchedulingProvider.FreeSlot(slot, o.get(2).asInt()));
              }
              out.put(LocalDate.parse(day.getKey()), open);
            });
    return out;
  }

  private Map<LocalDate, List<SchedulingProvider.FreeSlot>> refresh(
      Tx tx, Tenant t, Calendar b, Instant now) {
    LocalDate today = LocalDate.ofInstant(now, b.zone());
    Map<LocalDate, List<SchedulingProvider.FreeSlot>> out = new HashMap<>();
    var stored = Json.object();
    for (LocalDate day : today.datesUntil(today.plusDays(CACHED_DAYS)).toList()) {
      List<SchedulingProvider.FreeSlot> open = scheduling.freeSlots(tx, t, b, day, now);
      out.put(day, open);
      ArrayNode list = stored.putArray(day.toString());
      open.forEach(
          o ->
              list.addArray()
                  .add(o.slot().start().getEpochSecond())
                  .add(o.slot().end().getEpochSecond())
                  .add(o.remaining()));
    }
    tx.update(
        UPSERT,
        t.team(),
        t.environment().wire(),
        b.provider(),
        b.code(),
        AppointmentRepo.toOffsetDateTime(now),
        Json.text(stored));
    return out;
  }
}
