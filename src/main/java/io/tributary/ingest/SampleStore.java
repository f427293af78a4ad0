package io.tributary.ingest;

import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Samples: one statement over arrays, written only where the content differs. */
final class SampleStore {
  static final int CHUNK = 1000;

  /**
   * The device is not compared: that a second device appears must not make old readings "updated".
   */
  private static final String UPSERT =
      """
      insert into sample as s
        (series_id, at, reading, end_at, value, value2, offset_s, context_id, note, device_id)
      select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::float8[],
                           $6::float8[], $7::int[], $8::int[], $9::text[], $10::uuid[])
      on conflict (series_id, at, reading) do update
        set end_at = excluded.end_at, value = excluded.value, value2 = excluded.value2,
            offset_s = excluded.offset_s, context_id = excluded.context_id, note = excluded.note,
            device_id = excluded.device_id
        where s.value is distinct from excluded.value
           or s.end_at is distinct from excluded.end_at
           or s.offset_s is distinct from excluded.offset_s
           or s.context_id is distinct from excluded.context_id
           or s.value2 is distinct from excluded.value2
           or s.note is distinct from excluded.note
      returning s.series_id, s.at, s.reading, (s.xmax = 0) as created
      """;

  private static final String COUNTED =
      "with written as ("
          + UPSERT
          + ") select series_id, created, count(*)::int as n from written group by 1, 2";

  /** What happened to a row. */
  enum Change {
    NONE,
    CREATED,
    UPDATED
  }

  private SampleStore() {}

  /** Writes what differs and tells for each row what happened. */
  static Change[] store(Tx tx, SampleRows rows, UUID device, Tally tally) {
    Change[] changes = new Change[rows.size()];
    for (int from = 0; from < rows.size(); from += CHUNK) {
      int to = Math.min(rows.size(), from + CHUNK);
      int i = from;
      // Rows come back in the order they went in: a walk finds each without a map of keys.
      for (Row row : tx.query(UPSERT, columns(rows, from, to, device))) {
        Instant at = row.getOffsetDateTime(1).toInstant();
        while (rows.series(i) != row.getInteger(0)
            || !rows.sample(i).at().equals(at)
            || !rows.reading(i).equals(row.getString(2))) {
          changes[i++] = Change.NONE;
        }
        boolean created = row.getBoolean(3);
        tally.add(rows.sample(i).resource(), created, 1);
        changes[i++] = created ? Change.CREATED : Change.UPDATED;
      }
      while (i < to) {
        changes[i++] = Change.NONE;
      }
    }
    return changes;
  }

  /** Writes what differs and only counts it: a backfill needs no more. */
  static void storeCounted(Tx tx, SampleRows rows, UUID device, Tally tally) {
    for (int from = 0; from < rows.size(); from += CHUNK) {
      int to = Math.min(rows.size(), from + CHUNK);
      for (Row row : tx.query(COUNTED, columns(rows, from, to, device))) {
        tally.add(
            resource(rows, from, to, row.getInteger(0)), row.getBoolean(1), row.getInteger(2));
      }
    }
  }

  private static Resource resource(SampleRows rows, int from, int to, int series) {
    for (int i = from; i < to; i++) {
      if (rows.series(i) == series) {
        return rows.sample(i).resource();
      }
    }
    throw new IllegalStateException("a series came back that was not written");
  }

  private static Object[] columns(SampleRows rows, int from, int to, UUID device) {
    int n = to - from;
    Integer[] series = new Integer[n];
    OffsetDateTime[] at = new OffsetDateTime[n];
    String[] reading = new String[n];
    OffsetDateTime[] end = new OffsetDateTime[n];
    Double[] value = new Double[n];
    Double[] value2 = new Double[n];
    Integer[] offset = new Integer[n];
    Integer[] context = new Integer[n];
    String[] note = new String[n];
    UUID[] devices = new UUID[n];
    for (int i = 0; i < n; i++) {
      Sample s = rows.sample(from + i);
      SampleExtras extras = s.extras();
      series[i] = rows.series(from + i);
      at[i] = s.at().atOffset(ZoneOffset.UTC);
      reading[i] = rows.reading(from + i);
      end[i] = s.end() == null ? null : s.end().atOffset(ZoneOffset.UTC);
      value[i] = s.value();
      offset[i] = s.offsetSeconds();
      context[i] = rows.context(from + i);
      if (extras != null) {
        value2[i] = extras.diastolic();
        note[i] = Texts.plain(extras.text());
      }
      devices[i] = s.source().deviceId() == null ? device : s.source().deviceId();
    }
    return new Object[] {series, at, reading, end, value, value2, offset, context, note, devices};
  }
}
