package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.aggregate.Query.Window;
import io.tributary.core.Json;
import io.tributary.db.BlockingReads;
import io.tributary.db.RowMapping;
import io.tributary.model.Resource;
import io.tributary.model.SourceType;
import io.tributary.read.SourceRank;
import io.tributary.read.StoredSamples;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads the rows of a table in index order, in bounded chunks.
 *
 * <p>Memory stays bounded, and the virtual thread blocks on the database after every few thousand
 * rows, which lets other threads run.
 */
final class InputRowReader {
  /** Largest UTC offset of a local time. */
  private static final Duration MAX_UTC_OFFSET = Duration.ofHours(18);

  private static final Duration INITIAL_CHUNK = Duration.ofDays(1);
  private static final Duration MAX_CHUNK = Duration.ofDays(400);
  private static final Duration MIN_CHUNK = Duration.ofMinutes(30);
  private static final int GROW_BELOW_ROWS = 4_000;
  private static final int SHRINK_ABOVE_ROWS = 20_000;
  private static final int PAGE_SIZE = 1_000;
  private static final UUID FIRST_ID = new UUID(0, 0);

  private static final String COLUMNS =
      "select id, provider, source_type, app_id, device_id, content::text as content, created_at,"
          + " updated_at, day, at from summary where user_id = $1 and resource = $2";
  private static final String BY_DAY =
      COLUMNS + " and day <= $3 and (day, id) > ($4, $5) order by day, id limit $6";
  private static final String BY_TIME =
      COLUMNS + " and at <= $3 and (at, id) > ($4, $5) order by at, id limit $6";
  private static final String ALL = COLUMNS + " order by updated_at, id limit $3";
  private static final String CYCLES =
      "select content::text as content from summary where user_id = $1 and resource = 'sleep_cycle'"
          + " and day between $2 and $3";

  private final BlockingReads db;
  private final StoredSamples samples;
  private final UUID user;
  private final ZoneId zone;
  private final QueryBudget budget;

  /**
   * @param zone time zone of the user, for records without their own
   */
  InputRowReader(
      BlockingReads db, StoredSamples samples, UUID user, ZoneId zone, QueryBudget budget) {
    this.db = db;
    this.samples = samples;
    this.user = user;
    this.zone = zone;
    this.budget = budget;
  }

  /**
   * Passes every row whose index may be in the window to the consumer.
   *
   * @param ranks source priorities by data type, for derived rows
   */
  void forEach(
      Query query, Window window, Function<String, SourceRank> ranks, Consumer<InputRow> consumer) {
    Table table = query.table();
    if (table.isSeries()) {
      readSeries(table.resource(), window, consumer);
    } else if (table.name().equals("derived_readiness")) {
      readReadiness(window, ranks).rows().forEach(consumer);
    } else {
      readSummaries(table.resource(), window, query.needsCycles(), consumer::accept);
    }
  }

