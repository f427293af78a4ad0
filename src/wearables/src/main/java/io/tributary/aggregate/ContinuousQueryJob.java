package io.tributary.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.aggregate.Query.GroupKey;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.FieldError;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.SafeErrorMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.event.Event;
import io.tributary.event.Outbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Run of one continuous query for one user.
 *
 * <p>A run computes the buckets that have changed. One transaction then writes the rows that
 * differ, adds the events and ends the task. Repeating a run changes nothing.
 */
final class ContinuousQueryJob {
  private static final System.Logger LOG = System.getLogger(ContinuousQueryJob.class.getName());
  static final String EVENT_TYPE = "continuous_query.result_table.changed";
  private static final int BATCH_ROWS = 1000;
  private static final int MAX_EVENT_BYTES = 200 * 1024;
  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

  private static final String UPSERT =
      """
      insert into continuous_query_row as r (query_id, user_id, key_hash, bucket, keys, cells)
      select $1, $2, h, b, k, c from unnest($3::bytea[], $4::timestamp[], $5::text[], $6::text[])
          as u(h, b, k, c)
      on conflict (query_id, user_id, key_hash) do update set cells = excluded.cells
       where r.cells is distinct from excluded.cells
      returning key_hash
      """;
  private static final String REMOVE =
      """
      delete from continuous_query_row
       where query_id = $1 and user_id = $2 and bucket >= $3 and bucket < $4
         and not key_hash = any ($5::bytea[])
      """;

  private final Db db;
  private final ContinuousQueryTaskRepo tasks;
  private final ContinuousParser parser;
  private final QueryRunner runner;
  private final Outbox outbox;
  private final ServiceConfig config;
  private final Predicate<ContinuousQueryTaskRepo.Task> featureEnabled;
  private final InstantSource clock;

  ContinuousQueryJob(
      Db db,
      ContinuousQueryTaskRepo tasks,
      ContinuousParser parser,
      QueryRunner runner,
      Outbox outbox,
      ServiceConfig config,
      Predicate<ContinuousQueryTaskRepo.Task> switchedOn,
      InstantSource clock) {
    this.db = db;
    this.tasks = tasks;
    this.parser = parser;
    this.runner = runner;
    this.outbox = outbox;
    this.config = config;
    this.featureEnabled = switchedOn;
    this.clock = clock;
  }

  private record StoredRow(byte[] hash, LocalDateTime bucket, String keys, String cells) {}

  void run(ContinuousQueryTaskRepo.Task task) {
    try {
      if (!task.runnable() || !featureEnabled.test(task)) {
        tasks.end(task, "skipped", null);
        return;
      }
      List<FieldError> faults = new ArrayList<>();
      Optional<Query> query = parser.parseStored(task.queryJson(), faults);
      List<String> overrides = parser.parseStoredOverrides(task.config(), faults);
      if (query.isEmpty()) {
        tasks.end(task, "error", "the query is no longer valid: " + faults.getFirst().msg());
        return;
      }
      tasks.waitForPendingWrites(task);
      Query.Window window = window(task, query.get());
      ResultTable table =
          runner.runQuery(
              task.tenant(),
              task.user(),
              query.get(),
              window,
              overrides,
              config.continuousQuery().queryTimeout());
      store(task, query.get(), window, table);
    } catch (ServiceException refusal) {
      handleServiceError(task, refusal);
    } catch (RuntimeException e) {
      handleFailure(task, e);
    }
  }

  private void handleServiceError(ContinuousQueryTaskRepo.Task task, ServiceException refusal) {
    switch (refusal.reason()) {
      case UNAVAILABLE -> handleFailure(task, refusal);
      case NOT_FOUND -> tasks.end(task, "skipped", null);
      case INVALID, BAD_INPUT, UNKNOWN_KEY, SWITCHED_OFF, CONFLICT, TOO_LARGE, TOO_MANY ->
          tasks.end(task, "error", refusal.detail().asText());
    }
  }

  private void handleFailure(ContinuousQueryTaskRepo.Task task, RuntimeException e) {
    if (task.attempt() < config.continuousQuery().maxAttempts()) {
      LOG.log(
          Level.WARNING,
          "continuous_query_task="
              + task.id()
              + " attempt failed, will be retried: "
              + SafeErrorMessage.of(e));
      tasks.retryLater(task, RETRY_DELAY);
      return;
    }
    String id = Ids.traceId();
    LOG.log(Level.ERROR, "fault=" + id + " continuous_query_task=" + task.id(), e);
    tasks.end(task, "error", "fault " + id);
  }

