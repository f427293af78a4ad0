package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.model.Resource;
import io.tributary.model.StoredSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The summaries of one user, page by page in order of their instant and id. A page is one range of
 * an index. For virtual and plain threads; the caller has checked that the user is the tenant's.
 */
public final class UserSummaries {
  private static final String PAGE =
      """
      select id, provider, source_type, app_id, device_id, created_at, updated_at,
             content::text as content, at
        from summary
       where user_id = $1 and resource = $2 and (at, id) >= ($3, $4) and at <= $5
         and day between $6 and $7
       order by at, id limit $8
      """;
  private static final String ONE =
      """
      select user_id, resource, id, provider, source_type, app_id, device_id, created_at,
             updated_at, content::text as content, at
        from summary where id = $1
      """;

  private final Db db;

  public UserSummaries(Db db) {
    this.db = db;
  }

  /** A summary and the instant that it is sorted by; null for a profile. */
  public record Placed(StoredSummary summary, Instant at) {}

  /** Instants and days of a read, all ends inclusive. */
  public record Range(Instant from, Instant to, LocalDate first, LocalDate last) {}

  /**
   * The next summaries.
   *
   * @param at instant to begin with
   * @param id of the summaries of that instant the first to begin with, inclusive
   */
  public List<Placed> page(
      UUID user, Resource resource, Range range, Instant at, UUID id, int limit) {
    return Rows.list(
        db.query(
            PAGE, user, resource.wire(), at, id, range.to(), range.first(), range.last(), limit),
        row -> new Placed(SummaryRow.read(resource, user, row), Rows.instant(row, "at")));
  }

  /** A summary of whichever user. */
  public Optional<Placed> find(UUID id) {
    return Rows.first(
        db.query(ONE, id),
        row ->
            new Placed(
                SummaryRow.read(
                    Resource.of(row.getString("resource")).orElseThrow(),
                    row.getUUID("user_id"),
                    row),
                Rows.instant(row, "at")));
  }
}
