package io.tributary.tools.bench;

import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Outbox;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.IngestTarget;
import io.tributary.metrics.Metrics;
import io.tributary.model.LegacySource;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.vertx.pgclient.PgBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Measures the ingestion of a heart rate backfill, one transaction per thousand samples, two at
 * once. The ceiling is one plain upsert of rows per thousand samples on two connections.
 */
final class IngestBench implements AutoCloseable {
  private static final int AT_ONCE = 2;
  private static final int BATCHES = 40;
  private static final int BATCH = 1000;
  private static final Instant BEGIN = Instant.parse("2020-01-01T00:00:00Z");
  private static final int SPACING_SECONDS = 60;
  private static final Source RING = Source.of("oura", SourceType.RING);

  private static final String BARE =
      """
      insert into bench_sample as s
        (series_id, at, reading, end_at, value, value2, offset_s, context_id, note, device_id)
      select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::timestamptz[], $5::float8[],
                           $6::float8[], $7::int[], $8::int[], $9::text[], $10::uuid[])
      on conflict (series_id, at, reading) do update
        set end_at = excluded.end_at, value = excluded.value, offset_s = excluded.offset_s
        where s.value is distinct from excluded.value
           or s.end_at is distinct from excluded.end_at
           or s.offset_s is distinct from excluded.offset_s
      """;
  private static final String BARE_TABLE =
      """
      create table bench_sample (
        series_id int not null, at timestamptz not null, reading text collate "C" not null,
        end_at timestamptz, value float8 not null, value2 float8, offset_s int, context_id int,
        note text, device_id uuid, primary key (series_id, at, reading))
      """;
  private static final String BARE_SERIES =
      "insert into series (user_id, resource, provider, source_type) values ($1, 'heartrate',"
          + " 'bare', 'ring') returning id";

  private final BenchEnvironment environment;
  private final Db db;
  private final Ingest ingest;
  private final Pool bare;
  private int run;

  IngestBench(BenchEnvironment ground) {
    this.environment = ground;
    this.db = ground.node().db();
    this.ingest =
        new Ingest(
            new Outbox(),
            true,
            slug -> new LegacySource(slug, slug, ""),
            new DeviceRegistry(new Outbox()),
            new Metrics());
    this.bare =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(AT_ONCE))
            .connectingTo(ground.connectOptions())
            .using(ground.node().vertx())
            .build();
    bare.query(BARE_TABLE).execute().await();
  }

  void measure(InterleavedRuns rounds) {
    rounds.compare("samples ingested/s", this::ingestRate, this::bareRate);
  }

  private UUID user() {
    String name = "bench-ingest-" + ++run;
    return UUID.fromString(
        environment
            .call("POST", "/v2/user", Json.object().put("client_user_id", name))
            .path("user_id")
            .asText());
  }

  private double ingestRate() {
    List<IngestTarget> targets = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      targets.add(new IngestTarget(environment.tenant(), user(), null, "oura", null, null));
    }
    List<NormalizedBatch> batches = new ArrayList<>();
    for (int b = 0; b < BATCHES; b++) {
      NormalizedBatch.Builder batch = NormalizedBatch.builder();
      for (int i = 0; i < BATCH; i++) {
        batch.add(Sample.point(Resource.HEARTRATE, RING, at(b, i), 7200, bpm(b, i)));
      }
      batches.add(batch.build());
    }
    return inParallel(
        thread ->
            batches.forEach(
                batch -> db.tx(tx -> ingest.store(tx, targets.get(thread), batch, true))));
  }

  private double bareRate() {
    List<List<Tuple>> columns = new ArrayList<>();
    for (int thread = 0; thread < AT_ONCE; thread++) {
      int series = db.query(BARE_SERIES, user()).iterator().next().getInteger("id");
      List<Tuple> own = new ArrayList<>();
      for (int b = 0; b < BATCHES; b++) {
        own.add(columns(series, b));
      }
      columns.add(own);
    }
    var statement = bare.preparedQuery(BARE);
    return inParallel(
        thread -> columns.get(thread).forEach(tuple -> statement.execute(tuple).await()));
  }

  private static Tuple columns(int series, int batch) {
    Integer[] ids = new Integer[BATCH];
    OffsetDateTime[] at = new OffsetDateTime[BATCH];
    String[] reading = new String[BATCH];
    Double[] value = new Double[BATCH];
    Integer[] offset = new Integer[BATCH];
    for (int i = 0; i < BATCH; i++) {
      ids[i] = series;
      at[i] = at(batch, i).atOffset(ZoneOffset.UTC);
      reading[i] = "";
      value[i] = bpm(batch, i);
      offset[i] = 7200;
    }
    return Tuple.tuple()
        .addArrayOfInteger(ids)
        .addArrayOfOffsetDateTime(at)
        .addArrayOfString(reading)
        .addArrayOfOffsetDateTime(new OffsetDateTime[BATCH])
        .addArrayOfDouble(value)
        .addArrayOfDouble(new Double[BATCH])
        .addArrayOfInteger(offset)
        .addArrayOfInteger(new Integer[BATCH])
        .addArrayOfString(new String[BATCH])
        .addArrayOfUUID(new UUID[BATCH]);
  }

  private static Instant at(int batch, int i) {
    return BEGIN.plusSeconds(((long) batch * BATCH + i) * SPACING_SECONDS);
  }

  private static double bpm(int batch, int i) {
    return 50 + (batch * 31 + i * 7) % 60;
  }

  private static double inParallel(Consumer<Integer> work) {
    long start = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        int thread = i;
        running.add(threads.submit(() -> work.accept(thread)));
      }
      for (Future<?> f : running) {
        f.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return InterleavedRuns.rate((long) AT_ONCE * BATCHES * BATCH, start);
  }

  @Override
  public void close() {
    bare.close().await();
  }
}
