package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.lab.fhir.OrderRecord.OrderedMarkerRecord;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads orders with their results, in three statements regardless of their number. Call on virtual
 * threads.
 */
final class OrderRecordReader {
  private static final String COLUMNS =
      """
      select o.id, o.user_id, o.status, o.status_detail, o.created_at, o.updated_at, o.sample_id,
             o.physician::text as physician, o.icd_codes, o.clinical_notes, o.priority,
             o.activate_by, l.slug as lab, l.name as lab_name, t.name as test, t.sample_type,
             r.complete, r.updated_at as result_at, r.report::text as report, r.version,
             r.complete or exists (select from lab_result_file f where f.order_id = o.id) as paper
        from lab_order o
        join app_user u on u.id = o.user_id and u.deleted_at is null
        join lab l on l.id = o.lab_id
        join lab_test t on t.id = o.lab_test_id
        left join lab_result r on r.order_id = o.id and r.has_content
       where o.team_id = $1 and o.environment = $2
      """;

  /** Starts at a position inclusively, because its order may have more resources to return. */
  private static final String PAGE =
      """
         and (o.created_at, o.id) >= ($3::timestamptz, $4::uuid)
         and o.created_at between $5::timestamptz and $6::timestamptz
         and (r.order_id is not null or not $7::boolean)
         %s
       order by o.created_at, o.id limit $8::int
      """;

  private static final String OF_TEAM = COLUMNS + PAGE.formatted("");
  private static final String OF_USER = COLUMNS + PAGE.formatted("and o.user_id = $9::uuid");
  private static final String BY_ID =
      COLUMNS + " and o.id = any($3::uuid[]) order by o.created_at, o.id";
  private static final String MARKERS =
      """
      select x.order_id, x.marker_id, x.provider_id, m.name, c.code as loinc, c.name as loinc_name
        from lab_order_marker x
        join marker m on m.id = x.marker_id
        left join loinc c on c.code = coalesce(m.order_loinc,
          case when m.type = 'biomarker' and cardinality(m.loinc_codes) = 1
               then m.loinc_codes[1] end)
       where x.order_id = any($1::uuid[]) order by x.order_id, x.position, x.marker_id
      """;
  private static final String EARLIER =
      """
      select order_id, report::text as report from lab_result_version
       where order_id = any($1::uuid[]) order by order_id, version
      """;
  private static final String USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
      """;

  private final Db db;

  OrderRecordReader(Db db) {
    this.db = db;
  }

  /**
   * Range of orders, sorted by order time.
   *
   * @param at order time of the first order; {@code id} is its ID
   * @param from earliest order time
   * @param to latest order time
   * @param withResult only orders that have a result
   */
  record Range(
      Optional<UUID> user, Instant at, UUID id, Instant from, Instant to, boolean withResult) {}

  boolean userExists(Tenant t, UUID user) {
    return db.query(USER, user, t.team(), t.environment().wire()).size() > 0;
  }

  List<OrderRecord> page(Tenant t, Range r, int limit) {
    List<Object> args = new ArrayList<>();
    args.add(t.team());
    args.add(t.environment().wire());
    args.add(r.at().atOffset(ZoneOffset.UTC));
    args.add(r.id());
    args.add(r.from().atOffset(ZoneOffset.UTC));
    args.add(r.to().atOffset(ZoneOffset.UTC));
    args.add(r.withResult());
    args.add(limit);
    r.user().ifPresent(args::add);
    return read(db.query(r.user().isPresent() ? OF_USER : OF_TEAM, args.toArray()));
  }

  List<OrderRecord> byId(Tenant t, Collection<UUID> orders) {
    return orders.isEmpty()
        ? List.of()
        : read(db.query(BY_ID, t.team(), t.environment().wire(), orders.toArray(UUID[]::new)));
  }

  private List<OrderRecord> read(RowSet<Row> rows) {
    if (rows.size() == 0) {
      return List.of();
    }
    UUID[] all = RowMapping.list(rows, r -> r.getUUID("id")).toArray(UUID[]::new);
    UUID[] again =
        RowMapping.list(rows, r -> r).stream()
            .filter(r -> r.getInteger("version") != null && r.getInteger("version") > 1)
            .map(r -> r.getUUID("id"))
            .toArray(UUID[]::new);
    Map<UUID, List<OrderedMarkerRecord>> markers = new HashMap<>();
    db.query(MARKERS, (Object) all)
        .forEach(
            r ->
                markers
                    .computeIfAbsent(r.getUUID("order_id"), k -> new ArrayList<>())
                    .add(readMarker(r)));
    Map<UUID, List<JsonNode>> earlier = new HashMap<>();
    if (again.length > 0) {
      db.query(EARLIER, (Object) again)
          .forEach(
              r ->
                  earlier
                      .computeIfAbsent(r.getUUID("order_id"), k -> new ArrayList<>())
                      .add(Json.parse(r.getString("report"))));
    }
    return RowMapping.list(rows, r -> toRecord(r, markers, earlier));
  }

  private static OrderedMarkerRecord readMarker(Row r) {
    return new OrderedMarkerRecord(
        r.getInteger("marker_id"),
        r.getString("provider_id"),
        r.getString("name"),
        r.getString("loinc"),
        r.getString("loinc_name"));
  }

  private static OrderRecord toRecord(
      Row r, Map<UUID, List<OrderedMarkerRecord>> markers, Map<UUID, List<JsonNode>> earlier) {
    UUID id = r.getUUID("id");
    String physician = r.getString("physician");
    String report = r.getString("report");
    Optional<OrderRecord.Result> result =
        report == null
            ? Optional.empty()
            : Optional.of(
                new OrderRecord.Result(
                    r.getBoolean("complete"),
                    RowMapping.instant(r, "result_at"),
                    Json.parse(report),
                    earlier.getOrDefault(id, List.of()),
                    r.getBoolean("paper")));
    return new OrderRecord(
        id,
        r.getUUID("user_id"),
        new Status(
            LowStatus.fromWireName(r.getString("status")).orElseThrow(),
            Optional.ofNullable(r.getString("status_detail")).flatMap(StatusDetail::fromWireName)),
        RowMapping.instant(r, "created_at"),
        RowMapping.instant(r, "updated_at"),
        new OrderRecord.Lab(r.getString("lab"), r.getString("lab_name")),
        new OrderRecord.Test(r.getString("test"), r.getString("sample_type")),
        Optional.ofNullable(r.getString("sample_id")),
        physician == null ? MissingNode.getInstance() : Json.parse(physician),
        RowMapping.texts(r, "icd_codes"),
        Optional.ofNullable(r.getString("clinical_notes")),
        r.getBoolean("priority"),
        Optional.ofNullable(r.getLocalDate("activate_by")),
        markers.getOrDefault(id, List.of()),
        result);
  }
}
