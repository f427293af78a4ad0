package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.aggregate.Query.Align;
import io.tributary.aggregate.Query.GroupKey;
import io.tributary.aggregate.Query.Select;
import io.tributary.config.AggregateConfig;
import io.tributary.core.FieldError;
import io.tributary.core.Times;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Parses query requests and collects all validation errors. */
final class QueryParser {
  private static final List<String> MODES =
      List.of("carry_forward", "carry_backward", "carry_nearest");

  private final AggregateConfig limits;
  private final Predicate<String> knownSlug;

  /**
   * @param knownSlug whether a provider or lab with this slug exists
   */
  QueryParser(AggregateConfig limits, Predicate<String> knownSlug) {
    this.limits = limits;
    this.knownSlug = knownSlug;
  }

  /** Parses a whole request; empty if it has errors. */
  Optional<Query.Batch> parseBatch(JsonNode body, List<FieldError> faults) {
    RequestNode in = new RequestNode(body, List.of("body"), faults);
    if (!in.isObject()) {
      return Optional.empty();
    }
    int before = faults.size();
    Optional<Query.Window> window = in.object("timeframe").flatMap(this::parseWindow);
    in.required("queries");
    List<RequestNode> items = in.items("queries", limits.maxQueries());
    if (in.has("queries")
        && in.node().get("queries").isArray()
        && in.node().get("queries").isEmpty()) {
      in.field("queries").get().fault("List should have at least 1 item", "too_short");
    }
    List<Query> queries = new ArrayList<>();
    items.forEach(q -> parseQuery(q).ifPresent(queries::add));
    List<String> overrides = in.field("config").map(this::parseOverrides).orElse(List.of());
    return faults.size() > before
        ? Optional.empty()
        : Optional.of(new Query.Batch(window.orElseThrow(), queries, overrides));
  }

  /** Parses the provider_priority_overrides of a query config. */
  List<String> parseOverrides(RequestNode config) {
    if (!config.isObject()) {
      return List.of();
    }
    List<String> out = new ArrayList<>();
    for (RequestNode slug : config.items("provider_priority_overrides", 100)) {
      Optional<String> text = slug.text();
      if (text.isPresent() && !knownSlug.test(text.get())) {
        slug.fault("Input should be the slug of a provider or lab", "enum");
      } else if (text.isPresent() && out.contains(text.get())) {
        slug.fault("Input is listed twice", "value_error");
      } else {
        text.ifPresent(out::add);
      }
    }
    return out;
  }

  /** Parses the time frame; the anchor is its last day. */
  private Optional<Query.Window> parseWindow(RequestNode in) {
    if (in.has("placeholder")) {
      return in.fault("a placeholder must be replaced before the query runs", "value_error");
    }
    Optional<String> type = in.required("type").flatMap(t -> t.oneOf(List.of("relative")));
    Optional<LocalDate> anchor =
        in.required("anchor")
            .flatMap(
                a ->
                    Times.parseDate(a.node().textValue())
                        .filter(d -> d.getYear() >= 1)
                        .or(() -> a.fault("Input should be a date, YYYY-MM-DD", "date_parsing")));
    Optional<CalendarPeriod> past = in.object("past").flatMap(ExpressionParser::parsePeriod);
    if (type.isEmpty() || anchor.isEmpty() || past.isEmpty()) {
      return Optional.empty();
    }
    LocalDateTime end = anchor.get().plusDays(1).atStartOfDay();
    LocalDateTime start = past.get().subtractFrom(end);
    if (start.isBefore(end.minus(limits.maxRange()))) {
      return in.field("past")
          .get()
          .fault(
              "a time frame can span at most " + limits.maxRange().toDays() + " days",
              "value_error");
    }
    return Optional.of(new Query.Window(start, end));
  }

