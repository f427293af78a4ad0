package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.lab.result.OrderedMarkers.Expected;
import io.tributary.lab.result.OrderedMarkers.OrderedMarker;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Statements on the result tables. Callers hold the lock on the order. */
final class ResultRepo {
  private static final String ORDERED =
      """
      select m.id, m.name, m.slug, x.provider_id, r.name as result_name, r.slug as result_slug,
             r.provider_id as code, r.required, l.code as loinc, l.slug as loinc_slug
        from lab_order_marker x
        join marker m on m.id = x.marker_id
        left join marker_result r on r.marker_id = m.id and r.active
        left join loinc l on l.id = r.loinc_id
       where x.order_id = $1
       order by x.position, m.id, r.position, r.id
      """;
  private static final String RECORD_MESSAGE =
      """
      insert into lab_result_message as m (lab_message_id, order_id, test_indexes)
      values ($1, $2, nullif($3::int[], '{}'))
      on conflict (lab_message_id, order_id) do update set test_indexes = m.test_indexes || excluded.test_indexes
      """;
  private static final String FIND =
      """
      select version, complete, fragments::text as fragments, report::text as report, critical
        from lab_result where order_id = $1
      """;
  private static final String SAVE =
      """
      insert into lab_result as r (order_id, complete, has_content, fragments, report, critical)
      values ($1, $2, $3, $4::text::jsonb, $5::text::jsonb, $6)
      on conflict (order_id) do update
        set version = r.version + 1, complete = excluded.complete, has_content = excluded.has_content,
            fragments = excluded.fragments, report = excluded.report, critical = excluded.critical,
            updated_at = now()
      """;
  private static final String ARCHIVE =
      """
      insert into lab_result_version (order_id, version, report, created_at)
      select order_id, version, report, updated_at from lab_result where order_id = $1
      """;
  private static final String UPDATE_CONTENT =
      """
      update lab_result set fragments = $2::text::jsonb, report = $3::text::jsonb where order_id = $1
      """;
  private static final String PAPER =
      """
      insert into lab_result_file as f (order_id, content, reported_at) values ($1, $2, $3)
      on conflict (order_id) do update
        set content = excluded.content, reported_at = excluded.reported_at, created_at = now()
       where f.reported_at <= excluded.reported_at
      """;
  private static final String OUTCOME =
      """
      update lab_order set interpretation = $2, is_critical = $3, has_missing = $4,
             collected_at = $5, updated_at = now()
       where id = $1
      """;
  private static final String NO_VALUES = "delete from lab_result_value where order_id = $1";
  private static final String VALUE =
      """
      insert into lab_result_value (order_id, position, user_id, loinc, provider_id, name, value,
                                    unit, min_value, max_value, interpretation, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """;

  private ResultRepo() {}

  /**
   * Stored result of an order.
   *
   * @param report report in API form
   * @param announcedCritical codes already announced as critical
   */
  record StoredResult(
      boolean complete, ResultHistory history, JsonNode report, Set<String> announcedCritical) {
    static StoredResult read(Row r) {
      return new StoredResult(
          r.getBoolean("complete"),
          ResultHistory.parse(r.getString("fragments")),
          Json.parse(r.getString("report")),
          Set.copyOf(RowMapping.texts(r, "critical")));
    }
  }

  static OrderedMarkers orderedMarkers(Tx tx, UUID order) {
    Map<Integer, OrderedMarker> out = new LinkedHashMap<>();
    for (Row r : tx.query(ORDERED, order)) {
      OrderedMarker one =
          new OrderedMarker(
              r.getInteger("id"),
              r.getString("name"),
              r.getString("slug"),
              r.getString("provider_id"),
              r.getString("code") == null
                  ? List.of()
                  : List.of(
                      new Expected(
                          r.getString("result_name"),
                          r.getString("result_slug"),
                          r.getString("code"),
                          r.getBoolean("required"),
                          orEmpty(r.getString("loinc")),
                          orEmpty(r.getString("loinc_slug")))));
      out.merge(one.id(), one, ResultRepo::mergeMarkers);
    }
    return new OrderedMarkers(List.copyOf(out.values()));
  }

  private static OrderedMarker mergeMarkers(OrderedMarker a, OrderedMarker b) {
    List<Expected> results = new ArrayList<>(a.results());
    results.addAll(b.results());
    return new OrderedMarker(a.id(), a.name(), a.slug(), a.providerId(), results);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  /**
   * Records that an order has these tests of a message. An empty list means that the positions are
   * unknown.
   */
  static void recordMessage(Tx tx, UUID order, UUID rawMessage, List<Integer> places) {
    tx.update(RECORD_MESSAGE, rawMessage, order, places.toArray(Integer[]::new));
  }

  static Optional<StoredResult> find(Tx tx, UUID order) {
    return RowMapping.first(tx.query(FIND, order), StoredResult::read);
  }

  /** Stores a new version; archives the previous one if it was complete. */
  static void save(
      Tx tx,
      UUID order,
      UUID user,
      OrderResultView report,
      ObjectNode shown,
      Optional<StoredResult> before) {
    if (before.filter(StoredResult::complete).isPresent()) {
      tx.update(ARCHIVE, order);
    }
    OrderResult f = report.result();
    tx.update(
        SAVE,
        order,
        f.complete(),
        !f.isEmpty(),
        Json.text(report.history()),
        Json.text(shown),
        f.criticalCodes().toArray(String[]::new));
    tx.update(
        OUTCOME,
        order,
        f.isEmpty() ? null : InterpretationRules.wireName(f.interpretation()),
        f.isEmpty() ? null : !f.criticalCodes().isEmpty(),
        f.complete() ? !f.missing().isEmpty() : null,
        report.collectedAt().map(ResultRepo::toUtc).orElse(null));
    tx.update(NO_VALUES, order);
    tx.batch(VALUE, values(order, user, report));
  }

  /**
   * Updates the stored result without a new version, because repeated content does not create one.
   */
  static void updateContent(Tx tx, UUID order, ResultHistory ledger, ObjectNode shown) {
    tx.update(UPDATE_CONTENT, order, Json.text(ledger), Json.text(shown));
  }

  static void saveLabReport(Tx tx, UUID order, byte[] content, Instant saidAt) {
    tx.update(PAPER, order, Buffer.buffer(content), toUtc(saidAt));
  }

  private static List<Tuple> values(UUID order, UUID user, OrderResultView report) {
    List<Tuple> out = new ArrayList<>();
    for (Biomarker b : report.result().results()) {
      if (b.type() == ResultType.NUMERIC) {
        Instant at = b.at().or(report::collectedAt).orElseGet(report::reportedAt);
        out.add(
            Tuple.of(
                order,
                out.size(),
                user,
                Biomarker.orNull(b.loinc()),
                b.providerId(),
                b.name(),
                b.value(),
                Biomarker.orNull(b.unit()),
                b.min().orElse(null),
                b.max().orElse(null),
                InterpretationRules.wireName(b.interpretation()),
                toUtc(at)));
      }
    }
    return out;
  }

  static OffsetDateTime toUtc(Instant at) {
    return at.atOffset(ZoneOffset.UTC);
  }
}
