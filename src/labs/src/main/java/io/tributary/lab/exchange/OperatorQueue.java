package io.tributary.lab.exchange;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.http.ManagementPath;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import java.util.function.Function;

/** Lists of items that need an operator's attention. */
final class OperatorQueue {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;

  private OperatorQueue() {}

  /**
   * Returns the first items, at most the query's {@code limit}.
   *
   * @param sql statement with the organization and the limit as arguments
   */
  static Future<Response> list(
      Db db, RequestContext call, String sql, Function<Row, ObjectNode> shown) {
    UUID org = ManagementPath.organisation(call);
    int limit = call.query().integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
    call.requireValid();
    return db.read(sql, org, limit)
        .map(
            rows -> {
              ArrayNode data = Json.array();
              rows.forEach(r -> data.add(shown.apply(r)));
              ObjectNode out = Json.object();
              out.set("data", data);
              return Response.ok(out);
            });
  }
}
