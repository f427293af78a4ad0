package io.tributary.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.config.AggregateConfig;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.read.SourcePriorities;
import io.tributary.read.SourceRank;
import io.tributary.read.StoredSamples;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * Runs queries. Rows are read on the caller's virtual thread, which blocks on the database every
 * few thousand rows; CPU-intensive steps run on a worker thread.
 */
final class QueryRunner {
  private static final String USER =
      "select fallback_time_zone from app_user where id = $1 and team_id = $2 and environment = $3"
          + " and deleted_at is null";

  private final Vertx vertx;
  private final Db db;
  private final StoredSamples samples;
  private final SourcePriorities priorities;
  private final AggregateConfig limits;
  private final InstantSource clock;

  QueryRunner(
      Vertx vertx,
      Db db,
      StoredSamples samples,
      SourcePriorities priorities,
      AggregateConfig limits,
      InstantSource clock) {
    this.vertx = vertx;
    this.db = db;
    this.samples = samples;
    this.priorities = priorities;
    this.limits = limits;
    this.clock = clock;
  }

  /** Returns the response body for a request, encoded as UTF-8. */
  byte[] runBatch(Tenant tenant, UUID user, Query.Batch batch) {
    QueryBudget budget = new QueryBudget(limits, limits.queryTimeout());
    ZoneId zone = zone(tenant, user);
    Function<String, SourceRank> ranks = ranks(tenant, batch.overrides());
    List<ResultTable> tables = new ArrayList<>();
    for (Query q : batch.queries()) {
      InputRowReader reader =
          new InputRowReader(db.replicaReads(), samples.fromReplica(), user, zone, budget);
      tables.add(runQuery(reader, q, batch.window(), zone, ranks, budget));
    }
    return onWorker(() -> render(tables));
  }

  /** Returns the result of one query for a continuous query run. */
  ResultTable runQuery(
      Tenant tenant,
      UUID user,
      Query query,
      Query.Window window,
      List<String> overrides,
      Duration timeLimit) {
    QueryBudget budget = new QueryBudget(limits, timeLimit);
    ZoneId zone = zone(tenant, user);
    InputRowReader reader = new InputRowReader(db, samples, user, zone, budget);
    return runQuery(reader, query, window, zone, ranks(tenant, overrides), budget);
  }

  private ResultTable runQuery(
      InputRowReader reader,
      Query query,
      Query.Window window,
      ZoneId zone,
      Function<String, SourceRank> ranks,
      QueryBudget budget) {
    SourceRank rank = query.table().priorities().map(ranks).orElseGet(() -> ranks.apply(""));
    QueryEvaluator evaluation = new QueryEvaluator(query, window, rank, budget);
    reader.forEach(query, window, ranks, evaluation);
    return onWorker(
        () ->
            evaluation.finish(
                offset ->
                    LocalDateTime.ofInstant(
                        clock.instant(), offset.<ZoneId>map(o -> o).orElse(zone))));
  }

  private <T> T onWorker(java.util.concurrent.Callable<T> work) {
    return vertx.executeBlocking(work, false).await();
  }

  /** Returns the user's time zone, or UTC if none is set. */
  private ZoneId zone(Tenant t, UUID user) {
    RowSet<Row> found = db.query(USER, user, t.team(), t.environment().wire());
    if (found.size() == 0) {
      throw ServiceException.notFound("user");
    }
    String zone = found.iterator().next().getString(0);
    try {
      return zone == null ? ZoneOffset.UTC : ZoneId.of(zone);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }

  private Function<String, SourceRank> ranks(Tenant tenant, List<String> overrides) {
    Map<String, Map<String, Integer>> team = priorities.of(tenant);
    return kind -> new SourceRank(overrides, team.getOrDefault(kind, Map.of()));
  }

  private static byte[] render(List<ResultTable> tables) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try (JsonGenerator gen = Json.MAPPER.getFactory().createGenerator(out)) {
      gen.writeStartObject();
      gen.writeArrayFieldStart("results");
      for (ResultTable t : tables) {
        gen.writeStartObject();
        gen.writeFieldName("table");
        t.write(gen);
        gen.writeEndObject();
      }
      gen.writeEndArray();
      gen.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
