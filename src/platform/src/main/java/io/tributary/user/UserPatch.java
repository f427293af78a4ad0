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
 * User fields parsed from a request. Validation errors are recorded at the fields. The order of the
 * ingestion bounds is checked after they are merged with the stored ones.
 */
record UserPatch(
    Patch<String> clientUserId,
    Patch<String> timeZone,
    Patch<LocalDate> birthDate,
    Patch<LocalDate> ingestionStart,
    Patch<LocalDate> ingestionEnd) {
  private static final int REFERENCE = 256;

  // Region IDs only. ZoneId.of would also accept offsets such as +02:00, which are not IANA names.
  private static final Set<String> ZONES =
      ZoneId.getAvailableZoneIds().stream()
          .filter(z -> !z.startsWith("SystemV/"))
          .collect(Collectors.toUnmodifiableSet());

  /** Parses a POST body: client_user_id is required, and absent fields are empty. */
  static UserPatch ofNew(JsonFields body, Clock clock) {
    return of(body, clock, new Patch.Put<>(body.requiredText("client_user_id", 1, REFERENCE)));
  }

  /** Parses a PATCH body: absent fields keep their value, and null clears one. */
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
        : body.addError(
            "fallback_time_zone", "Input should be an IANA time zone name", "time_zone");
  }

  private static Optional<LocalDate> birthDate(JsonFields body, String text, Clock clock) {
    Optional<LocalDate> date = Times.parseDate(text);
    if (date.isEmpty()) {
      return body.addError(
          "fallback_birth_date", "Input should be a date, YYYY-MM-DD", "date_parsing");
    }
    return date.get().isAfter(LocalDate.now(clock))
        ? body.addError("fallback_birth_date", "Date should not be in the future", "date_past")
        : date;
  }
}
