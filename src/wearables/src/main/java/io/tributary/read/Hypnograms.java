package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Times;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * Sleep stages as samples, derived from the stored hypnograms; the deprecated form of {@code
 * sleep_cycle}.
 */
final class Hypnograms {
  /**
   * One row per stage. The offset is that of the hypnogram's time zone, if it has one, otherwise
   * that of its sleep. The additional bound on {@code at}, the end of the session, allows the use
   * of an index.
   */
  private static final String STAGES =
      """
      select c.provider, c.source_type, c.device_id, c.id, n.i::int as i,
             c.begin + make_interval(secs =>
               (c.content #>> array['stage_start_offset_second', n.i::text])::int) as at,
             c.begin + make_interval(secs =>
               (c.content #>> array['stage_end_offset_second', n.i::text])::int) as until,
             (c.content #>> array['stage_type', n.i::text])::int as stage,
             c.content ->> 'time_zone' as zone, c.sleep_offset
        from (select s.*, (s.content ->> 'session_start')::timestamptz as begin,
                     (l.content ->> 'timezone_offset')::int as sleep_offset
                from summary s
                left join summary l
                  on l.id = (s.content ->> 'sleep_id')::uuid and l.user_id = s.user_id
               where s.user_id = $1 and s.resource = 'sleep_cycle'
                 and ($2 = '' or s.provider = $2) and s.at >= $3) c
       cross join lateral
             generate_series(0, jsonb_array_length(c.content -> 'stage_type') - 1) as n(i)
       where c.begin <= $4
      """;

  /** Stages that begin in [$3, $4], after position ($5, $6, $7), at most $8. */
  static final String PAGE =
      "select * from ("
          + STAGES
          + """
          ) x
           where x.at >= $3 and x.at <= $4 and (x.at, x.id, x.i) > ($5, $6, $7)
           order by x.at, x.id, x.i limit $8
          """;

  /** All stages that begin in [$3, $4]. */
  static final String ALL =
      "select * from (" + STAGES + ") x where x.at >= $3 and x.at <= $4 order by x.at, x.id, x.i";

  /** Stages of one sleep ($5) of a user. */
  static final String OF_SLEEP =
      "select * from ("
          + STAGES.replace("s.at >= $3", "s.at >= $3 and s.content ->> 'sleep_id' = $5")
          + ") x order by x.at, x.id, x.i";

  private Hypnograms() {}

  /** Position at which a page ended. */
  record Position(Instant at, UUID cycle, int stage) {}

  static Position position(Row row) {
    return new Position(instant(row, "at"), row.getUUID("id"), row.getInteger("i"));
  }

  /** Returns the source; timeseries have neither app nor workout. */
  static Source source(Row row) {
    return new Source(
        row.getString("provider"),
        SourceType.of(row.getString("source_type")),
        null,
        row.getUUID("device_id"),
        null,
        null);
  }

  static void write(JsonGenerator out, Row row) throws IOException {
    Instant at = instant(row, "at");
    out.writeStartObject();
    out.writeNullField("id");
    out.writeStringField("timestamp", Times.format(at));
    out.writeStringField("start", Times.format(at));
    out.writeStringField("end", Times.format(instant(row, "until")));
    Integer offset = offset(row, at);
    if (offset == null) {
      out.writeNullField("timezone_offset");
    } else {
      out.writeNumberField("timezone_offset", offset);
    }
    out.writeNullField("type");
    out.writeStringField("unit", "stage");
    out.writeNumberField("value", row.getInteger("stage"));
    out.writeEndObject();
  }

  private static Integer offset(Row row, Instant at) {
    String zone = row.getString("zone");
    return zone == null
        ? row.getInteger("sleep_offset")
        : Integer.valueOf(java.time.ZoneId.of(zone).getRules().getOffset(at).getTotalSeconds());
  }

  private static Instant instant(Row row, String column) {
    OffsetDateTime t = row.getOffsetDateTime(column);
    return t.toInstant();
  }
}
