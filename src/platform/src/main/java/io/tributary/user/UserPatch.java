package io.tributary.user;

import io.tributary.core.Patch;
import io.tributary.core.Times;
import io.tributary.http.JsonFields;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * UserFields of wearables.md §1, as read from a request. Faults are listed at the fields; the order
 * of the ingestion bounds is checked once they have met the stored ones.
 */
record UserPatch(
    Patch<String> clientUserId,
    Patch<String> timeZone,
    Patch<LocalDate> birthDate,
    Patch<LocalDate> ingestionStart,
    Patch<LocalDate> ingestionEnd) {
  private static final int REFERENCE = 256;

  // Region ids only: ZoneId.of would also take offsets such as +02:00, which are no IANA names.
  private static final Set<String> ZONES =
      ZoneId.getAvailableZoneIds().stream()
          .filter(z -> !z.startsWith("SystemV/"))
          .collect(Collectors.toUnmodifiableSet());

  /** Of POST: the reference is required and nothing is kept. */
  static UserPatch ofNew(JsonFields body, Clock clock) {
    return of(body, clock, new Patch.Put<>(body.requiredText("client_user_id", 1, REFERENCE)));
  }

  /** Of PATCH: absent keeps, null clears. */
  static UserPatch ofChange(JsonFields body, Clock clock) {
    return of(body, clock, body.patchText("client_user_id", 1, REFERENCE));
  }

  private static UserPatch of(JsonFields body, Clock clock, Patch<String> reference) {
    return new UserPatch(
        reference,
        body.patch("fallback_time_zone", v -> zone(body, v.textValue())),
        body.patch("fallback_birth_date", v -> birthDate(body, v.textValue(), clock)),
        body.patchDate("ingestion_start"),
        body.patchDate("ingestion_end"));
  }

  private static Optional<String> zone(JsonFields body, String text) {
    return text != null && ZONES.contains(text)
        ? Optional.of(text)
        : body.fault("fallback_time_zone", "Input should be an IANA time zone name", "time_zone");
  }

  private static Optional<LocalDate> birthDate(JsonFields body, String text, Clock clock) {
    Optional<LocalDate> date = Times.date(text);
    if (date.isEmpty()) {
      return body.fault(
          "fallback_birth_date", "Input should be a date, YYYY-MM-DD", "date_parsing");
    }
    return date.get().isAfter(LocalDate.now(clock))
        ? body.fault("fallback_birth_date", "Date should not be in the future", "date_past")
        : date;
  }
}
