package io.tributary.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.Defaults;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Feeds random texts and damaged bodies to the parser, which must accept or reject them without an
 * unexpected exception.
 */
class QueryParserFuzzTest {
  private static final QueryParser PARSER =
      new QueryParser(Defaults.config().aggregate(), slug -> slug.equals("oura"));

  private static final Table SLEEP = TableCatalog.summariesByName().get("sleep");

  @Test
  void noTextCrashesTheReaderOfConditions() {
    String[] words = {
      "score",
      "type",
      "sleep.score",
      "session_end",
      "nope",
      "AND",
      "or",
      "Not",
      "(",
      ")",
      "<",
      "<=",
      "=",
      "!=",
      ">",
      ">=",
      "1",
      "-2.5",
      "1e400",
      ".",
      "-",
      "'x'",
      "''",
      "'it''s'",
      "'2026-01-01'",
      "'",
      "true",
      "false",
      "\"",
      ";",
      "--",
      "\u0000",
      "\ud83d\ude00",
      "\ud800",
      "null",
      " ",
      "\n"
    };
    Random random = new Random(1);
    int read = 0;
    int cases = 100_000;
    for (int i = 0; i < cases; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        if (random.nextInt(10) == 0) {
          text.append((char) random.nextInt(0x300));
        } else {
          text.append(words[random.nextInt(words.length)]).append(random.nextBoolean() ? " " : "");
        }
      }
      List<String> faults = new ArrayList<>();
      Optional<WhereCondition<InputRow>> c =
          WhereParser.parse(text.toString(), SLEEP::lookup, faults);
      assertEquals(c.isEmpty(), !faults.isEmpty(), text.toString());
      read += c.isPresent() ? 1 : 0;
    }
    for (String deep : List.of("(", "NOT ", "score = 1 AND (")) {
      List<String> faults = new ArrayList<>();
      WhereParser.parse(deep.repeat(50_000), SLEEP::lookup, faults);
      assertFalse(faults.isEmpty());
    }
    System.out.println("conditions: " + cases + " random texts, " + read + " readable");
    assertTrue(read > 100);
  }

  /** Splits and recombines bodies at random. The parser must report errors and never throw. */
  @Test
  void noBodyCrashesTheReader() {
    Random random = new Random(2);
    int cases = 20_000;
    for (int i = 0; i < cases; i++) {
      RandomData.GeneratedTable kind = RandomData.KINDS.get(i % RandomData.KINDS.size());
      ObjectNode query = new RandomQueries(random, kind).next().query();
      ArrayNode queries = Json.array();
      for (int n = 0; n < 3; n++) {
        damage(random, query);
      }
      queries.add(query);
      ObjectNode body = Json.object();
      body.set("timeframe", junk(random));
      body.set("queries", queries);
      List<FieldError> faults = new ArrayList<>();
      assertTrue(PARSER.parseBatch(body, faults).isEmpty());
      assertFalse(faults.isEmpty());
    }
    System.out.println("requests: " + cases + " damaged bodies");
  }

  private static void damage(Random random, JsonNode node) {
    if (node instanceof ObjectNode o && !o.isEmpty()) {
      List<String> names = new ArrayList<>();
      o.fieldNames().forEachRemaining(names::add);
      String name = names.get(random.nextInt(names.size()));
      switch (random.nextInt(5)) {
        case 0 -> o.remove(name);
        case 1 -> o.set(name, junk(random));
        case 2 -> o.set(names.get(random.nextInt(names.size())), o.get(name).deepCopy());
        default -> damage(random, o.get(name));
      }
    } else if (node instanceof ArrayNode a && !a.isEmpty()) {
      damage(random, a.get(random.nextInt(a.size())));
    }
  }

  private static JsonNode junk(Random random) {
    String[] junk = {
      "null",
      "1",
      "-1",
      "1e99",
      "\"\"",
      "\"*\"",
      "\"sleep\"",
      "[]",
      "[[]]",
      "{}",
      "true",
      "{\"index\":1}",
      "{\"func\":{}}",
      "{\"unit\":\"day\",\"value\":99999999999}",
      "[{\"from\":1,\"select\":2}]",
      "{\"timeseries\":\"steps\",\"field\":null}"
    };
    return Json.parse(junk[random.nextInt(junk.length)]);
  }
}