  private void readSeries(Resource resource, Window window, Consumer<InputRow> consumer) {
    Instant from = window.start().toInstant(ZoneOffset.UTC).minus(MAX_UTC_OFFSET);
    Instant end = window.end().toInstant(ZoneOffset.UTC).plus(MAX_UTC_OFFSET);
    Duration piece = INITIAL_CHUNK;
    while (from.isBefore(end)) {
      budget.checkTime();
      Instant to = from.plus(piece);
      to = to.isAfter(end) ? end : to;
      int[] n = {0};
      // Both bounds are inclusive, and timestamps have microsecond resolution.
      samples.forEach(
          user,
          resource,
          "",
          from,
          to.minusNanos(1000),
          s -> {
            n[0]++;
            consumer.accept(new InputRow.SampleInputRow(s.sample(), zone));
          });
      from = to;
      if (n[0] < GROW_BELOW_ROWS) {
        piece = min(piece.multipliedBy(2), MAX_CHUNK);
      } else if (n[0] > SHRINK_ABOVE_ROWS) {
        Duration half = piece.dividedBy(2);
        piece = half.compareTo(MIN_CHUNK) < 0 ? MIN_CHUNK : half;
      }
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private interface SummaryConsumer {
    void accept(InputRow.SummaryInputRow s);
  }

  private Readiness readReadiness(Window window, Function<String, SourceRank> ranks) {
    Readiness out =
        new Readiness(ranks.apply("sleep"), ranks.apply("workouts"), ranks.apply("activity"));
    // A sleep belongs to a day chosen by its provider, near its end.
    Window wide =
        new Window(
            window.start().minusDays(Readiness.BASELINE_NIGHTS + 3), window.end().plusDays(3));
    readSummaries(Resource.SLEEP, wide, false, out::addSleep);
    readSummaries(Resource.WORKOUTS, wide, false, out::addWorkout);
    readSummaries(Resource.ACTIVITY, wide, false, out::addActivity);
    return out;
  }

  private void readSummaries(
      Resource resource, Window window, boolean cycles, SummaryConsumer consumer) {
    switch (resource) {
      case PROFILE ->
          db.query(ALL, user, resource.wire(), PAGE_SIZE)
              .forEach(r -> consumer.accept(summaryRow(r)));
      case ACTIVITY, MENSTRUAL_CYCLE -> {
        LocalDate last = window.end().toLocalDate();
        LocalDate day = window.start().toLocalDate();
        UUID id = FIRST_ID;
        RowSet<Row> page;
        do {
          budget.checkTime();
          page = db.query(BY_DAY, user, resource.wire(), last, day, id, PAGE_SIZE);
          for (Row r : page) {
            consumer.accept(summaryRow(r));
            day = r.getLocalDate("day");
            id = r.getUUID("id");
          }
        } while (page.size() == PAGE_SIZE);
      }
      // All other resources are indexed by an instant.
      default -> {
        Instant last = window.end().toInstant(ZoneOffset.UTC).plus(MAX_UTC_OFFSET);
        Instant at = window.start().toInstant(ZoneOffset.UTC).minus(MAX_UTC_OFFSET);
        UUID id = FIRST_ID;
        RowSet<Row> page;
        do {
          budget.checkTime();
          page = db.query(BY_TIME, user, resource.wire(), last, at, id, PAGE_SIZE);
          Map<UUID, JsonNode> found = cycles ? cycles(page) : Map.of();
          for (Row r : page) {
            Optional<JsonNode> cycle = Optional.ofNullable(found.get(r.getUUID("id")));
            consumer.accept(summaryRow(r, cycle));
            at = RowMapping.instant(r, "at");
            id = r.getUUID("id");
          }
        } while (page.size() == PAGE_SIZE);
      }
    }
  }

  /** Returns the hypnograms of a page of sleeps by sleep ID. */
  private Map<UUID, JsonNode> cycles(RowSet<Row> sleeps) {
    Map<UUID, JsonNode> out = new HashMap<>();
    LocalDate first = null;
    LocalDate last = null;
    for (Row r : sleeps) {
      LocalDate day = RowMapping.instant(r, "at").atOffset(ZoneOffset.UTC).toLocalDate();
      first = first == null ? day : first;
      last = day;
    }
    if (first != null) {
      for (Row r : db.query(CYCLES, user, first.minusDays(1), last.plusDays(1))) {
        JsonNode content = Json.parse(r.getString("content"));
        out.put(UUID.fromString(content.path("sleep_id").asText()), content);
      }
    }
    return out;
  }

  private InputRow.SummaryInputRow summaryRow(Row r) {
    return summaryRow(r, Optional.empty());
  }

  private InputRow.SummaryInputRow summaryRow(Row r, Optional<JsonNode> cycle) {
    return new InputRow.SummaryInputRow(
        r.getUUID("id"),
        r.getString("provider"),
        SourceType.of(r.getString("source_type")),
        r.getString("app_id"),
        r.getUUID("device_id"),
        Json.parse(r.getString("content")),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"),
        zone,
        cycle);
  }
}
