package io.tributary.team;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.audit.AuditEntry;
import io.tributary.core.Cursor;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Times;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.http.ManagementPath;
import io.tributary.http.QueryParameters;
import io.tributary.http.RequestContext;
import io.tributary.http.Response;
import io.tributary.http.RouteAccess;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Route of an organization's audit trail, newest first. */
public final class AuditRoutes implements Routes.Source {
  private static final int LIMIT = 100;
  private static final int MAX_LIMIT = 1000;
  private static final List<String> KINDS =
      Arrays.stream(AuditEntry.Kind.values()).map(AuditEntry.Kind::wire).toList();
  private static final List<String> ENVIRONMENTS = List.of("production", "sandbox");

  // The planner chooses the index of the organization or of the user.
  private static final String PAGE =
      """
      select chain, seq, at, kind, actor, actor_id, team_id, environment, user_id, object_id, method,
             route, status, request_id, source
        from audit_entry
       where org_id = $1
         and ($2::uuid is null or team_id = $2) and ($3::text is null or environment = $3)
         and ($4::uuid is null or user_id = $4) and ($5::uuid is null or actor_id = $5)
         and ($6::text is null or kind = $6)
         and ($7::timestamptz is null or at >= $7) and ($8::timestamptz is null or at < $8)
         and ($9::timestamptz is null or (at, chain, seq) < ($9, $10::int, $11::bigint))
       order by at desc, chain desc, seq desc limit $12
      """;

  private final Db db;

  public AuditRoutes(Db db) {
    this.db = db;
  }

  @Override
  public void mount(Routes routes) {
    routes.get("/v1/org/{org_id}/audit", RouteAccess.MANAGEMENT, this::page);
  }

  private Future<Response> page(RequestContext c) {
    UUID org = ManagementPath.organisation(c);
    QueryParameters q = c.query();
    Optional<UUID> team = q.uuid("team_id");
    Optional<Environment> environment = q.choice("environment", Environment::of, ENVIRONMENTS);
    Optional<UUID> user = q.uuid("user_id");
    Optional<UUID> actor = q.uuid("actor_id");
    Optional<String> kind = q.choice("kind", k -> Optional.of(k).filter(KINDS::contains), KINDS);
    Optional<Instant> from = time(q, "from");
    Optional<Instant> until = time(q, "until");
    int limit = q.integer("limit", LIMIT, 1, MAX_LIMIT);
    String cursor = q.text("next_cursor").orElse(null);
    c.requireValid();
    List<?> filters = List.of("audit", org, team, environment, user, actor, kind, from, until);
    Optional<List<String>> after = Cursor.decode(cursor, filters, 3);
    user.ifPresent(c::setAuditUser);
    return db.readSlow(
            PAGE,
            org,
            team.orElse(null),
            environment.map(Environment::wire).orElse(null),
            user.orElse(null),
            actor.orElse(null),
            kind.orElse(null),
            from.orElse(null),
            until.orElse(null),
            after
                .map(p -> Times.parseInstant(p.get(0)).orElseThrow(Cursor::malformed))
                .orElse(null),
            after.map(p -> (int) number(p.get(1), Integer.MAX_VALUE)).orElse(null),
            after.map(p -> number(p.get(2), Long.MAX_VALUE)).orElse(null),
            limit + 1)
        .map(rows -> Response.ok(page(RowMapping.list(rows, r -> r), limit, filters)));
  }

  private static Optional<Instant> time(QueryParameters q, String name) {
    Optional<String> text = q.text(name);
    Optional<Instant> at = text.flatMap(Times::parseInstant);
    if (text.isPresent() && at.isEmpty()) {
      q.addError(name, "Input should be a date and time", "datetime_parsing");
    }
    return at;
  }

  private static long number(String text, long max) {
    if (!text.matches("\\d{1,18}") || Long.parseLong(text) > max) {
      throw Cursor.malformed();
    }
    return Long.parseLong(text);
  }

  private static ObjectNode page(List<Row> rows, int limit, List<?> filters) {
    ObjectNode out = Json.object();
    ArrayNode entries = out.putArray("entries");
    rows.stream().limit(limit).forEach(r -> entries.add(entry(r)));
    if (rows.size() <= limit) {
      return out.putNull("next_cursor");
    }
    Row last = rows.get(limit - 1);
    return out.put(
        "next_cursor",
        Cursor.encode(
            filters,
            List.of(
                RowMapping.instant(last, "at").toString(),
                last.getInteger("chain").toString(),
                last.getLong("seq").toString())));
  }

  private static ObjectNode entry(Row r) {
    UUID request = r.getUUID("request_id");
    return Json.object()
        .put("chain", r.getInteger("chain"))
        .put("sequence", r.getLong("seq"))
        .put("at", Times.format(RowMapping.instant(r, "at")))
        .put("kind", r.getString("kind"))
        .put("actor", r.getString("actor"))
        .put("actor_id", text(r.getUUID("actor_id")))
        .put("team_id", text(r.getUUID("team_id")))
        .put("environment", r.getString("environment"))
        .put("user_id", text(r.getUUID("user_id")))
        .put("object_id", text(r.getUUID("object_id")))
        .put("method", r.getString("method"))
        .put("route", r.getString("route"))
        .put("status", r.getInteger("status"))
        .put("request_id", request == null ? null : request.toString().replace("-", ""))
        .put("source", r.getString("source"));
  }

  private static String text(UUID id) {
    return id == null ? null : id.toString();
  }
}
