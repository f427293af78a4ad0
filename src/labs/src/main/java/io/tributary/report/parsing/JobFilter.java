package io.tributary.report.parsing;

import io.tributary.core.Times;
import io.tributary.http.QueryParameters;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Filter of a job list.
 *
 * @param statuses empty = all
 * @param from created at or after
 * @param to created at or before
 */
record JobFilter(
    List<String> statuses,
    Optional<UUID> user,
    Optional<Instant> from,
    Optional<Instant> to,
    Optional<Boolean> needsHumanReview) {
  private static final List<String> FLAGS = List.of("true", "false");

  /** Last instant of a day at the database's precision of microseconds. */
  private static final LocalTime LAST = LocalTime.of(23, 59, 59, 999_999_000);

  static JobFilter read(QueryParameters q) {
    List<String> statuses = q.texts("status");
    if (!JobStatus.wireNames().containsAll(statuses)) {
      q.addError(
          "status", "Input should be one of: " + String.join(", ", JobStatus.wireNames()), "enum");
    }
    Optional<Instant> from = instant(q, "start_date", LocalTime.MIN);
    Optional<Instant> to = instant(q, "end_date", LAST);
    if (from.isPresent() && to.isPresent() && to.get().isBefore(from.get())) {
      q.addError("end_date", "end_date is before start_date", "value_error");
    }
    return new JobFilter(
        statuses,
        q.uuid("user_id"),
        from,
        to,
        q.choice(
            "needs_human_review",
            w -> FLAGS.contains(w) ? Optional.of(Boolean.valueOf(w)) : Optional.empty(),
            FLAGS));
  }

  private static Optional<Instant> instant(QueryParameters q, String name, LocalTime ofBareDate) {
    Optional<String> text = q.text(name);
    Optional<Instant> at =
        text.flatMap(
            t ->
                Times.parseDate(t)
                    .filter(d -> d.getYear() >= 1 && d.getYear() <= 9999)
                    .map(d -> d.atTime(ofBareDate).toInstant(ZoneOffset.UTC))
                    .or(() -> Times.parseInstant(t)));
    if (text.isPresent() && at.isEmpty()) {
      q.addError(name, "Input should be a date or a date-time", "datetime_parsing");
    }
    return at;
  }
}
