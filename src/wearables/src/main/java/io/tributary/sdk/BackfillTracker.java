package io.tributary.sdk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.model.Resource;
import io.tributary.provider.sdk.SdkResource;
import io.tributary.provider.sdk.UploadEnvelope;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Tracks historical stages that a phone uploads in chunks.
 *
 * <p>A stage ends once, with the chunk that is marked as the last one. A chunk that is repeated
 * afterwards belongs to the ended stage and changes nothing. A chunk with a range beyond it, a new
 * connection, or the call that starts a stage begins the next one.
 */
final class BackfillTracker {
  private static final String CHUNK =
      """
      insert into historical_pull as h
        (user_id, provider, resource, job_id, status, range_start, range_end, scheduled_at,
         started_at, ended_at, days, release, trace_id)
      select $1, $2, $3, $4, case when $7 then 'success' else 'in_progress' end, $5, $6, now(),
             now(), case when $7 then now() end,
             coalesce((select range_agg(daterange(d, d, '[]')) from unnest($8::date[]) as t(d)),
                      '{}'::datemultirange),
             $9, $10
      on conflict (user_id, provider, resource) do update
         set status = excluded.status,
             job_id = excluded.job_id,
             range_start = case when h.ended_at is null and h.job_id = excluded.job_id
                                then least(h.range_start, excluded.range_start)
                                else excluded.range_start end,
             range_end = case when h.ended_at is null and h.job_id = excluded.job_id
                              then greatest(h.range_end, excluded.range_end)
                              else excluded.range_end end,
             scheduled_at = case when h.ended_at is null and h.job_id = excluded.job_id
                                 then h.scheduled_at else excluded.scheduled_at end,
             started_at = case when h.ended_at is null and h.job_id = excluded.job_id
                               then coalesce(h.started_at, now()) else now() end,
             ended_at = excluded.ended_at,
             days = case when h.ended_at is null and h.job_id = excluded.job_id
                         then h.days + excluded.days else excluded.days end,
             release = excluded.release, trace_id = coalesce(h.trace_id, excluded.trace_id),
             error_details = null
       where h.job_id <> excluded.job_id or h.ended_at is null
          or excluded.range_start < h.range_start or excluded.range_end > h.range_end
      returning range_start, range_end, status
      """;
  private static final String START =
      """
      insert into historical_pull as h
        (user_id, provider, resource, job_id, status, range_start, range_end, scheduled_at,
         started_at, release, trace_id)
      values ($1, $2, $3, $4, 'in_progress', $5, $6, now(), now(), $7, $8)
      on conflict (user_id, provider, resource) do update
         set job_id = excluded.job_id, status = excluded.status,
             range_start = excluded.range_start, range_end = excluded.range_end,
             scheduled_at = now(), started_at = now(), ended_at = null, days = '{}',
             release = excluded.release, trace_id = excluded.trace_id, error_details = null
      """;

  private final Outbox outbox;
  private final String release;

  /**
   * @param release version of this build, shown with every stage
   */
  BackfillTracker(Outbox outbox, String release) {
    this.outbox = outbox;
    this.release = release;
  }

  /** Records a chunk. If it is the last one, ends the stage and emits its event. */
  void recordChunk(
      Tx tx,
      Tenant tenant,
      UUID user,
      UploadContext state,
      Resource pushed,
      UploadEnvelope envelope,
      Map<Resource, Set<LocalDate>> days) {
    List<Event> ended = new ArrayList<>();
    for (Resource r : sorted(SdkResource.historicalStage(pushed))) {
      tx.first(
              CHUNK,
              user,
              envelope.provider().slug(),
              r.wire(),
              state.connection(),
              envelope.start(),
              envelope.end(),
              envelope.last(),
              days.getOrDefault(r, Set.of()).toArray(LocalDate[]::new),
              release,
              Ids.traceId())
          .filter(row -> envelope.last())
          .ifPresent(
              row ->
                  ended.add(
                      event(
                          tenant,
                          user,
                          state.clientUserId(),
                          envelope.provider().slug(),
                          r,
                          row.getOffsetDateTime("range_start").toInstant(),
                          row.getOffsetDateTime("range_end").toInstant())));
    }
    outbox.add(tx, ended);
  }

  /** Starts a stage and replaces the previous one. */
  void startStage(Tx tx, PushMessages.StartStage m, UUID connection) {
    for (Resource r : sorted(SdkResource.historicalStage(m.resource()))) {
      tx.update(
          START,
          m.user(),
          m.provider().slug(),
          r.wire(),
          connection,
          m.start(),
          m.end(),
          release,
          m.trace());
    }
  }

  private static List<Resource> sorted(Set<Resource> resources) {
    return resources.stream().sorted(Comparator.comparing(Resource::wire)).toList();
  }

  private static Event event(
      Tenant tenant,
      UUID user,
      String clientUserId,
      String provider,
      Resource resource,
      Instant start,
      Instant end) {
    ObjectNode data =
        Json.object()
            .put("user_id", user.toString())
            .put("start_date", Times.format(start))
            .put("end_date", Times.format(end))
            .put("provider", provider);
    return new Event(EventTypes.historical(resource), tenant, user, clientUserId, data);
  }
}
