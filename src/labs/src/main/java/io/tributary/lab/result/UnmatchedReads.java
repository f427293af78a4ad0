package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Reads results under review. May run on event loops. */
final class UnmatchedReads {
  private static final String FROM =
      """
        from lab_unmatched_result u join lab l on l.id = u.lab_id
       where u.team_id = $1 and u.environment = $2 and u.status <> 'matched'
      """;
  private static final String FILTER =
      """
         and case when $3::text is null then u.status in ('pending_customer_review', 'pending_ops_review')
                  else u.status = $3 end
         and ($4::text is null or u.decision_code = $4)
         and ($5::text is null or l.slug = $5)
         and ($6::timestamptz is null or u.created_at >= $6)
         and ($7::timestamptz is null or u.created_at < $7)
         and strpos(u.search, $8) > 0
      """;
  private static final String COLUMNS =
      """
      select u.id, u.status, u.decision_code, u.sub_reason_codes, u.resolution_action,
             u.resolved_user_id, u.resolved_order_id, u.note, u.patient::text as patient,
             u.fragments::text as fragments, u.candidates::text as candidates, u.reviewed_at,
             u.created_at, u.updated_at, l.id as lab_id, l.name as lab_name, l.slug as lab_slug
      """;
  private static final String ONE = COLUMNS + FROM + " and u.id = $3";
  private static final String PAGE =
      COLUMNS
          + FROM
          + FILTER
          + """
             and ($9::timestamptz is null or (u.created_at, u.id) < ($9, $10::uuid))
           order by u.created_at desc, u.id desc limit $11
          """;
  private static final String COUNT = "select count(*) as n " + FROM + FILTER;

  private final Db db;

  UnmatchedReads(Db db) {
    this.db = db;
  }

  /**
   * Filter of the list.
   *
   * @param search part of a name or a birth date; empty = all
   */
  record Filter(
      Optional<ReviewStatus> status,
      Optional<MatchDecision> decision,
      Optional<String> lab,
      Optional<LocalDate> from,
      Optional<LocalDate> to,
      String search) {}

  /** Last item of the previous page. */
  record UnmatchedPosition(Instant at, UUID id) {}

  Future<Long> count(Tenant tenant, Filter f) {
    return db.read(COUNT, filterArguments(tenant, f).toArray())
        .map(rows -> rows.iterator().next().getLong("n"));
  }

  Future<List<Row>> page(Tenant tenant, Filter f, Optional<UnmatchedPosition> after, int limit) {
    List<Object> given = filterArguments(tenant, f);
    given.add(after.map(p -> ResultRepo.toUtc(p.at())).orElse(null));
    given.add(after.map(UnmatchedPosition::id).orElse(null));
    given.add(limit);
    return db.read(PAGE, given.toArray()).map(rows -> RowMapping.list(rows, r -> r));
  }

  /** Arguments of {@link #FILTER} and of the conditions before it; callers append theirs. */
  private static List<Object> filterArguments(Tenant tenant, Filter f) {
    return new ArrayList<>(
        Arrays.asList(
            tenant.team(),
            tenant.environment().wire(),
            f.status().map(ReviewStatus::wireName).orElse(null),
            f.decision().map(MatchDecision::wireName).orElse(null),
            f.lab().orElse(null),
            f.from().map(UnmatchedReads::start).orElse(null),
            f.to().map(d -> start(d.plusDays(1))).orElse(null),
            f.search().toLowerCase(Locale.ROOT)));
  }

  private static java.time.OffsetDateTime start(LocalDate day) {
    return day.atStartOfDay().atOffset(ZoneOffset.UTC);
  }

  /** Returns an item; fails with 404 when the team does not see it. */
  Future<ObjectNode> requireOne(Tenant tenant, UUID id) {
    return db.read(ONE, tenant.team(), tenant.environment().wire(), id)
        .map(
            rows ->
                RowMapping.first(rows, UnmatchedReads::json)
                    .orElseThrow(() -> ServiceException.notFound("unmatched result")));
  }

  static ObjectNode json(Row r) {
    MatchDecision decision = MatchDecision.fromWireName(r.getString("decision_code")).orElseThrow();
    ReviewStatus status = ReviewStatus.fromWireName(r.getString("status")).orElseThrow();
    ResultHistory said = ResultHistory.parse(r.getString("fragments"));
    OrderResult found = OrderResult.evaluate(said, new OrderedMarkers(List.of()), "");
    ObjectNode out =
        Json.object()
            .put("id", r.getUUID("id").toString())
            .put("status", status.wireName())
            .put("decision_code", decision.wireName());
    RowMapping.texts(r, "sub_reason_codes").forEach(out.putArray("sub_reason_codes")::add);
    out.put("reason", decision.reason());
    ArrayNode actions = out.putArray("allowed_actions");
    if (status == ReviewStatus.PENDING_CUSTOMER_REVIEW) {
      actions.add("accept").add("reject").add("unsure");
    }
    out.putObject("lab")
        .put("id", r.getInteger("lab_id"))
        .put("name", r.getString("lab_name"))
        .put("slug", r.getString("lab_slug"));
    out.set("patient", Json.parse(r.getString("patient")));
    ArrayNode markers = out.putArray("markers");
    said.panels()
        .forEach(
            p ->
                markers
                    .addObject()
                    .put("name", Biomarker.orNull(p.name()))
                    .put("provider_id", Biomarker.orNull(p.code())));
    out.put("result_status", found.status())
        .put(
            "interpretation",
            found.results().isEmpty()
                ? null
                : InterpretationRules.wireName(found.interpretation()));
    out.set("candidate_groups", Json.parse(r.getString("candidates")));
    return out.put("note", r.getString("note"))
        .put("resolution_action", r.getString("resolution_action"))
        .put("resolved_user_id", UnmatchedResultStore.textOrNull(r.getUUID("resolved_user_id")))
        .put("resolved_order_id", UnmatchedResultStore.textOrNull(r.getUUID("resolved_order_id")))
        .put("reviewed_at", time(r, "reviewed_at"))
        .put("created_at", time(r, "created_at"))
        .put("updated_at", time(r, "updated_at"));
  }

  private static String time(Row r, String column) {
    Instant at = RowMapping.instant(r, column);
    return at == null ? null : Times.format(at);
  }
}
