package io.tributary.lab.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads results. May run on event loops. */
public final class ResultReads {
  // Results of a deleted user are hidden, although they are erased later.
  private static final String ONE =
      """
      select o.id, o.transaction_id, r.complete, r.report::text as report
        from lab_order o join app_user u on u.id = o.user_id and u.deleted_at is null
        join lab_result r on r.order_id = o.id
       where o.id = $1 and o.team_id = $2 and o.environment = $3 and r.has_content
      """;
  private static final String ALL =
      """
      select o.id, o.transaction_id, r.complete, r.report::text as report
        from lab_order o join app_user u on u.id = o.user_id and u.deleted_at is null
        left join lab_result r on r.order_id = o.id and r.has_content
       where o.transaction_id = $1 and o.team_id = $2 and o.environment = $3
       order by o.created_at, o.id
      """;
  private static final String PAPER =
      """
      select f.content
        from lab_order o join app_user u on u.id = o.user_id and u.deleted_at is null
        join lab_result_file f on f.order_id = o.id
       where o.id = $1 and o.team_id = $2 and o.environment = $3
      """;

  private final Db db;

  ResultReads(Db db) {
    this.db = db;
  }

  /**
   * Stored result of an order.
   *
   * @param complete whether the laboratory has finished
   * @param report report without the transaction
   */
  public record StoredReport(UUID order, UUID transaction, boolean complete, ObjectNode report) {
    static StoredReport read(Row r) {
      return new StoredReport(
          r.getUUID("id"),
          r.getUUID("transaction_id"),
          r.getBoolean("complete"),
          (ObjectNode) Json.parse(r.getString("report")));
    }
  }

  /**
   * Returns a result; fails with 404 while there is none, and when the team does not see the order.
   */
  public Future<StoredReport> requireOne(Tenant tenant, UUID order) {
    return db.read(ONE, order, tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, StoredReport::read).orElseThrow(ResultReads::noResult));
  }

  /**
   * Results of the transaction's orders that have one, oldest first; fails with 404 while there is
   * none.
   */
  public Future<List<StoredReport>> ofTransaction(Tenant tenant, UUID transaction) {
    return db.read(ALL, transaction, tenant.team(), tenant.environment().wire())
        .map(
            rows -> {
              if (rows.size() == 0) {
                throw ServiceException.notFound("order transaction");
              }
              List<StoredReport> out =
                  RowMapping.list(rows, r -> r).stream()
                      .filter(r -> r.getString("report") != null)
                      .map(StoredReport::read)
                      .toList();
              if (out.isEmpty()) {
                throw noResult();
              }
              return out;
            });
  }

  /** The laboratory's own report. */
  public Future<Optional<byte[]>> labReport(Tenant tenant, UUID order) {
    return db.read(PAPER, order, tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, r -> RowMapping.bytes(r, "content")));
  }

  private static ServiceException noResult() {
    return ServiceException.notFound("result");
  }
}
