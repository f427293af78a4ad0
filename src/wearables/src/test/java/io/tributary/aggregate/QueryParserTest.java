package io.tributary.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.config.Defaults;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Checks that every error is reported at its position. */
class QueryParserTest {
  private static final QueryParser PARSER =
      new QueryParser(Defaults.config().aggregate(), slug -> slug.equals("oura"));

  private static List<FieldError> errors(String query) {
    List<FieldError> out = new ArrayList<>();
    String body =
        "{\"timeframe\":{\"type\":\"relative\",\"anchor\":\"2026-03-02\",\"past\":{\"unit\":\"week\"}},"
            + "\"queries\":["
            + query.replace('\'', '"')
            + "]}";
    Optional<Query.Batch> batch = PARSER.parseBatch(Json.parse(body), out);
    assertEquals(batch.isPresent(), out.isEmpty(), () -> out.toString());
    return out;
  }

  private static void assertRejected(String query, String place, String message) {
    List<FieldError> found = errors(query);
    assertTrue(
        found.stream().anyMatch(f -> f.loc().toString().equals(place) && f.msg().contains(message)),
        () -> query + " gives " + found);
  }

  private static void assertAccepted(String query) {
    assertEquals(List.of(), errors(query), query);
  }

  @Test
  void whatTheContractAllowsIsRead() {
    assertAccepted(
        "{'select':[{'sleep':'score'},{'value_macro':'awakenings','version':'automatic'},{'index':'sleep'},{'source':'source_type'}]}");
    assertAccepted(
        "{'select':[{'group_key':'*'},{'func':'mean','arg':{'timeseries':'glucose','field':'value'}}],'group_by':[{'date_trunc':{'unit':'day'},'arg':{'index':'timeseries'}}]}");
    assertAccepted(
        "{'select':[{'func':'count','arg':{'index':'meal'}}],'where':null,'align':null}");
    assertAccepted(
        "{'select':[{'select':{'func':'max','arg':{'field_for':'menstrual_cycle','basal_body_temperature':'value'}},'from':{'unnest':{'menstrual_cycle':'basal_body_temperature'}},'where':'value"
            + " > 36 AND date > \\u00272026-01-01\\u0027'}]}");
    assertAccepted(
        "{'select':[{'select':{'func':'count','arg':{'element':true}},'from':{'unnest':{'timeseries':'note','field':'tags'}},'where':'element"
            + " = \\u0027food\\u0027'}]}");
    assertAccepted(
        "{'select':[{'group_key':0},{'func':'sum','arg':{'select':{'func':'count'},'from':{'unnest':{'menstrual_cycle':'menstrual_flow'}}}}],'group_by':[{'date_trunc':{'unit':'year','value':1},'arg':{'index':'menstrual_cycle'}}],'align':{'carry':{'mode':'carry_nearest','span':{'unit':'month','value':12}}}}");
    assertAccepted(
        "{'select':[{'derived_readiness':'recovery_score'}],'where':'derived_readiness.recovery_zone"
            + " = \\u0027Red\\u0027 OR NOT strain_score >= 1e1'}");
    assertAccepted(
        "{'select':[{'menstrual_cycle':'period_start'}],'where':'is_predicted AND NOT is_predicted"
            + " = true'}");
  }

  @Test
  void everyColumnOfTheContractIsThereAndNoOther() throws IOException {
    JsonNode contract;
    try (InputStream in = getClass().getResourceAsStream("/aggregate-columns.json")) {
      contract = Json.parse(in.readAllBytes());
    }
    assertEquals(columns(contract.get("tables")), columns(TableCatalog.summariesByName()));
    assertEquals(columns(contract.get("timeseries")), columns(TableCatalog.seriesByName()));
  }

  private static Map<String, Set<String>> columns(JsonNode tables) {
    Map<String, Set<String>> out = new TreeMap<>();
    tables
        .fields()
        .forEachRemaining(
            t -> {
              Set<String> names = new TreeSet<>();
              t.getValue().forEach(n -> names.add(n.asText()));
              out.put(t.getKey(), names);
            });
    return out;
  }

