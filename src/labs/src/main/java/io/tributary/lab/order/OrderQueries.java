package io.tributary.lab.order;

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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads orders for API callers. May run on event loops. */
final class OrderQueries {
  // Trigrams select the candidates first; the conditions decide.
  private static final String WITH_SEARCH_HITS =
      """
      with hit as materialized (
        select order_id from lab_order_search where trigrams @> $18::text[])
      """;
  private static final String IN_SEARCH_HITS = " and o.id in (select order_id from hit)";

  private static final String FROM =
      """
        from lab_order o join app_user u on u.id = o.user_id and u.deleted_at is null
       where o.team_id = $1 and o.environment = $2
         and ($3::timestamptz is null or o.created_at >= $3)
         and ($4::timestamptz is null or o.created_at <= $4)
         and ($5::timestamptz is null or o.status_at >= $5)
         and ($6::timestamptz is null or o.status_at <= $6)
         and (cardinality($7::text[]) = 0 or o.status = any($7))
         and (cardinality($8::text[]) = 0 or o.modality = any($8))
         and ($9::boolean is null or coalesce(o.activate_at > now(), false) = $9)
         and ($10::text is null or o.interpretation = $10)
         and ($11::boolean is null or coalesce(o.is_critical, false) = $11)
         and ($12::uuid is null or o.user_id = $12)
         and (cardinality($13::uuid[]) = 0 or o.id = any($13))
         and ($14::uuid is null or o.transaction_id = $14)
         and ($15::text is null or strpos(lower(o.patient_name), $15) > 0)
         and ($16::text is null
              or strpos(lower(coalesce(o.shipping, o.address) ->> 'receiver_name'), $16) > 0)
         and ($17::text is null
              or starts_with(o.id::text, $17) or starts_with(o.user_id::text, $17)
              or strpos(lower(o.patient_name), $17) > 0
              or starts_with(to_char(o.dob, 'YYYY-MM-DD'), $17)
              or strpos(lower(coalesce(o.shipping, o.address) ->> 'receiver_name'), $17) > 0)
      """;
  static final String COUNT = "select count(*) as n" + FROM;
  static final String COUNT_SEARCH_HITS = WITH_SEARCH_HITS + COUNT + IN_SEARCH_HITS;

  /** One statement text per sort order, so that no request data becomes part of a statement. */
  private static final Map<String, String> PAGE_STATEMENTS = pageStatements("", "", 18);

  private static final Map<String, String> SEARCH_PAGE_STATEMENTS =
      pageStatements(WITH_SEARCH_HITS, IN_SEARCH_HITS, 19);

  private static final String TRANSACTION =
      """
      select t.id from lab_transaction t join app_user u on u.id = t.user_id and u.deleted_at is null
       where t.id = $1 and t.team_id = $2 and t.environment = $3
      """;

  private final Db db;

  OrderQueries(Db db) {
    this.db = db;
  }

  /**
   * @param first number of the first of the two paging arguments
   */
  private static Map<String, String> pageStatements(String before, String more, int first) {
    Map<String, String> out = new HashMap<>();
    for (OrderFilter.OrderSortKey key : OrderFilter.OrderSortKey.values()) {
      for (boolean down : new boolean[] {false, true}) {
        String way = down ? " desc" : "";
        out.put(
            key + way,
            before
                + "select o.id"
                + FROM
                + more
                + " order by %s%s, o.id%s limit $%d::int offset $%d::bigint"
                    .formatted(key.column(), way, way, first, first + 1));
      }
    }
    return Map.copyOf(out);
  }

  /** Returns an order; fails with 404 when the team does not see it. */
  Future<ObjectNode> requireOne(Tenant tenant, UUID id) {
    return db.read(OrderRepo.FIND, id, tenant.team(), tenant.environment().wire())
        .compose(rows -> OrderView.render(db, rows))
        .map(
            found ->
                found.stream().findFirst().orElseThrow(() -> ServiceException.notFound("order")));
  }

