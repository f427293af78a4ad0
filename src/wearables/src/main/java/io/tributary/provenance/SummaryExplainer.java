package io.tributary.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.model.SummaryId;
import io.vertx.sqlclient.Row;
import java.time.LocalDate;
import java.util.UUID;

/** Explains a summary. Blocking. */
final class SummaryExplainer {
  private static final String FIND =
      """
      select s.id, s.user_id, s.resource, s.provider, s.source_type, s.app_id, s.device_id, s.day,
             s.content::text as content, s.created_at, s.updated_at, s.provider_key, s.version,
             o.channel, o.reference, o.mapping, o.zone,
             f.channel as first_channel, f.reference as first_reference,
             f.mapping as first_mapping, f.zone as first_zone,
             e.provider_raw_data as kept,
             coalesce((select c.demo from connection c
                        where c.user_id = s.user_id and c.provider = s.provider), false) as demo
        from summary s
        join app_user u on u.id = s.user_id
        join team_environment e on e.team_id = u.team_id and e.environment = u.environment
        left join data_origin o on o.id = s.data_origin_id
        left join data_origin f on f.id = s.first_data_origin_id
       where s.id = $1 and u.team_id = $2 and u.environment = $3 and u.deleted_at is null
      """;

  private final Db db;
  private final Provenance provenance;

  SummaryExplainer(Db db, Provenance provenance) {
    this.db = db;
    this.provenance = provenance;
  }

  ExplainMessages.Explanation explain(ExplainMessages.ExplainSummary m) {
    Row row =
        RowMapping.first(
                db.query(FIND, m.summary(), m.tenant().team(), m.tenant().environment().wire()),
                r -> r)
            .orElseThrow(() -> ServiceException.notFound("summary"));
    return new ExplainMessages.Explanation(view(row, m.data()));
  }

  private ObjectNode view(Row row, boolean data) {
    UUID user = row.getUUID("user_id");
    Resource resource = Resource.of(row.getString("resource")).orElseThrow();
    Source source =
        new Source(
            row.getString("provider"),
            SourceType.of(row.getString("source_type")),
            row.getString("app_id"),
            row.getUUID("device_id"),
            null,
            null);
    String key = row.getString("provider_key");
    LocalDate day = row.getLocalDate("day");
    Provenance.RecordedIngest ingest =
        new Provenance.RecordedIngest(
            row.getString("channel"),
            row.getString("reference"),
            row.getString("mapping"),
            row.getString("zone"),
            RowMapping.instant(row, "updated_at"));
    Provenance.RecordedIngest first =
        new Provenance.RecordedIngest(
            row.getString("first_channel"),
            row.getString("first_reference"),
            row.getString("first_mapping"),
            row.getString("first_zone"),
            RowMapping.instant(row, "created_at"));
    Provenance.SourceContext ground =
        new Provenance.SourceContext(
            user, source.provider(), row.getBoolean("kept"), row.getBoolean("demo"), ingest);
    JsonNode content = Json.parse(row.getString("content"));
    ObjectNode out =
        Json.object()
            .put("id", row.getUUID("id").toString())
            .put("user_id", user.toString())
            .put("resource", resource.wire());
    out.set("source", provenance.source(source));
    ObjectNode identity = out.putObject("identity");
    identity
        .put("user_id", user.toString())
        .put("provider", source.provider())
        .put("resource", resource.wire())
        .put("source_type", source.type().wire())
        .put("app_id", source.appId())
        .put("provider_key", key)
        .put(
            "reproduces_id",
            key == null
                ? null
                : SummaryId.of(
                        user, source.provider(), resource, source.type(), source.appId(), key)
                    .equals(row.getUUID("id")));
    out.set("created_at", Json.tree(RowMapping.instant(row, "created_at")));
    out.set("updated_at", Json.tree(RowMapping.instant(row, "updated_at")));
    out.put("version", row.getInteger("version"));
    out.set("ingest", ingest.view());
    out.set("first_ingest", first.view());
    out.set("mapping", provenance.mapping(ground));
    out.set(
        "zone",
        provenance.zone(
            ground,
            content.path("timezone_offset").isInt()
                ? (Integer) content.get("timezone_offset").intValue()
                : null,
            content.path("time_zone").textValue(),
            day,
            dateRule(resource)));
    ObjectNode records = provenance.ofSummary(ground, resource, key, day, data);
    records.put("raw_href", href(resource, user, source.provider(), day, records));
    out.set("source_record", records);
    out.set("rules", Json.tree(provenance.rules(ground, resource)));
    return out;
  }

  /** Returns the URL of the raw document, for resources that have a raw read. */
  private static String href(
      Resource resource, UUID user, String provider, LocalDate day, ObjectNode records) {
    if (!records.get("raw_available").booleanValue()) {
      return null;
    }
    String path = "/v2/summary/" + resource.path() + "/" + user + "/raw?provider=" + provider;
    return switch (resource) {
      case PROFILE -> path;
      case ACTIVITY, BODY, SLEEP, WORKOUTS -> path + "&start_date=" + day + "&end_date=" + day;
      // Other resources have no raw read; the parameter {@code data} shows their documents here.
      default -> null;
    };
  }

  private static String dateRule(Resource resource) {
    return switch (resource) {
      case ACTIVITY -> "the day that the provider assigns";
      case BODY -> "the local date of the measurement";
      case SLEEP ->
          "the day that the provider assigns to the night, otherwise the local date of its end";
      case SLEEP_CYCLE -> "the local date of the end of the session";
      case WORKOUTS ->
          "the day that the provider assigns to the workout, otherwise the local date of its start";
      case MEAL -> "the date as recorded";
      case MENSTRUAL_CYCLE -> "the first day of the period";
      case ELECTROCARDIOGRAM -> "the local date of the start of the recording";
      // A profile has no day, and the remaining resources are not summaries.
      default -> null;
    };
  }
}
