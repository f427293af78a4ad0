package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.model.Resource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Days of each resource of a connection: requested, with records, and with a failed last attempt.
 *
 * <p>A day is settled once it was requested after its end in every time zone. Only then does an
 * empty response mean that there is no data.
 */
public final class CoverageRepo {
  /** The time zone in which a day ends last. */
  private static final ZoneOffset WESTERNMOST = ZoneOffset.ofHours(-12);

  private static final String ASKED =
      """
      insert into resource_status as a (user_id, provider, resource, last_attempt_at,
                                         last_attempt_status, fetched_days, final_days)
      select $1, $2, r, now(), 'success', datemultirange(daterange($4, $5, '[]')),
             case when $6 >= $4 then datemultirange(daterange($4, least($5, $6), '[]')) else '{}' end
        from unnest($3::text[]) as t(r) order by r
      on conflict (user_id, provider, resource) do update
        set last_attempt_at = excluded.last_attempt_at,
            last_attempt_status = excluded.last_attempt_status,
            fetched_days = a.fetched_days + excluded.fetched_days,
            final_days = a.final_days + excluded.final_days,
            failed_days = a.failed_days - excluded.fetched_days,
            failure_reason = case when a.failed_days <@ excluded.fetched_days then null
                              else a.failure_reason end
      """;

  private static final String FAILED =
      """
      insert into resource_status as a (user_id, provider, resource, failed_days, failure_reason)
      select $1, $2, r, datemultirange(daterange($4, $5, '[]')), $6
        from unnest($3::text[]) as t(r) order by r
      on conflict (user_id, provider, resource) do update
        set failed_days = a.failed_days + excluded.failed_days, failure_reason = excluded.failure_reason
      """;

  private CoverageRepo() {}

  /**
   * Records that the provider has responded for these days, both inclusive, with or without
   * records.
   *
   * @param when time of the request
   */
  public static void recordRequested(
      Tx tx,
      UUID user,
      String provider,
      Set<Resource> resources,
      LocalDate first,
      LocalDate last,
      Instant when) {
    if (!resources.isEmpty()) {
      LocalDate over = when.atOffset(WESTERNMOST).toLocalDate().minusDays(1);
      tx.update(ASKED, user, provider, sortedNames(resources), first, last, over);
    }
  }

  /** Records that the last attempt for these days failed; they will be retried. */
  public static void recordFailed(
      Tx tx,
      UUID user,
      String provider,
      Set<Resource> resources,
      LocalDate first,
      LocalDate last,
      String why) {
    if (!resources.isEmpty()) {
      tx.update(FAILED, user, provider, sortedNames(resources), first, last, why);
    }
  }

  /** Formats days as a PostgreSQL datemultirange. */
  static String formatMultirange(Collection<LocalDate> days) {
    SortedSet<LocalDate> left = new TreeSet<>(days);
    StringBuilder out = new StringBuilder("{");
    LocalDate start = null;
    LocalDate end = null;
    for (LocalDate day : left) {
      if (start != null && !day.equals(end)) {
        range(out, start, end);
        start = null;
      }
      start = start == null ? day : start;
      end = day.plusDays(1);
    }
    if (start != null) {
      range(out, start, end);
    }
    return out.append('}').toString();
  }

  private static void range(StringBuilder out, LocalDate start, LocalDate end) {
    out.append(out.length() > 1 ? "," : "").append('[').append(formatMultirange(start)).append(',');
    out.append(formatMultirange(end)).append(')');
  }

  /** Formats a date for PostgreSQL: no sign before five-digit years, and years before 1 as BC. */
  private static String formatMultirange(LocalDate day) {
    int year = day.getYear();
    return "%04d-%02d-%02d%s"
        .formatted(
            year > 0 ? year : 1 - year,
            day.getMonthValue(),
            day.getDayOfMonth(),
            year > 0 ? "" : " BC");
  }

  /** Returns the names in a fixed order, which prevents deadlocks between transactions. */
  private static String[] sortedNames(Set<Resource> resources) {
    return resources.stream().map(Resource::wire).sorted().toArray(String[]::new);
  }
}
