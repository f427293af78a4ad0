package io.tributary.read;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.http.StreamedJson;
import io.tributary.model.Resource;
import io.tributary.model.SummaryRenderer;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Routes GET /v2/summary/…: one object per source, never merged, streamed without paging. */
public final class SummaryRoutes implements Routes.Source {
  private static final String COLUMNS =
      "select id, provider, source_type, app_id, device_id, created_at, updated_at, content::text"
          + " as content from summary ";
  private static final String BY_DAY =
      COLUMNS
          + """
          where user_id = $1 and resource = $2 and day between $3 and $4
            and ($5 = '' or provider = $5)
          order by day, id
          """;
  private static final String BY_INSTANT =
      COLUMNS
          + """
          where user_id = $1 and resource = $2 and at between $3 and $4
            and ($5 = '' or provider = $5)
          order by at, id
          """;
  private static final String NEWEST =
      COLUMNS
          + """
          where user_id = $1 and resource = $2 and ($3 = '' or provider = $3)
          order by updated_at desc, id limit 1
          """;

  private final Db db;
  private final UserLookup users;
  private final LegacySourceNames names;

  public SummaryRoutes(Db db, LegacySourceNames names) {
    this.db = db;
    this.users = new UserLookup(db);
    this.names = names;
  }

  /** Read route of one resource. */
  private record SummaryPath(Resource resource, String key, boolean datesOnly) {}

  private static final List<SummaryPath> PATHS =
      List.of(
          new SummaryPath(Resource.ACTIVITY, "activity", false),
          new SummaryPath(Resource.BODY, "body", false),
          new SummaryPath(Resource.MEAL, "meals", false),
          new SummaryPath(Resource.SLEEP, "sleep", false),
          new SummaryPath(Resource.WORKOUTS, "workouts", false),
          new SummaryPath(Resource.SLEEP_CYCLE, "sleep_cycle", true),
          new SummaryPath(Resource.MENSTRUAL_CYCLE, "menstrual_cycle", true),
          new SummaryPath(Resource.ELECTROCARDIOGRAM, "electrocardiogram", true));

  @Override
  public void mount(Routes routes) {
    for (SummaryPath path : PATHS) {
      String template = "/v2/summary/" + path.resource().path() + "/{user_id}";
      routes.get(template, RouteAccess.TEAM, call -> range(call, path));
    }
    routes.get("/v2/summary/profile/{user_id}", RouteAccess.TEAM, this::profile);
    routes.explainUnknownPath("/v2/summary/", UnknownResource::explainSummaryPath);
  }

  /** Returns the resource names in the paths of summaries. */
  static List<String> names() {
    return Stream.concat(PATHS.stream().map(SummaryPath::resource), Stream.of(Resource.PROFILE))
        .map(Resource::path)
        .toList();
  }

  static boolean isSummary(String name) {
    return names().contains(name);
  }

  private Future<Response> range(RequestContext call, SummaryPath path) {
    UUID user = call.pathUuid("user_id");
    TimeRange reach = reach(call, path);
    String provider = UserLookup.provider(call);
    StreamedJson.Document document =
        new StreamedJson.Document() {
          @Override
          public void open(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeArrayFieldStart(path.key());
          }

          @Override
          public void row(JsonGenerator out, Row row) throws IOException {
            write(out, path.resource(), user, row);
          }

          @Override
          public void close(JsonGenerator out) throws IOException {
            out.writeEndArray();
            out.writeEndObject();
          }
        };
    String resource = path.resource().wire();
    return users
        .check(call.tenant(), user)
        .compose(
            known ->
                switch (reach) {
                  case TimeRange.Days(var from, var to) ->
                      StreamedJson.sendFromReplica(
                          db, call, document, BY_DAY, user, resource, from, to, provider);
                  case TimeRange.Instants(var from, var to) ->
                      StreamedJson.sendFromReplica(
                          db, call, document, BY_INSTANT, user, resource, from, to, provider);
                });
  }

  private static TimeRange reach(RequestContext call, SummaryPath path) {
    QueryParameters query = call.query();
    Instant now = Instant.now();
    TimeRange reach = path.datesOnly() ? TimeRange.ofDates(query, now) : TimeRange.of(query, now);
    call.requireValid();
    return reach;
  }

  private Future<Response> profile(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    String provider = UserLookup.provider(call);
    return users
        .check(call.tenant(), user)
        .compose(known -> db.replicaReads().read(NEWEST, user, Resource.PROFILE.wire(), provider))
        .compose(
            // A replica may lag, so only the primary decides that there is no profile.
            rows ->
                rows.size() > 0
                    ? Future.succeededFuture(rows)
                    : db.read(NEWEST, user, Resource.PROFILE.wire(), provider))
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("profile");
              }
              ByteArrayOutputStream bytes = new ByteArrayOutputStream();
              try (JsonGenerator out = Json.MAPPER.getFactory().createGenerator(bytes)) {
                write(out, Resource.PROFILE, user, rows.iterator().next());
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
              return Response.ok(new Response.Raw("application/json", bytes.toByteArray()));
            });
  }

  private void write(JsonGenerator out, Resource resource, UUID user, Row row) throws IOException {
    SummaryRenderer.write(
        out, SummaryRow.read(resource, user, row), names.legacy(row.getString("provider")));
  }
}
