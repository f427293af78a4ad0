package io.tributary.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.Defaults;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import io.tributary.read.SourceRank;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares thousands of random queries with the {@link QueryOracle}. */
class QueryOracleTest {
  private static final int CASES = 3000;
  private static final LocalDateTime NOW = LocalDateTime.of(2025, 10, 27, 9, 30);

  @Test
  void randomQueriesOverRandomDataGiveWhatANaiveEvaluatorGives() {
    int compared = 0;
    long rows = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      RandomData.GeneratedTable kind = RandomData.KINDS.get(seed % RandomData.KINDS.size());
      List<RandomData.RowPair> data = new RandomData(random).rows(kind, random.nextInt(60));
      RandomQueries.GeneratedQuery made = new RandomQueries(random, kind).next();
      List<String> overrides = random.nextBoolean() ? List.of() : List.of("garmin", "manual");
      Map<String, Integer> priorities =
          random.nextBoolean() ? Map.of() : Map.of("fitbit", 5, "garmin", -1);
      rows += compare(seed, made, data, overrides, priorities, random);
      compared++;
    }
    System.out.println("oracle: " + compared + " random queries, " + rows + " rows compared");
    assertTrue(rows > CASES, "the queries found something");
  }

  private static int compare(
      int seed,
      RandomQueries.GeneratedQuery made,
      List<RandomData.RowPair> data,
      List<String> overrides,
      Map<String, Integer> priorities,
      Random random) {
    LocalDate anchor = RandomData.FIRST.plusDays(random.nextInt(RandomData.DAYS) + 1);
    String query = made.query().toString();
    boolean fine = made.query().has("align") && query.matches(".*\"unit\":\"(minute|hour)\".*");
    if (fine) {
      // A day with a clock change, where most of the data is.
      anchor = LocalDate.of(2025, random.nextBoolean() ? 3 : 10, random.nextInt(29, 31));
    }
    int past = fine ? 2 : random.nextInt(1, 230);
    ObjectNode request = Json.object();
    request
        .putObject("timeframe")
        .put("type", "relative")
        .put("anchor", anchor.toString())
        .putObject("past")
        .put("value", past)
        .put("unit", "day");
    request.putArray("queries").add(made.query());
    List<FieldError> faults = new ArrayList<>();
    Query.Batch batch =
        new QueryParser(Defaults.config().aggregate(), s -> true)
            .parseBatch(request, faults)
            .orElseThrow(() -> new AssertionError(seed + " " + faults + " " + made.query()));
    QueryEvaluator evaluation =
        new QueryEvaluator(
            batch.queries().getFirst(),
            batch.window(),
            new SourceRank(overrides, priorities),
            new QueryBudget(Defaults.config().aggregate(), Duration.ofMinutes(1)));
    data.forEach(d -> evaluation.accept(d.entry()));
    ResultTable found = evaluation.finish(offset -> NOW);
    Map<String, List<Object>> expected =
        new QueryOracle(made.query(), made.where(), overrides, priorities, NOW)
            .table(
                data.stream().map(RandomData.RowPair::datum).toList(),
                anchor.plusDays(1).minusDays(past).atStartOfDay(),
                anchor.plusDays(1).atStartOfDay());
    assertSameCell(seed, made.query(), expected, found);
    return found.rows().size();
  }

  private static void assertSameCell(
      int seed, JsonNode query, Map<String, List<Object>> expected, ResultTable found) {
    String which = "seed " + seed + " " + query;
    assertEquals(
        List.copyOf(expected.keySet()),
        found.columns().stream().map(Query.Select::name).toList(),
        which);
    for (int c = 0; c < found.columns().size(); c++) {
      String name = found.columns().get(c).name();
      List<Object> want = expected.get(name);
      assertEquals(want.size(), found.rows().size(), which + " rows of " + name);
      for (int r = 0; r < want.size(); r++) {
        Object got = comparable(found.rows().get(r).cells().get(c));
        if (want.get(r) instanceof Double w && got instanceof Double g) {
          assertEquals(w, g, 1e-9 * Math.max(1, Math.abs(w)), which + " " + name + " row " + r);
        } else {
          assertEquals(want.get(r), got, which + " " + name + " row " + r);
        }
      }
    }
  }

  private static Object comparable(CellValue v) {
    return switch (v) {
      case CellValue.NullValue n -> null;
      case CellValue.NumberValue n -> n.value();
      case CellValue.TextValue t -> t.value();
      case CellValue.BooleanValue f -> f.value();
      case CellValue.DateValue d -> d.value();
      case CellValue.DateTimeValue m -> m.value();
      case CellValue.ListValue i ->
          i.value().stream()
              .map(
                  e -> {
                    Map<String, Object> out = new java.util.HashMap<>();
                    e.forEach((k, x) -> out.put(k, comparable(x)));
                    return out;
                  })
              .toList();
    };
  }
}
