package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.SampleExtras;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Samples for features that compute with them. For virtual and plain threads; the caller has
 * checked that the user is the tenant's.
 */
public final class StoredSamples {
  private static final String BETWEEN =
      """
      select t.id, t.provider, t.source_type, s.at, s.end_at, s.offset_s, s.value, s.value2, s.note,
             s.device_id, c.workout_id, c.sport, c.extras
        from series t join sample s on s.series_id = t.id
        left join sample_context c on c.id = s.context_id
       where t.user_id = $1 and t.resource = $2 and ($3 = '' or t.provider = $3)
         and s.at between $4 and $5
       order by s.at, s.series_id, s.reading
      """;

  private final Db db;

  public StoredSamples(Db db) {
    this.db = db;
  }

  /**
   * Hands over each sample in order of time, series and reading.
   *
   * @param provider only of this provider; empty = all
   * @param from first instant, inclusive
   * @param to last instant, inclusive
   */
  public void each(
      UUID user,
      Resource resource,
      String provider,
      Instant from,
      Instant to,
      Consumer<StoredSample> consumer) {
    for (Row r : db.query(BETWEEN, user, resource.wire(), provider, from, to)) {
      consumer.accept(new StoredSample(sample(resource, r), r.getInteger("id")));
    }
  }

  private static Sample sample(Resource resource, Row r) {
    String json = r.getString("extras");
    SampleExtras shared = json == null ? null : SampleExtras.parse(json);
    SampleExtras extras =
        switch (resource) {
          case BLOOD_PRESSURE -> SampleExtras.diastolic(r.getDouble("value2"));
          case NOTE ->
              SampleExtras.note(r.getString("note"), shared == null ? null : shared.tags());
          // The others have all they need in the shared part.
          default -> shared;
        };
    OffsetDateTime end = r.getOffsetDateTime("end_at");
    return new Sample(
        resource,
        new Source(
            r.getString("provider"),
            SourceType.of(r.getString("source_type")),
            null,
            r.getUUID("device_id"),
            r.getString("sport"),
            r.getUUID("workout_id")),
        r.getOffsetDateTime("at").toInstant(),
        end == null ? null : end.toInstant(),
        r.getInteger("offset_s"),
        r.getDouble("value"),
        extras);
  }
}
