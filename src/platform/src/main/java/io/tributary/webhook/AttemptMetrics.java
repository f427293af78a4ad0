package io.tributary.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.webhook.WebhookMessages.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Delivery attempts of a team and environment over time, from the counts kept by delivery. Runs on
 * event loops.
 */
public final class AttemptMetrics {
  /** Step sizes and the window that each covers. */
  public enum Interval {
    FIVE_MINUTES("5m", Duration.ofMinutes(5), Duration.ofHours(12)),
    FIFTEEN_MINUTES("15m", Duration.ofMinutes(15), Duration.ofHours(48)),
    HOUR("1h", Duration.ofHours(1), Duration.ofDays(7)),
    DAY("1d", Duration.ofDays(1), Duration.ofDays(90));

    private final String wire;
    private final long step;
    private final long window;

    Interval(String wire, Duration step, Duration window) {
      this.wire = wire;
      this.step = step.toSeconds();
      this.window = window.toSeconds();
    }

    public static Optional<Interval> of(String wire) {
      return Arrays.stream(values()).filter(i -> i.wire.equals(wire)).findFirst();
    }

    public static List<String> wires() {
      return Arrays.stream(values()).map(i -> i.wire).toList();
    }
  }

  /**
   * Includes deleted endpoints, because their attempts were made. Reads one index range per
   * endpoint.
   */
  private static final String SUMS =
      """
      select floor(extract(epoch from c.at) / $4::int)::bigint * $4::int as step,
             sum(c.delivered)::bigint as delivered, sum(c.failed)::bigint as failed
        from webhook_endpoint e join delivery_count c on c.endpoint_id = e.id
       where e.team_id = $1 and e.environment = $2 and e.kind = 'webhook'
         and c.at >= $3
       group by 1
      """;

  private final Db db;
  private final EndpointRepo endpoints;

  public AttemptMetrics(Db db) {
    this.db = db;
    this.endpoints = new EndpointRepo(db);
  }

  /** Returns a matrix in the format of the Prometheus API, including steps without attempts. */
  public Future<ObjectNode> matrix(Scope scope, Interval interval, Instant now) {
    long last = Math.floorDiv(now.getEpochSecond(), interval.step) * interval.step;
    long first = last - interval.window + interval.step;
    return endpoints
        .teamExists(scope)
        .compose(
            yes ->
                yes
                    ? db.readSlow(
                        SUMS,
                        scope.team(),
                        scope.environment().wire(),
                        Instant.ofEpochSecond(first),
                        (int) interval.step)
                    : Future.failedFuture(ServiceException.notFound("team")))
        .map(
            rows -> {
              Map<Long, Row> steps = new HashMap<>();
              rows.forEach(r -> steps.put(r.getLong("step"), r));
              ObjectNode out = Json.object().put("status", "success");
              ArrayNode result =
                  out.putObject("data").put("resultType", "matrix").putArray("result");
              for (String status : List.of("delivered", "failed")) {
                ObjectNode series = result.addObject();
                series.putObject("metric").put("status", status);
                ArrayNode values = series.putArray("values");
                for (long at = first; at <= last; at += interval.step) {
                  Row step = steps.get(at);
                  long n = step == null ? 0 : step.getLong(status);
                  values.addArray().add(at).add(Long.toString(n));
                }
              }
              return out;
            });
  }
}
