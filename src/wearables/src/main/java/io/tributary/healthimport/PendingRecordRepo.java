package io.tributary.healthimport;

import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.provider.apple.PendingRecord;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** SQL access to the table {@code file_import_pending_record}. */
final class PendingRecordRepo {
  private static final String INSERT =
      """
      insert into file_import_pending_record
        (import_id, kind, source, day, at, end_at, name, value, offset_s, detail)
      select $1, f.* from unnest($2::text[], $3::text[], $4::date[], $5::timestamptz[],
             $6::timestamptz[], $7::text[], $8::float8[], $9::int[], $10::text[]) as f
      on conflict do nothing
      """;
  private static final String SELECT =
      """
      select kind, source, day, at, end_at, name, value, offset_s, detail from file_import_pending_record
       where import_id = $1 and kind = $2
      """;
  private static final String ORDER = " order by source, day, at, end_at, name, value limit ";
  private static final String FIRST = SELECT + ORDER + "$3";
  private static final String AFTER =
      SELECT
          + " and (source, day, at, end_at, name, value) > ($3, $4, $5, $6, $7, $8)"
          + ORDER
          + "$9";
  private static final String OF_DAYS =
      SELECT + " and source = '' and day between $3 and $4" + ORDER + "100000";
  private static final String DAYS =
      """
      select distinct day from file_import_pending_record
       where import_id = $1 and kind in ('touched', 'day') and day > $2
       order by day limit $3
      """;
  private static final String DELETE_ALL =
      "delete from file_import_pending_record where import_id = $1";

  /** Key of a pending record, after which a phase resumes. */
  record Key(String origin, LocalDate day, Instant at, Instant until, String name, double value) {
    static Key of(PendingRecord f) {
      return new Key(f.origin(), f.day(), f.at(), f.end(), f.name(), f.value());
    }

    static Key read(String text) {
      return Json.read(Json.parse(text), Key.class);
    }

    String text() {
      return Json.text(this);
    }
  }

  private final Db db;
  private final UUID id;

  PendingRecordRepo(Db db, UUID id) {
    this.db = db;
    this.id = id;
  }

  void add(Tx tx, Collection<PendingRecord> facts) {
    if (facts.isEmpty()) {
      return;
    }
    tx.update(
        INSERT,
        id,
        facts.stream().map(f -> wire(f.kind())).toArray(String[]::new),
        facts.stream().map(PendingRecord::origin).toArray(String[]::new),
        facts.stream().map(PendingRecord::day).toArray(LocalDate[]::new),
        facts.stream().map(PendingRecord::at).toArray(Instant[]::new),
        facts.stream().map(PendingRecord::end).toArray(Instant[]::new),
        facts.stream().map(PendingRecord::name).toArray(String[]::new),
        facts.stream().map(PendingRecord::value).toArray(Double[]::new),
        facts.stream().map(PendingRecord::offsetSeconds).toArray(Integer[]::new),
        facts.stream().map(PendingRecord::detail).toArray(String[]::new));
  }

  /**
   * Returns the next records of a kind.
   *
   * @param after null for the first page
   */
  List<PendingRecord> page(PendingRecord.Kind kind, Key after, int limit) {
    return RowMapping.list(
        after == null
            ? db.query(FIRST, id, wire(kind), (long) limit)
            : db.query(
                AFTER,
                id,
                wire(kind),
                after.origin(),
                after.day(),
                after.at(),
                after.until(),
                after.name(),
                after.value(),
                (long) limit),
        PendingRecordRepo::read);
  }

  /** Returns records without origin of a range of days, both inclusive. */
  List<PendingRecord> ofDays(PendingRecord.Kind kind, LocalDate first, LocalDate last) {
    return RowMapping.list(db.query(OF_DAYS, id, wire(kind), first, last), PendingRecordRepo::read);
  }

  /** Returns the next days that need an activity summary. */
  List<LocalDate> days(LocalDate after, int limit) {
    return RowMapping.list(db.query(DAYS, id, after, (long) limit), r -> r.getLocalDate("day"));
  }

  static void deleteAll(Tx tx, UUID id) {
    tx.update(DELETE_ALL, id);
  }

  private static String wire(PendingRecord.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static PendingRecord read(Row r) {
    return new PendingRecord(
        PendingRecord.Kind.valueOf(r.getString("kind").toUpperCase(Locale.ROOT)),
        r.getString("source"),
        r.getLocalDate("day"),
        RowMapping.instant(r, "at"),
        RowMapping.instant(r, "end_at"),
        r.getString("name"),
        r.getDouble("value"),
        r.getInteger("offset_s"),
        r.getString("detail"));
  }
}