  private static Map<String, Set<String>> columns(Map<String, Table> tables) {
    Map<String, Set<String>> out = new TreeMap<>();
    tables.forEach((name, t) -> out.put(name, new TreeSet<>(t.columns().keySet())));
    return out;
  }

  @Test
  void everyFaultIsNamedWhereItStands() {
    assertRejected("{'select':[]}", "[body, queries, 0, select]", "at least 1");
    assertRejected("{}", "[body, queries, 0, select]", "required");
    assertRejected(
        "{'select':[{'sleep':'steps'}]}", "[body, queries, 0, select, 0, sleep]", "one of: id");
    assertRejected(
        "{'select':[{'sleep':'score'},{'activity':'steps'}]}",
        "[body, queries, 0, select, 1, activity]",
        "one table");
    assertRejected(
        "{'select':[{'sleep':'score','activity':'steps'}]}",
        "[body, queries, 0, select, 0]",
        "exactly one key");
    assertRejected(
        "{'select':[{'placeholder':true}]}", "[body, queries, 0, select, 0]", "placeholder");
    assertRejected(
        "{'select':[{'value_macro':'mood'}]}",
        "[body, queries, 0, select, 0, value_macro]",
        "one of: sleep_score");
    assertRejected(
        "{'select':[{'index':'timeseries'}]}", "[body, queries, 0]", "timeseries column");
    assertRejected(
        "{'select':[{'group_key':0}]}",
        "[body, queries, 0, select, 0, group_key]",
        "requires a group_by");
    assertRejected(
        "{'select':[{'func':'mean','arg':{'sleep':'type'}}]}",
        "[body, queries, 0, select, 0]",
        "does not accept a text");
    assertRejected(
        "{'select':[{'func':'mode','arg':{'sleep':'score'}}]}",
        "[body, queries, 0, select, 0, func]",
        "one of: mean");
    assertRejected(
        "{'select':[{'func':'max','arg':{'sleep':'score'}},{'sleep':'score'}]}",
        "[body, queries, 0, select]",
        "either all");
    assertRejected(
        "{'select':[{'sleep':'score'},{'sleep':'score'}]}",
        "[body, queries, 0, select]",
        "selected twice");
    assertRejected(
        "{'select':[{'sleep':'score'}],'group_by':[{'sleep':'type'}]}",
        "[body, queries, 0, select, 0]",
        "neither aggregated");
    assertRejected(
        "{'select':[{'group_key':1}],'group_by':[{'sleep':'type'}]}",
        "[body, queries, 0, select, 0, group_key]",
        "0..0");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':[{'menstrual_cycle':'menstrual_flow'}]}",
        "[body, queries, 0, group_by, 0]",
        "is a list");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':[{'date_trunc':{'unit':'decade'},'arg':{'index':'sleep'}}]}",
        "[body, queries, 0, group_by, 0, date_trunc, unit]",
        "one of: minute");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':[{'date_trunc':{'unit':'day','value':0},'arg':{'index':'sleep'}}]}",
        "[body, queries, 0, group_by, 0, date_trunc, value]",
        "1..");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':[{'date_trunc':{'unit':'day'},'arg':{'sleep':'session_start'}}]}",
        "[body, queries, 0, group_by, 0, arg]",
        "index");
    assertRejected(
        "{'select':[{'derived_readiness':'date'},{'source':'source_type'}]}",
        "[body, queries, 0, select, 1, source]",
        "no source");
    assertRejected(
        "{'select':[{'sleep':'score'}],'where':'scor > 1'}",
        "[body, queries, 0, where]",
        "no column scor, at character 1");
    assertRejected(
        "{'select':[{'sleep':'score'}],'where':'score > 1 AND'}",
        "[body, queries, 0, where]",
        "found the end, at character 14");
    assertRejected(
        "{'select':[{'sleep':'score'}],'where':'score > \\u0027x\\u0027'}",
        "[body, queries, 0, where]",
        "cannot be compared");
    assertRejected(
        "{'select':[{'sleep':'score'}],'where':'score; drop table summary'}",
        "[body, queries, 0, where]",
        "not valid here");
    assertRejected(
        "{'select':[{'sleep':'score'}],'where':'session_start > \\u0027yesterday\\u0027'}",
        "[body, queries, 0, where]",
        "YYYY-MM-DD");
    assertRejected(
        "{'select':[{'select':{'func':'mean'},'from':{'unnest':{'menstrual_cycle':'menstrual_flow'}}}]}",
        "[body, queries, 0, select, 0, select]",
        "except count");
    assertRejected(
        "{'select':[{'select':{'func':'newest','arg':{'menstrual_flow':'flow'}},'from':{'unnest':{'menstrual_cycle':'menstrual_flow'}}}]}",
        "[body, queries, 0, select, 0, select, func]",
        "applied to a list");
    assertRejected(
        "{'select':[{'select':{'func':'count','arg':{'element':true}},'from':{'unnest':{'menstrual_cycle':'menstrual_flow'}}}]}",
        "[body, queries, 0, select, 0, select, arg]",
        "select one of them");
    assertRejected(
        "{'select':[{'select':{'func':'count'},'from':{'unnest':{'sleep':'score'}}}]}",
        "[body, queries, 0, select, 0, from, unnest]",
        "not a list");
    String key = "{'date_trunc':{'unit':'day'},'arg':{'index':'sleep'}}";
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':[" + key + "," + key + "]}",
        "[body, queries, 0, group_by]",
        "at most one");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':[{'sleep':'type'}],'align':{'carry':{'mode':'carry_forward'}}}",
        "[body, queries, 0, align]",
        "date_trunc");
    assertRejected(
        "{'select':[{'func':'max','arg':{'sleep':'score'}}],'group_by':["
            + key
            + "],'align':{'carry':{'mode':'carry_forward'}}}",
        "[body, queries, 0, align]",
        "all group keys");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':["
            + key
            + "],'align':{'carry':{'mode':'carry_forward','max_age':{'unit':'hour','value':23}}}}",
        "[body, queries, 0, align]",
        "at least as long");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':["
            + key
            + "],'align':{'carry':{'mode':'carry_forward','span':{'unit':'day'}}}}",
        "[body, queries, 0, align, carry, span]",
        "max_age");
    assertRejected(
        "{'select':[{'group_key':'*'}],'group_by':["
            + key
            + ",{'date_part':'hour','arg':{'index':'sleep'}}],'align':{'carry':{'mode':'carry_backward'}}}",
        "[body, queries, 0, align]",
        "date_part");
  }

  @Test
  void severalFaultsAreListedAtOnce() {
    assertEquals(
        4,
        errors("{'select':[{'sleep':'nope'},{'value_macro':'nope'}],'where':'a = 1 AND b = 2'}")
            .size());
  }

  @Test
  void theTimeFrameEndsWithItsAnchor() {
    JsonNode body =
        Json.parse(
            """
            {"timeframe":{"type":"relative","anchor":"2024-03-31","past":{"unit":"month"}},
             "queries":[{"select":[{"sleep":"score"}]}]}
            """);
    Query.Window w = PARSER.parseBatch(body, new ArrayList<>()).orElseThrow().window();
    assertEquals(LocalDate.of(2024, 3, 1).atStartOfDay(), w.start());
    assertEquals(LocalDate.of(2024, 4, 1).atStartOfDay(), w.end());
  }

  @Test
  void faultsOfTheFrameAndTheConfigAreListedToo() {
    List<FieldError> out = new ArrayList<>();
    PARSER.parseBatch(
        Json.parse(
            """
            {"timeframe":{"type":"absolute","anchor":"2024-02-30","past":{"unit":"year","value":99}},
             "queries":[],"config":{"provider_priority_overrides":["oura","oura","nobody",1]}}
            """),
        out);
    List<String> places = out.stream().map(f -> f.loc().toString()).toList();
    assertTrue(
        places.containsAll(
            List.of(
                "[body, timeframe, type]",
                "[body, timeframe, anchor]",
                "[body, queries]",
                "[body, config, provider_priority_overrides, 1]",
                "[body, config, provider_priority_overrides, 2]",
                "[body, config, provider_priority_overrides, 3]")),
        places.toString());
  }
}
