package io.tributary.read;

import io.tributary.core.Cursor;
import io.tributary.db.Db;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.tributary.http.StreamedBytes;
import io.tributary.model.Resource;
import io.tributary.sampleblock.EpochMicros;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/** Routes GET /v2/timeseries/{user_id}/{path}/grouped and the deprecated reads without groups. */
public final class SampleRoutes implements Routes.Source {
  /** Resources that have a deprecated read without groups. */
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

  /** Sufficient for one day of samples at two-second intervals. */
  private static final int MAX_PAGE_SIZE = 50_000;

  private static final List<String> CHOLESTEROL_TYPES =
      List.of("hdl", "ldl", "total", "triglycerides");

  private final SampleQueries queries;
  private final SampleContextCache contexts;
  private final SourcePriorities priorities;
  private final LegacySourceNames names;
  private final int page;

  /**
   * @param page default page size of a grouped read, in samples over all groups
   */
  public SampleRoutes(Db db, LegacySourceNames names, int page) {
    this.contexts = new SampleContextCache(db);
    this.queries = new SampleQueries(db);
    this.priorities = new SourcePriorities(db);
    this.names = names;
    this.page = page;
  }

  @Override
  public void mount(Routes routes) {
    routes
        .get("/v2/timeseries/{user_id}/{path}/grouped", RouteAccess.TEAM, this::grouped)
        .get("/v2/timeseries/{user_id}/{path}", RouteAccess.TEAM, this::ungrouped);
    for (String type : CHOLESTEROL_TYPES) {
      routes.get(
          "/v2/timeseries/{user_id}/cholesterol/" + type,
          RouteAccess.TEAM,
          call -> flat(call, Resource.CHOLESTEROL, "cholesterol/" + type));
    }
  }

  private Future<Response> grouped(RequestContext call) {
    Resource resource = resource(call.pathParameter("path"));
    UUID user = call.pathUuid("user_id");
    QueryParameters query = call.query();
    TimeRange.Instants reach = TimeRange.ofInstants(query, Instant.now());
    int size = query.integer("page_size", page, 1, Math.max(page, MAX_PAGE_SIZE));
    boolean merged = isMergeRequested(query, resource);
    call.requireValid();
    String provider = UserLookup.provider(call);
    List<Object> filters =
        new ArrayList<>(
            List.of(
                user,
                resource.path(),
                query.text("start_date").orElse(""),
                query.text("end_date").orElse(""),
                provider));
    if (merged) {
      filters.add(SourceMerge.RULE);
    }
    SamplePosition after =
        Cursor.decode(
                query.text("next_cursor").or(() -> query.text("cursor")).orElse(null), filters, 3)
            .map(SamplePosition::of)
            .orElse(null);
    long from = EpochMicros.of(reach.from());
    long last = EpochMicros.of(reach.to());
    Function<SamplePosition, String> cursor = at -> Cursor.encode(filters, at.texts());
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
                            new PageCollector(
                                queries, new BlockScan(resource, series, from, last, after), size),
                            names,
                            cursor)));
  }

  private Future<Response> merge(
      RequestContext call,
      MergedPage.Request request,
      List<SeriesRef> series,
      Function<SamplePosition, String> cursor) {
    return priorities
        .timeseries(call.tenant())
        .compose(
            rank ->
                StreamedBytes.send(
                    call, new MergedPage(queries, contexts, request, series, rank, names, cursor)));
  }

  /** Returns whether sources are to be merged; errors are added to the query. */
  private static boolean isMergeRequested(QueryParameters query, Resource resource) {
    Optional<String> rule =
        query.choice(
            MERGE, v -> Optional.of(v).filter(SourceMerge.RULE::equals), List.of(SourceMerge.RULE));
    if (rule.isPresent() && !SourceMerge.isMergeable(resource)) {
      query.addError(
          MERGE,
          resource.path()
              + " cannot be merged; resources that can be merged: "
              + SourceMerge.mergeablePaths(),
          "value_error");
    }
    return rule.isPresent();
  }

  private Future<Response> ungrouped(RequestContext call) {
    String path = call.pathParameter("path");
    Resource resource = resource(path);
    if (!UNGROUPED.contains(path)) {
      throw UnknownResource.onlyGrouped(path);
    }
    return flat(call, resource, null);
  }

  /**
   * @param reading only readings of this type; null for all
   */
  private Future<Response> flat(RequestContext call, Resource resource, String reading) {
    UUID user = call.pathUuid("user_id");
    TimeRange.Instants reach = TimeRange.ofInstants(call.query(), Instant.now());
    rejectMerge(call.query());
    call.requireValid();
    return queries
        .series(call.tenant(), user, resource, UserLookup.provider(call))
        .compose(
            series ->
                StreamedBytes.send(
                    call,
                    new FlatSampleRead(
                        queries,
                        contexts,
                        resource,
                        new BlockScan(
                            resource,
                            series,
                            EpochMicros.of(reach.from()),
                            EpochMicros.of(reach.to()),
                            null),
                        reading)));
  }

  /** Rejects a merge request, because the client would otherwise get the sum of all sources. */
  static void rejectMerge(QueryParameters query) {
    if (query.text(MERGE).isPresent()) {
      query.addError(MERGE, "this endpoint does not support merging sources", "value_error");
    }
  }

  private static Resource resource(String path) {
    return Resource.ofPath(path)
        .filter(Resource::isTimeseries)
        .orElseThrow(() -> UnknownResource.timeseries(path));
  }
}