  Future<ObjectNode> page(Tenant tenant, OrderFilter f, int page, int size) {
    List<Object> args = filterArguments(tenant, f);
    String[] grams = f.searchTrigrams(tenant.team());
    boolean searched = grams.length > 0;
    if (searched) {
      args.add(grams);
    }
    Future<Long> total =
        db.readSlow(searched ? COUNT_SEARCH_HITS : COUNT, args.toArray())
            .map(rows -> rows.iterator().next().getLong("n"));
    List<Object> paged = new ArrayList<>(args);
    Collections.addAll(paged, size, (long) (page - 1) * size);
    Future<List<ObjectNode>> orders =
        db.readSlow(
                (searched ? SEARCH_PAGE_STATEMENTS : PAGE_STATEMENTS)
                    .get(f.key() + (f.descending() ? " desc" : "")),
                paged.toArray())
            .compose(
                rows ->
                    loadInOrder(RowMapping.list(rows, r -> r.getUUID("id")).toArray(UUID[]::new)));
    return Future.all(total, orders)
        .map(
            both -> {
              ObjectNode out = Json.object();
              ArrayNode list = out.putArray("orders");
              orders.result().forEach(list::add);
              return out.put("total", total.result()).put("page", page).put("size", size);
            });
  }

  private Future<List<ObjectNode>> loadInOrder(UUID[] ids) {
    return db.read(
            OrderRow.COLUMNS
                + " where o.id = any($1::uuid[]) order by array_position($1::uuid[], o.id)",
            (Object) ids)
        .compose(rows -> OrderView.render(db, rows));
  }

  private static List<Object> filterArguments(Tenant tenant, OrderFilter f) {
    List<Object> out = new ArrayList<>();
    Collections.addAll(
        out,
        tenant.team(),
        tenant.environment().wire(),
        f.createdFrom().orElse(null),
        f.createdTo().orElse(null),
        f.movedFrom().orElse(null),
        f.movedTo().orElse(null),
        f.statuses().toArray(String[]::new),
        f.modalities().toArray(String[]::new),
        f.scheduled().orElse(null),
        f.interpretation().orElse(null),
        f.critical().orElse(null),
        f.user().orElse(null),
        f.ids().toArray(UUID[]::new),
        f.transaction().orElse(null),
        f.patient().orElse(null),
        f.recipient().orElse(null),
        f.search().orElse(null));
    return out;
  }

  /** Returns a transaction; fails with 404 when the team does not see it. */
  Future<ObjectNode> transaction(Tenant tenant, UUID id) {
    return db.read(TRANSACTION, id, tenant.team(), tenant.environment().wire())
        .compose(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("order transaction");
              }
              return OrderView.siblings(db, id);
            })
        .map(
            all -> {
              List<Row> orders = all.getOrDefault(id, List.of());
              ObjectNode out =
                  Json.object()
                      .put("id", id.toString())
                      .put("team_id", tenant.team().toString())
                      .put("status", OrderView.transactionStatus(orders).wireName());
              ArrayNode list = out.putArray("orders");
              orders.forEach(r -> list.add(summary(r)));
              return out;
            });
  }

  private static ObjectNode summary(Row r) {
    UUID parent = r.getUUID("parent_id");
    return Json.object()
        .put("id", r.getUUID("id").toString())
        .put("last_status", r.getString("status"))
        .put("last_status_created_at", Times.format(RowMapping.instant(r, "status_at")))
        .put("origin", r.getString("origin"))
        .put("parent_id", parent == null ? null : parent.toString())
        .put("created_at", Times.format(RowMapping.instant(r, "created_at")))
        .put("updated_at", Times.format(RowMapping.instant(r, "updated_at")));
  }

  /** Returns the communication settings; fails with 404 when the team does not see the order. */
  Future<ObjectNode> communication(Tenant tenant, UUID id) {
    return db.read(OrderRepo.FIND, id, tenant.team(), tenant.environment().wire())
        .map(
            rows ->
                RowMapping.first(rows, OrderRow::read)
                    .map(o -> communication(id, o.smsEnabled()))
                    .orElseThrow(() -> ServiceException.notFound("order")));
  }

  static ObjectNode communication(UUID id, boolean sms) {
    return Json.object().put("order_id", id.toString()).put("sms_enabled", sms);
  }
}
