package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.kernel.Secrets;
import io.tributary.kernel.Tenant;
import io.tributary.outbound.Destination;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads endpoints as delivery needs them. What they keep sealed is opened once. */
final class TargetRepo {
  /** Opened texts that are remembered; beyond it all are opened anew once. */
  private static final int REMEMBERED = 4096;

  private static final String TARGETS =
      """
      select e.id, e.kind, e.team_id, e.environment, e.url, e.rate_limit, e.ordered, e.headers_encrypted,
             e.connection_encrypted, e.failing_since, e.failing_clock,
             e.disabled or e.deleted_at is not null as off,
             s.id as key_id, s.secret_encrypted, s.expires_at
        from webhook_endpoint e
        left join webhook_secret s
          on s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > now())
       where e.id = any ($1)
       order by e.id, s.id desc
      """;

  /** What an endpoint keeps sealed besides its keys. */
  private record Opened(
      byte[] sealedHeaders,
      byte[] sealedConnection,
      Map<String, String> headers,
      JsonNode connection) {}

  private final Db db;
  private final Secrets secrets;
  private final Map<Long, byte[]> keys = new HashMap<>();
  private final Map<String, Opened> texts = new HashMap<>();

  TargetRepo(Db db, Secrets secrets) {
    this.db = db;
    this.secrets = secrets;
  }

  /** Those of the endpoints that exist, as they are now. */
  Future<List<Target>> targets(Collection<String> ids) {
    return db.read(TARGETS, (Object) ids.toArray(String[]::new)).map(this::grouped);
  }

  private List<Target> grouped(RowSet<Row> rows) {
    if (keys.size() > REMEMBERED || texts.size() > REMEMBERED) {
      keys.clear();
      texts.clear();
    }
    Map<String, List<Target.Key>> own = new HashMap<>();
    Map<String, Row> endpoints = new LinkedHashMap<>();
    for (Row r : rows) {
      String id = r.getString("id");
      endpoints.putIfAbsent(id, r);
      List<Target.Key> list = own.computeIfAbsent(id, k -> new ArrayList<>());
      Long keyId = r.getLong("key_id");
      if (keyId != null) {
        byte[] key = keys.computeIfAbsent(keyId, k -> open(Rows.bytes(r, "secret_encrypted"), id));
        list.add(new Target.Key(key, Optional.ofNullable(Rows.instant(r, "expires_at"))));
      }
    }
    return endpoints.values().stream().map(r -> target(r, own.get(r.getString("id")))).toList();
  }

  private byte[] open(byte[] sealed, String endpoint) {
    return Signer.key(secrets.openText(sealed, endpoint))
        .orElseThrow(() -> new IllegalStateException("not a webhook secret: " + endpoint));
  }

  /** Opened anew only when it has changed. */
  private Opened opened(Row r, String id) {
    byte[] headers = Rows.bytes(r, "headers_encrypted");
    byte[] connection = Rows.bytes(r, "connection_encrypted");
    Opened known = texts.get(id);
    if (known != null
        && Arrays.equals(known.sealedHeaders(), headers)
        && Arrays.equals(known.sealedConnection(), connection)) {
      return known;
    }
    Opened now =
        new Opened(
            headers,
            connection,
            Sealed.headers(secrets, id, headers),
            Sealed.connection(secrets, id, connection));
    texts.put(id, now);
    return now;
  }

  private Target target(Row r, List<Target.Key> own) {
    Optional<Destination> to;
    try {
      to = Optional.of(Destination.parse(r.getString("url")));
    } catch (Destination.Malformed e) {
      to = Optional.empty();
    }
    Integer rate = r.getInteger("rate_limit");
    Opened sealed = opened(r, r.getString("id"));
    return new Target(
        r.getString("id"),
        Kind.of(r.getString("kind")),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        to,
        rate == null ? 0 : rate,
        r.getBoolean("off"),
        r.getBoolean("ordered"),
        own,
        sealed.headers(),
        sealed.connection(),
        streak(r));
  }

  static Streak streak(Row r) {
    return new Streak(
        Optional.ofNullable(Rows.instant(r, "failing_since")),
        Optional.ofNullable(Rows.instant(r, "failing_clock")));
  }
}
