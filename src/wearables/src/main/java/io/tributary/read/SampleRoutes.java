package io.tributary.read;

import io.tributary.block.Micros;
import io.tributary.db.Db;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Query;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.tributary.http.StreamedBytes;
import io.tributary.kernel.Cursor;
import io.tributary.kernel.Refusal;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

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

  private static final String MERGE = "merge";

  /** Enough for a day of a sample every two seconds in one read. */
  private static final int MOST_PAGE = 50_000;

  private static final List<String> CHOLESTEROLS = List.of("hdl", "ldl", "total", "triglycerides");

  private final SampleQueries queries;
  private final Contexts contexts;
  private final SourcePriorities priorities;
  private final SourceNames names;
  private final int page;

  /**
   * @param page samples of a page of a grouped read over all groups, unless the call says otherwise
   */
  public SampleRoutes(Db db, SourceNames names, int page) {
    this.contexts = new Contexts(db);
    this.queries = new SampleQueries(db);
    this.priorities = new SourcePriorities(db);
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
          call -> flat(call, Resource.CHOLESTEROL, "cholesterol/" + type));
    }
  }

  private Future<Reply> grouped(Call call) {
    Resource resource = resource(call.path("path"));
    UUID user = call.pathUuid("user_id");
    Query query = call.query();
    Reach.Instants reach = Reach.ofInstants(query, Instant.now());
    int size = query.integer("page_size", page, 1, Math.max(page, MOST_PAGE));
    boolean merged = merged(query, resource);
    call.check();
    String provider = Users.provider(call);
    List<Object> filters =
        new ArrayList<>(
            List.of(
                user,
                resource.path(),
                query.text("start_date").orElse(""),
                query.text("end_date").orElse(""),
                provider));
    if (merged) {
      filters.add(IntervalMerge.RULE);
    }
    Position after =
        Cursor.read(
                query.text("next_cursor").or(() -> query.text("cursor")).orElse(null), filters, 3)
            .map(Position::of)
            .orElse(null);
    long from = Micros.of(reach.from());
    long last = Micros.of(reach.to());
    Function<Position, String> cursor = at -> Cursor.write(filters, at.texts());
    return queries
        .series(call.tenant(), user, resource, provider)
        .compose(
            series ->
                merged
                    ? merge(
                        call,
                        new MergedPage.Request(resource, from, last, after, size),
                        series,
                        cursor)
                    : StreamedBytes.send(
                        call,
                        new GroupedPage(
                            contexts,
                            resource,
                            series,
                            new PageScan(
                                queries, new BlockScan(resource, series, from, last, after), size),
                            names,
                            cursor)));
  }

  private Future<Reply> merge(
      Call call,
      MergedPage.Request request,
      List<Series> series,
      Function<Position, String> cursor) {
    return priorities
        .timeseries(call.tenant())
        .compose(
            rank ->
                StreamedBytes.send(
                    call, new MergedPage(queries, contexts, request, series, rank, names, cursor)));
  }

  /** Whether the sources are to be merged; faults are listed in the query. */
  private static boolean merged(Query query, Resource resource) {
    Optional<String> rule =
        query.choice(
            MERGE,
            v -> Optional.of(v).filter(IntervalMerge.RULE::equals),
            List.of(IntervalMerge.RULE));
    if (rule.isPresent() && !IntervalMerge.offers(resource)) {
      query.add(
          MERGE,
          resource.path() + " cannot be merged; these can: " + IntervalMerge.offered(),
          "value_error");
    }
    return rule.isPresent();
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
    unmerged(call.query());
    call.check();
    return queries
        .series(call.tenant(), user, resource, Users.provider(call))
        .compose(
            series ->
                StreamedBytes.send(
                    call,
                    new FlatRead(
                        queries,
                        contexts,
                        resource,
                        new BlockScan(
                            resource, series, Micros.of(reach.from()), Micros.of(reach.to()), null),
                        reading)));
  }

  /** A caller who asks for a merge must not get the sum of all sources. */
  static void unmerged(Query query) {
    if (query.text(MERGE).isPresent()) {
      query.add(MERGE, "this read offers no merge of sources", "value_error");
    }
  }

  private static Resource resource(String path) {
    return Resource.ofPath(path)
        .filter(Resource::isTimeseries)
        .orElseThrow(() -> Refusal.notFound("timeseries"));
  }
}
