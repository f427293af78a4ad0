package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.model.StoredSummary;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Summaries of one user, page by page in order of their instant and ID.
 *
 * <p>A page is one index range. Blocking; the caller must have checked that the user belongs to the
 * tenant.
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

  /** Summary with the instant by which it is sorted; null for a profile. */
  public record PositionedSummary(StoredSummary summary, Instant at) {}

  /** Bounds of a read in instants and days, all inclusive. */
  public record Range(Instant from, Instant to, LocalDate first, LocalDate last) {}

  /**
   * Returns the next summaries.
   *
   * @param at instant of the first summary
   * @param id ID of the first summary at that instant, inclusive
   */
  public List<PositionedSummary> page(
      UUID user, Resource resource, Range range, Instant at, UUID id, int limit) {
    return RowMapping.list(
        db.query(
            PAGE, user, resource.wire(), at, id, range.to(), range.first(), range.last(), limit),
        row ->
            new PositionedSummary(
                SummaryRow.read(resource, user, row), RowMapping.instant(row, "at")));
  }

  /** Returns a summary of any user. */
  public Optional<PositionedSummary> find(UUID id) {
    return RowMapping.first(
        db.query(ONE, id),
        row ->
            new PositionedSummary(
                SummaryRow.read(
                    Resource.of(row.getString("resource")).orElseThrow(),
                    row.getUUID("user_id"),
                    row),
                RowMapping.instant(row, "at")));
  }
}
