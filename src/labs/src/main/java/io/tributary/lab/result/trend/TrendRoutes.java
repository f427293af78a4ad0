package io.tributary.lab.result.trend;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Route for the values of one biomarker of a user over time, converted to one unit where possible.
 */
public final class TrendRoutes implements Routes.Source {
  /** Maximum number of values; the newest are returned. */
  private static final int MAX_VALUES = 1000;

  private static final String USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
      """;
  private static final String VALUES =
      """
      select v.order_id, v.provider_id, v.name, v.value, v.unit, v.min_value, v.max_value,
             v.interpretation, v.at, l.slug as lab, c.unit as usual
        from lab_result_value v
        join lab_order o on o.id = v.order_id
        join lab l on l.id = o.lab_id
        left join loinc c on c.code = v.loinc
       where v.user_id = $1 and o.team_id = $2 and o.environment = $3 and v.loinc = $4
         and ($5::timestamptz is null or v.at >= $5) and ($6::timestamptz is null or v.at < $6)
       order by v.at desc, v.order_id, v.position
       limit $7
      """;

  private final Vertx vertx;
  private final Db db;

  public TrendRoutes(Vertx vertx, Db db) {
    this.vertx = vertx;
    this.db = db;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v3/user/{user_id}/biomarker/{loinc}", RouteAccess.TEAM, this::trend);
  }

  private Future<Response> trend(RequestContext call) {
    UUID user = call.pathUuid("user_id");
    String loinc = call.pathParameter("loinc");
    QueryParameters q = call.query();
    Optional<String> unit = q.text("unit");
    Optional<LocalDate> from = q.date("start_date");
    Optional<LocalDate> to = q.date("end_date");
    from.filter(d -> d.getYear() < 1)
        .ifPresent(
            d ->
                q.addError(
                    "start_date", "Input should be a date in the years 1 to 9999", "date_parsing"));
    to.filter(d -> from.filter(d::isBefore).isPresent())
        .ifPresent(d -> q.addError("end_date", "end_date is before start_date", "value_error"));
    call.requireValid();
    Tenant t = call.tenant();
    return db.read(USER, user, t.team(), t.environment().wire())
        .compose(
            known -> {
              if (known.size() == 0) {
                throw ServiceException.notFound("user");
              }
              return db.read(
                  VALUES,
                  user,
                  t.team(),
                  t.environment().wire(),
                  loinc,
                  from.map(TrendRoutes::start).orElse(null),
                  to.map(d -> start(d.plusDays(1))).orElse(null),
                  MAX_VALUES);
            })
        .map(rows -> RowMapping.list(rows, r -> r).reversed())
        // The unit tables are large and loaded on first use, so parsing does not run on the event
        // loop.
        .compose(rows -> vertx.executeBlocking(() -> json(user, loinc, unit, rows), false))
        .map(Response::ok);
  }

  private static OffsetDateTime start(LocalDate day) {
    return day.atStartOfDay().atOffset(ZoneOffset.UTC);
  }

  private static ObjectNode json(UUID user, String loinc, Optional<String> wanted, List<Row> rows) {
    if (wanted.isPresent() && !TrendUnits.isKnown(wanted.get())) {
      throw ServiceException.badRequest("unit is not a UCUM unit");
    }
    String unit = wanted.orElseGet(() -> targetUnit(rows));
    ObjectNode out =
        Json.object()
            .put("user_id", user.toString())
            .put("loinc", loinc)
            .put("name", rows.isEmpty() ? null : rows.getLast().getString("name"))
            .put("unit", unit);
    ArrayNode points = out.putArray("points");
    rows.forEach(r -> points.add(pointJson(r, unit)));
    return out;
  }

  /**
   * Unit of the LOINC code if a value can be converted to it; otherwise the unit of the newest
   * value.
   */
  private static String targetUnit(List<Row> rows) {
    if (rows.isEmpty()) {
      return null;
    }
    Row last = rows.getLast();
    String usual = last.getString("usual");
    String own = last.getString("unit");
    boolean fits =
        usual != null && own != null && TrendUnits.convert(BigDecimal.ONE, own, usual).isPresent();
    return fits ? usual : own;
  }

  private static ObjectNode pointJson(Row r, String unit) {
    String own = r.getString("unit");
    BigDecimal value = r.getBigDecimal("value");
    Optional<BigDecimal> told = convertTo(value, own, unit);
    return Json.object()
        .put("order_id", r.getUUID("order_id").toString())
        .put("lab", r.getString("lab"))
        .put("provider_id", r.getString("provider_id"))
        .put("timestamp", Times.format(RowMapping.instant(r, "at")))
        .put("value", told.orElse(null))
        .put("min_range_value", bound(r, "min_value", own, unit))
        .put("max_range_value", bound(r, "max_value", own, unit))
        .put("interpretation", r.getString("interpretation"))
        .put("source_value", value)
        .put("source_unit", own);
  }

  private static BigDecimal bound(Row r, String column, String own, String unit) {
    BigDecimal bound = r.getBigDecimal(column);
    return bound == null ? null : convertTo(bound, own, unit).orElse(null);
  }

  private static Optional<BigDecimal> convertTo(BigDecimal value, String own, String unit) {
    if (own == null || unit == null) {
      return own == null && unit == null ? Optional.of(value) : Optional.empty();
    }
    return TrendUnits.convert(value, own, unit);
  }
}
