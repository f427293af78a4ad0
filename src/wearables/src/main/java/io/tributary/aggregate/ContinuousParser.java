package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.aggregate.Query.GroupKey;
import io.tributary.config.ContinuousQueryConfig;
import io.tributary.core.FieldError;
import io.tributary.core.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses and validates definitions of continuous queries. */
final class ContinuousParser {
  private static final Pattern SLUG = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
  private static final Pattern TITLE = Pattern.compile("[A-Za-zÀ-ÖØ-öø-ÿ0-9()&_\\-.\\s]*");

  private final QueryParser queries;
  private final ContinuousQueryConfig limits;

  ContinuousParser(QueryParser queries, ContinuousQueryConfig limits) {
    this.queries = queries;
    this.limits = limits;
  }

  /**
   * Validated definition of a continuous query, with its original JSON.
   *
   * @param config the JSON field {@code query_config}
   * @param gap minimum gap between runs in seconds; empty for the default
   */
  record Definition(
      String slug,
      String title,
      JsonNode queryJson,
      JsonNode config,
      Query query,
      Optional<Integer> gap,
      boolean events) {}

  /** Changes requested by a PATCH. */
  record QueryPatch(Optional<String> title, boolean setsGap, Optional<Integer> gap) {}

  Optional<Definition> parseCreate(JsonNode body, List<FieldError> faults) {
    RequestNode in = new RequestNode(body, List.of("body"), faults);
    if (!in.isObject()) {
      return Optional.empty();
    }
    int before = faults.size();
    Optional<String> slug =
        in.required("slug")
            .flatMap(
                s ->
                    s.text()
                        .filter(t -> t.length() <= 128 && SLUG.matcher(t).matches())
                        .or(
                            () ->
                                s.fault(
                                    "String should have 1 to 128 characters: a-z, 0-9 and single"
                                        + " hyphens between them",
                                    "string_pattern_mismatch")));
    Optional<String> title = in.required("title").flatMap(ContinuousParser::parseTitle);
    Optional<Query> query = in.object("query").flatMap(this::parseQuery);
    in.field("query_config").ifPresent(queries::parseOverrides);
    Optional<Integer> gap = in.field("scheduling_preferences").flatMap(this::parseGap);
    boolean events =
        in.field("export_preferences").map(ContinuousParser::parseEventsEnabled).orElse(true);
    return faults.size() > before
        ? Optional.empty()
        : Optional.of(
            new Definition(
                slug.orElseThrow(),
                title.orElseThrow(),
                body.get("query"),
                in.field("query_config").map(RequestNode::node).orElseGet(Json::object),
                query.orElseThrow(),
                gap,
                events));
  }

  Optional<QueryPatch> parsePatch(JsonNode body, List<FieldError> faults) {
    RequestNode in = new RequestNode(body, List.of("body"), faults);
    if (!in.isObject()) {
      return Optional.empty();
    }
    int before = faults.size();
    Optional<String> title = in.field("title").flatMap(ContinuousParser::parseTitle);
    Optional<RequestNode> scheduling = in.field("scheduling_preferences");
    Optional<Integer> gap = scheduling.flatMap(this::parseGap);
    return faults.size() > before
        ? Optional.empty()
        : Optional.of(new QueryPatch(title, scheduling.isPresent(), gap));
  }

  /**
   * Parses a query that can run continuously: it has exactly one date_trunc and selects all its
   * group keys.
   */
  Optional<Query> parseQuery(RequestNode in) {
    int before = in.faults().size();
    Optional<Query> query = queries.parseQuery(in);
    if (query.isPresent()) {
      long truncs = query.get().keys().stream().filter(k -> k instanceof GroupKey.Trunc).count();
      if (truncs != 1) {
        in.fault("a continuous query needs exactly one date_trunc in group_by", "value_error");
      }
      if (!query.get().selectsAllKeys()) {
        in.fault(
            "a continuous query must select all group keys: add {\"group_key\": \"*\"}",
            "value_error");
      }
    }
    return in.faults().size() > before ? Optional.empty() : query;
  }

  /** Parses a stored query. */
  Optional<Query> parseStored(String json, List<FieldError> faults) {
    return parseQuery(new RequestNode(Json.parse(json), List.of("query"), faults));
  }

  List<String> parseStoredOverrides(String config, List<FieldError> faults) {
    return queries.parseOverrides(
        new RequestNode(Json.parse(config), List.of("query_config"), faults));
  }

  private static Optional<String> parseTitle(RequestNode in) {
    return in.text()
        .filter(t -> t.length() <= 50 && TITLE.matcher(t).matches())
        .or(
            () ->
                in.fault(
                    "String should have at most 50 characters: letters, digits, spaces and ( ) & _"
                        + " - .",
                    "string_pattern_mismatch"));
  }

  private Optional<Integer> parseGap(RequestNode in) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    int least = Math.toIntExact(limits.minInterval().toSeconds());
    return in.field("minimum_gap_duration_second")
        .flatMap(g -> g.integer(Math.max(1, least), 366 * 86_400));
  }

  private static boolean parseEventsEnabled(RequestNode in) {
    if (!in.isObject()) {
      return true;
    }
    in.field("fhir_observations")
        .filter(f -> !f.node().isBoolean() || f.node().booleanValue())
        .ifPresent(
            f ->
                f.fault(
                    "observations cannot be exported; omit the field or send false",
                    "value_error"));
    Optional<RequestNode> enabled =
        in.field("data_events").filter(RequestNode::isObject).flatMap(d -> d.field("enabled"));
    if (enabled.isPresent() && !enabled.get().node().isBoolean()) {
      enabled.get().fault("Input should be a valid boolean", "bool_type");
    }
    return enabled.map(e -> e.node().asBoolean(true)).orElse(true);
  }
}
