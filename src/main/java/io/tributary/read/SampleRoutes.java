package io.tributary.read;

import io.tributary.db.Db;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.http.StreamedJson;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.Json;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Times;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** GET /v2/timeseries/{user_id}/{path}/grouped and the deprecated reads without groups. */
public final class SampleRoutes implements Routes.Source {
  /** Reads that existed before groups. */
  private static final Set<String> UNGROUPED =
      Set.of(
          "blood_oxygen",
          "blood_pressure",
          "body_fat",
          "body_weight",
          "caffeine",
          "calories_active",
          "calories_basal",
          "cholesterol",
          "distance",
          "electrocardiogram_voltage",
          "floors_climbed",
          "glucose",
          "heartrate",
          "hrv",
          "ige",
          "igg",
          "mindfulness_minutes",
          "respiratory_rate",
          "steps",
          "stress_level",
          "vo2_max",
          "water");

  private static final List<String> CHOLESTEROLS = List.of("hdl", "ldl", "total", "triglycerides");

  private final Db db;
  private final SampleQueries queries;
  private final SourceNames names;
  private final int page;

  /**
   * @param page samples of a grouped read over all groups
   */
  public SampleRoutes(Db db, SourceNames names, int page) {
    this.db = db;
    this.queries = new SampleQueries(db);
    this.names = names;
    this.page = page;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/timeseries/{user_id}/{path}/grouped", Access.TEAM, this::grouped)
        .get("/v2/timeseries/{user_id}/{path}", Access.TEAM, this::ungrouped);
    for (String type : CHOLESTEROLS) {
      routes.get(
          "/v2/timeseries/{user_id}/cholesterol/" + type,
          Access.TEAM,
          call -> flat(call, Resource.CHOLESTEROL, type));
    }
  }

  private Future<Reply> grouped(Call call) {
    Resource resource = resource(call.path("path"));
    UUID user = call.pathUuid("user_id");
    Query query = call.query();
    Reach.Instants reach = Reach.ofInstants(query, Instant.now());
    call.check();
    String provider = Users.provider(call);
    List<?> filters =
        List.of(
            user,
            resource.path(),
            query.text("start_date").orElse(""),
            query.text("end_date").orElse(""),
            provider);
    Optional<SampleQueries.Position> after =
        Cursor.read(
                query.text("next_cursor").or(() -> query.text("cursor")).orElse(null), filters, 3)
            .map(SampleRoutes::position);
    return queries
        .series(call.tenant(), user, resource, provider)
        .compose(
            series ->
                series.isEmpty()
                    ? Future.succeededFuture(Reply.ok(noGroups()))
                    : StreamedJson.send(
                        db,
                        call,
                        new GroupedDocument(
                            resource, series, names, page, at -> Cursor.write(filters, at.texts())),
                        SampleQueries.PAGE,
                        SampleQueries.page(series, reach, after, page)));
  }

  private static Object noGroups() {
    return Json.object().putNull("next_cursor").putNull("next").set("groups", Json.object());
  }

  private static SampleQueries.Position position(List<String> texts) {
    Instant at = Times.instant(texts.get(0)).orElseThrow(Cursor::broken);
    try {
      return new SampleQueries.Position(at, Integer.parseInt(texts.get(1)), texts.get(2));
    } catch (NumberFormatException e) {
      throw Cursor.broken();
    }
  }

  private Future<Reply> ungrouped(Call call) {
    String path = call.path("path");
    if (!UNGROUPED.contains(path)) {
      throw Refusal.notFound("timeseries");
    }
    return flat(call, resource(path), null);
  }

  /**
   * @param reading only readings of this type; null = all
   */
  private Future<Reply> flat(Call call, Resource resource, String reading) {
    UUID user = call.pathUuid("user_id");
    Reach.Instants reach = Reach.ofInstants(call.query(), Instant.now());
    call.check();
    return queries
        .series(call.tenant(), user, resource, Users.provider(call))
        .compose(
            series ->
                series.isEmpty()
                    ? Future.succeededFuture(Reply.ok(Json.array()))
                    : StreamedJson.send(
                        db,
                        call,
                        new FlatDocument(resource),
                        SampleQueries.ALL,
                        SampleQueries.all(series, reach, reading)));
  }

  private static Resource resource(String path) {
    return Resource.ofPath(path)
        .filter(Resource::isTimeseries)
        .orElseThrow(() -> Refusal.notFound("timeseries"));
  }
}
