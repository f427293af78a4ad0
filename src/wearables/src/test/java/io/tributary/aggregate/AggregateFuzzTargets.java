package io.tributary.aggregate;

import io.tributary.config.Defaults;
import io.tributary.core.Json;
import io.tributary.testkit.fuzz.FuzzTarget;
import java.util.ArrayList;
import java.util.List;

/** Fuzz targets: aggregation queries and continuous query definitions. */
public final class AggregateFuzzTargets {
  private static final String QUERY =
      """
      {"select":[{"group_key":"*"},{"func":"mean","arg":{"sleep":"score"}},{"func":"count"}],
       "group_by":[{"arg":{"index":"sleep"},"date_trunc":{"value":1,"unit":"week"}}],
       "where":"type = 'long_sleep' AND (score > 1.5 OR NOT (total <= 7))","split_by_source":true}
      """;

  private AggregateFuzzTargets() {}

  public static List<FuzzTarget> all() {
    QueryParser parser =
        new QueryParser(Defaults.config().aggregate(), slug -> slug.equals("oura"));
    ContinuousParser definitions =
        new ContinuousParser(parser, Defaults.config().continuousQuery());
    return List.of(
        FuzzTarget.json(
                "aggregate/queries", in -> parser.parseBatch(Json.parse(in), new ArrayList<>()))
            .expecting(IllegalArgumentException.class)
            .seed(
                "{\"timeframe\":{\"type\":\"relative\",\"past\":{\"value\":2,\"unit\":\"week\"}},\"queries\":["
                    + QUERY
                    + "],\"config\":{\"timeout\":60,\"provider_priority_overrides\":[\"oura\"]}}")
            .words(
                "'",
                "AND",
                "NOT (",
                "sleep",
                "activity",
                "workout",
                "heartrate",
                "newest",
                "1e400",
                "chronotype_value",
                "day",
                "-"),
        FuzzTarget.json(
                "aggregate/definitions",
                in -> definitions.parseCreate(Json.parse(in), new ArrayList<>()))
            .expecting(IllegalArgumentException.class)
            .seed(
                "{\"slug\":\"a-b\",\"title\":\"T\",\"query\":"
                    + QUERY
                    + ",\"gap\":5,\"query_config\":{}}"),
        FuzzTarget.json(
                "aggregate/changes",
                in -> definitions.parsePatch(Json.parse(in), new ArrayList<>()))
            .expecting(IllegalArgumentException.class)
            .seed("{\"title\":\"T\",\"gap\":5}"));
  }
}
