package io.tributary.aggregate;

import io.tributary.config.Defaults;
import io.tributary.core.Json;
import io.tributary.testkit.fuzz.Target;
import java.util.ArrayList;
import java.util.List;

/** Queries and definitions of continuous ones. */
public final class AggregateTargets {
  private static final String QUERY =
      """
      {"select":[{"group_key":"*"},{"func":"mean","arg":{"sleep":"score"}},{"func":"count"}],
       "group_by":[{"arg":{"index":"sleep"},"date_trunc":{"value":1,"unit":"week"}}],
       "where":"type = 'long_sleep' AND (score > 1.5 OR NOT (total <= 7))","split_by_source":true}
      """;

  private AggregateTargets() {}

  public static List<Target> all() {
    QueryParser parser =
        new QueryParser(Defaults.config().aggregate(), slug -> slug.equals("oura"));
    ContinuousParser definitions = new ContinuousParser(parser, Defaults.config().continuous());
    return List.of(
        Target.json("aggregate/queries", in -> parser.parseBatch(Json.parse(in), new ArrayList<>()))
            .refusing(IllegalArgumentException.class)
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
        Target.json(
                "aggregate/definitions",
                in -> definitions.parseCreate(Json.parse(in), new ArrayList<>()))
            .refusing(IllegalArgumentException.class)
            .seed(
                "{\"slug\":\"a-b\",\"title\":\"T\",\"query\":"
                    + QUERY
                    + ",\"gap\":5,\"query_config\":{}}"),
        Target.json(
                "aggregate/changes",
                in -> definitions.parsePatch(Json.parse(in), new ArrayList<>()))
            .refusing(IllegalArgumentException.class)
            .seed("{\"title\":\"T\",\"gap\":5}"));
  }
}