  /**
   * Returns the window of the changed days, or the whole range if a change can affect buckets other
   * than its own (alignment, derived readiness).
   */
  private Query.Window window(ContinuousQueryTaskRepo.Task task, Query q) {
    CalendarPeriod bucket = ((GroupKey.Trunc) q.keys().get(q.truncIndex().orElseThrow())).period();
    if (task.firstDay().isPresent()
        && task.lastDay().isPresent()
        && q.align().isEmpty()
        && !q.table().name().equals("derived_readiness")) {
      // A changed day may be local or UTC, and a sleep counts toward a day near its end; a margin
      // of two days covers both.
      LocalDateTime last = task.lastDay().get().plusDays(3).atStartOfDay();
      return new Query.Window(
          bucket.truncate(task.firstDay().get().minusDays(2).atStartOfDay()),
          bucket.addTo(bucket.truncate(last)));
    }
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    LocalDateTime end = bucket.addTo(bucket.truncate(today.plusDays(2).atStartOfDay()));
    return new Query.Window(bucket.truncate(end.minus(config.aggregate().maxRange())), end);
  }

  private void store(
      ContinuousQueryTaskRepo.Task task, Query q, Query.Window window, ResultTable table) {
    List<StoredRow> lines = storedRows(q, table);
    db.tx(
        tx -> {
          Optional<Boolean> wanted = tasks.lock(tx, task);
          if (wanted.isEmpty()) {
            // Another node has taken over the run.
            return null;
          }
          if (!wanted.get()) {
            tasks.end(tx, task, "skipped", null);
            return null;
          }
          tx.update(
              REMOVE,
              task.query(),
              task.user(),
              window.start(),
              // Aligned results may extend beyond the window.
              q.align().isPresent() ? LocalDateTime.of(9999, 1, 1, 0, 0) : window.end(),
              lines.stream().map(StoredRow::hash).toArray(byte[][]::new));
          List<StoredRow> changed = write(tx, task, lines);
          if (task.events() && !changed.isEmpty()) {
            outbox.add(tx, events(task, table, changed));
          }
          tasks.end(tx, task, "completed", null);
          return null;
        });
  }

  private static List<StoredRow> write(
      Tx tx, ContinuousQueryTaskRepo.Task task, List<StoredRow> lines) {
    List<StoredRow> changed = new ArrayList<>();
    for (int from = 0; from < lines.size(); from += BATCH_ROWS) {
      List<StoredRow> some = lines.subList(from, Math.min(lines.size(), from + BATCH_ROWS));
      Set<String> hashes = new HashSet<>();
      RowMapping.list(
              tx.query(
                  UPSERT,
                  task.query(),
                  task.user(),
                  some.stream().map(StoredRow::hash).toArray(byte[][]::new),
                  some.stream().map(StoredRow::bucket).toArray(LocalDateTime[]::new),
                  some.stream().map(StoredRow::keys).toArray(String[]::new),
                  some.stream().map(StoredRow::cells).toArray(String[]::new)),
              r -> RowMapping.bytes(r, "key_hash"))
          .forEach(h -> hashes.add(Arrays.toString(h)));
      some.stream().filter(l -> hashes.contains(Arrays.toString(l.hash()))).forEach(changed::add);
    }
    return changed;
  }

  private static List<StoredRow> storedRows(Query q, ResultTable table) {
    int place = q.truncIndex().orElseThrow();
    List<StoredRow> out = new ArrayList<>(table.rows().size());
    for (ResultTable.Row row : table.rows()) {
      String keys = jsonArray(row.key());
      out.add(
          new StoredRow(
              Encryption.sha256(keys),
              row.key().get(place).dateTime(),
              keys,
              jsonArray(row.cells())));
    }
    return out;
  }

  private static String jsonArray(List<CellValue> values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64);
    try (JsonGenerator gen = Json.MAPPER.getFactory().createGenerator(out)) {
      gen.writeStartArray();
      for (CellValue v : values) {
        v.write(gen);
      }
      gen.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Splits changed rows into events of a size that receivers accept. */
  private static List<Event> events(
      ContinuousQueryTaskRepo.Task task, ResultTable table, List<StoredRow> changed) {
    List<Event> out = new ArrayList<>();
    List<JsonNode> rows = new ArrayList<>();
    int bytes = 0;
    for (StoredRow line : changed) {
      if (rows.size() == BATCH_ROWS
          || !rows.isEmpty() && bytes + line.cells().length() > MAX_EVENT_BYTES) {
        out.add(event(task, table, rows));
        rows.clear();
        bytes = 0;
      }
      rows.add(Json.parse(line.cells()));
      bytes += line.cells().length();
    }
    out.add(event(task, table, rows));
    return out;
  }

  private static Event event(
      ContinuousQueryTaskRepo.Task task, ResultTable table, List<JsonNode> rows) {
    ArrayNode data = Json.array();
    data.addObject()
        .put("query_id", task.query().toString())
        .put("query_slug", task.slug())
        .set("data", toColumns(table.columns().stream().map(Query.Select::name).toList(), rows));
    return new Event(EVENT_TYPE, task.tenant(), task.user(), task.clientUserId(), data);
  }

  /** Converts rows to one array per column. */
  static ObjectNode toColumns(List<String> names, List<JsonNode> rows) {
    ObjectNode out = Json.object();
    for (int c = 0; c < names.size(); c++) {
      ArrayNode column = out.putArray(names.get(c));
      for (JsonNode row : rows) {
        column.add(row.get(c));
      }
    }
    return out;
  }
}