  Optional<Query> parseQuery(RequestNode in) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    int before = in.faults().size();
    in.required("select");
    List<RequestNode> selected = in.items("select", limits.maxColumns());
    if (in.has("select")
        && in.node().get("select").isArray()
        && in.node().get("select").isEmpty()) {
      in.field("select").get().fault("List should have at least 1 item", "too_short");
    }
    List<RequestNode> grouped = in.items("group_by", limits.maxColumns());
    Optional<Table> table = TableResolver.tableOf(in.node());
    if (table.isEmpty() && in.faults().size() == before) {
      in.fault(
          TableResolver.usesSeriesIndex(in.node())
              ? "the index timeseries needs a timeseries column in the same query, to determine"
                  + " which one is read"
              : "the query does not select from a table",
          "value_error");
    }
    ExpressionParser expressions =
        new ExpressionParser(table.orElse(null), limits.maxWhereLength());
    List<GroupKey> keys = new ArrayList<>();
    grouped.forEach(g -> expressions.parseGroupKey(g).ifPresent(keys::add));
    boolean keysRead = keys.size() == grouped.size();
    List<Select> select = new ArrayList<>();
    if (keysRead) {
      selected.forEach(s -> addChecked(s, expressions.parseSelect(s, keys), keys, select));
    } else {
      selected.forEach(s -> expressions.parseSelect(s, keys));
    }
    Optional<WhereCondition<InputRow>> where =
        table.isEmpty() ? Optional.empty() : in.field("where").flatMap(expressions::parseWhere);
    Optional<Align> align = in.field("align").flatMap(QueryParser::parseAlign);
    if (in.faults().size() > before) {
      return Optional.empty();
    }
    Query query =
        new Query(table.get(), select, keys, where, align, TableResolver.needsCycles(in.node()));
    checkShape(in, query);
    return in.faults().size() > before ? Optional.empty() : Optional.of(query);
  }

  /**
   * Adds the columns of one element of {@code select}. With group_by, plain columns must be group
   * keys.
   */
  private static void addChecked(
      RequestNode in, List<Select> found, List<GroupKey> keys, List<Select> into) {
    for (Select s : found) {
      if (keys.isEmpty() || !(s instanceof Select.Plain p)) {
        into.add(s);
        continue;
      }
      int place = keys.indexOf(new GroupKey.By(p.column()));
      if (place < 0) {
        in.fault(
            p.name() + " is neither aggregated nor a key of group_by: wrap it in {func, arg}",
            "value_error");
      } else {
        into.add(new Select.Key(p.name(), place, p.type()));
      }
    }
  }

  /** Checks rules that concern the query as a whole. */
  private static void checkShape(RequestNode in, Query q) {
    RequestNode select = in.field("select").orElseThrow();
    Set<String> names = new HashSet<>();
    for (Select s : q.select()) {
      if (!names.add(s.name())) {
        select.fault("the column " + s.name() + " is selected twice", "value_error");
      }
    }
    if (q.keys().isEmpty()
        && q.isAggregating()
        && q.select().stream().anyMatch(s -> !(s instanceof Select.Aggregate))) {
      select.fault(
          "without group_by, either all selected columns must be aggregates or none",
          "value_error");
    }
    if (q.keys().stream().filter(k -> k instanceof GroupKey.Trunc).count() > 1) {
      in.field("group_by")
          .orElseThrow()
          .fault("group_by can contain at most one date_trunc", "value_error");
    }
    q.align().ifPresent(a -> checkAlign(in.field("align").orElseThrow(), q, a));
  }

  private static void checkAlign(RequestNode in, Query q, Align align) {
    Optional<CalendarPeriod> bucket =
        q.truncIndex().map(i -> ((GroupKey.Trunc) q.keys().get(i)).period());
    if (bucket.isEmpty()) {
      in.fault("align needs a date_trunc in group_by", "value_error");
    }
    if (q.keys().stream().anyMatch(k -> k instanceof GroupKey.DatePartKey)) {
      in.fault("align cannot be combined with date_part", "value_error");
    }
    if (!q.selectsAllKeys()) {
      in.fault(
          "align requires all group keys in select: add {\"group_key\": \"*\"}", "value_error");
    }
    if (bucket.isPresent() && align.cap().isPresent() && !align.cap().get().atLeast(bucket.get())) {
      in.fault("the cap must be at least as long as the date_trunc bucket", "value_error");
    }
  }

  private static Optional<Align> parseAlign(RequestNode in) {
    if (!in.isObject()) {
      return Optional.empty();
    }
    Optional<RequestNode> carry = in.object("carry");
    Optional<String> mode = carry.flatMap(c -> c.required("mode")).flatMap(m -> m.oneOf(MODES));
    if (mode.isEmpty()) {
      return Optional.empty();
    }
    boolean nearest = mode.get().equals("carry_nearest");
    String name = nearest ? "span" : "max_age";
    String other = nearest ? "max_age" : "span";
    if (carry.get().has(other)) {
      return carry
          .get()
          .field(other)
          .get()
          .fault(mode.get() + " can only be capped by " + name, "extra_forbidden");
    }
    Optional<CalendarPeriod> cap = carry.get().field(name).flatMap(ExpressionParser::parsePeriod);
    return Optional.of(
        nearest
            ? new Align.Nearest(cap)
            : mode.get().equals("carry_forward")
                ? new Align.Forward(cap)
                : new Align.Backward(cap));
  }
}
