package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Json;
import io.tributary.core.JsonBytes;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.model.SampleJson;
import io.vertx.sqlclient.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Builds the deprecated stream of a sleep: the provider's samples from its start to its end, both
 * inclusive, and its stages. Blocking.
 */
final class SleepStreams {
  private static final String SLEEP =
      """
      select s.user_id, s.provider, (s.content ->> 'bedtime_start')::timestamptz as begin,
             (s.content ->> 'bedtime_stop')::timestamptz as until
        from summary s join app_user u on u.id = s.user_id
       where s.id = $1 and s.resource = 'sleep'
         and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  private static final List<Resource> RESOURCES =
      List.of(Resource.HRV, Resource.HEARTRATE, Resource.RESPIRATORY_RATE);

  private final Db db;
  private final StoredSamples samples;

  SleepStreams(Db db, StoredSamples samples) {
    this.db = db;
    this.samples = samples;
  }

  /** Returns the response body; 404 if the sleep does not belong to the tenant. */
  byte[] read(Tenant tenant, UUID id) {
    Row sleep =
        RowMapping.first(
                db.query(SLEEP, id, tenant.team(), tenant.environment().wire()), row -> row)
            .orElseThrow(() -> ServiceException.notFound("sleep"));
    UUID user = sleep.getUUID("user_id");
    Instant begin = RowMapping.instant(sleep, "begin");
    Instant until = RowMapping.instant(sleep, "until");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * 1024);
    try (JsonGenerator out = Json.MAPPER.getFactory().createGenerator(bytes)) {
      out.writeStartObject();
      for (Resource part : RESOURCES) {
        out.writeFieldName(part.wire());
        out.writeRawValue(array(part, user, sleep.getString("provider"), begin, until));
      }
      out.writeArrayFieldStart("hypnogram");
      for (Row stage :
          db.query(
              Hypnograms.OF_SLEEP,
              user,
              sleep.getString("provider"),
              begin.minus(Duration.ofDays(1)),
              until.plus(Duration.ofDays(1)),
              id.toString())) {
        Hypnograms.write(out, stage);
      }
      out.writeEndArray();
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private String array(
      Resource resource, UUID user, String provider, Instant begin, Instant until) {
    SampleJson json = new SampleJson(resource);
    JsonBytes out = new JsonBytes(16 * 1024).raw('[');
    samples.forEach(
        user,
        resource,
        provider,
        begin,
        until,
        s -> {
          if (out.size() > 1) {
            out.raw(',');
          }
          json.write(out, s.sample());
        });
    return out.raw(']').text();
  }
}
