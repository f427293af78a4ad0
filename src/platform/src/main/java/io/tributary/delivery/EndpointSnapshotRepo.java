package io.tributary.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.core.Encryption;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.outbound.TargetUrl;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads endpoint settings and caches their decrypted values. */
final class EndpointSnapshotRepo {
  private static final System.Logger LOG = System.getLogger(EndpointSnapshotRepo.class.getName());
  private static final Duration LOG_INTERVAL = Duration.ofMinutes(10);

  /** Size of each cache; beyond it all caches are cleared. */
  private static final int MAX_CACHED = 4096;

  private static final String TARGETS =
      """
      select e.id, e.kind, e.team_id, e.environment, e.url, e.rate_limit, e.ordered, e.headers_encrypted,
             e.connection_encrypted, e.failing_since, e.disable_clock_started_at,
             e.disabled or e.deleted_at is not null as off,
             s.id as key_id, s.secret_encrypted, s.expires_at
        from webhook_endpoint e
        left join webhook_secret s
          on s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > now())
       where e.id = any ($1)
       order by e.id, s.id desc
      """;

  /** Decrypted headers and connection of an endpoint, with the ciphertext they were read from. */
  private record DecryptedSettings(
      byte[] sealedHeaders,
      byte[] sealedConnection,
      Map<String, String> headers,
      JsonNode connection) {}

  private static final DecryptedSettings NO_SECRETS =
      new DecryptedSettings(null, null, Map.of(), MissingNode.getInstance());

  private final Db db;
  private final Encryption secrets;
  private final Map<Long, byte[]> keys = new HashMap<>();
  private final Map<String, DecryptedSettings> decryptedTexts = new HashMap<>();

  /** Time of the last log message about an endpoint that cannot be decrypted. */
  private final Map<String, Long> lastLogged = new HashMap<>();

  EndpointSnapshotRepo(Db db, Encryption secrets) {
    this.db = db;
    this.secrets = secrets;
  }

  /**
   * Returns the current settings of those endpoints that exist. An endpoint that cannot be
   * decrypted does not affect the others, see {@link EndpointSnapshot#readable}.
   */
  Future<List<EndpointSnapshot>> find(Collection<String> ids) {
    return db.read(TARGETS, (Object) ids.toArray(String[]::new)).map(this::toSnapshots);
  }

  private List<EndpointSnapshot> toSnapshots(RowSet<Row> rows) {
    if (keys.size() > MAX_CACHED
        || decryptedTexts.size() > MAX_CACHED
        || lastLogged.size() > MAX_CACHED) {
      keys.clear();
      decryptedTexts.clear();
      lastLogged.clear();
    }
    Map<String, List<Row>> endpoints = new LinkedHashMap<>();
    for (Row r : rows) {
      endpoints.computeIfAbsent(r.getString("id"), k -> new ArrayList<>()).add(r);
    }
    return endpoints.values().stream().map(this::target).toList();
  }

  private List<EndpointSnapshot.Key> keys(List<Row> rows, String id) {
    List<EndpointSnapshot.Key> out = new ArrayList<>();
    for (Row r : rows) {
      Long keyId = r.getLong("key_id");
      if (keyId == null) {
        continue;
      }
      Optional<Instant> expiry = Optional.ofNullable(RowMapping.instant(r, "expires_at"));
      try {
        byte[] key =
            keys.computeIfAbsent(keyId, k -> open(RowMapping.bytes(r, "secret_encrypted"), id));
        out.add(new EndpointSnapshot.Key(key, expiry));
      } catch (RuntimeException closed) {
        // An earlier key only signs in addition to the current one, and rotating the secret fixes
        // the problem.
        if (expiry.isEmpty()) {
          throw closed;
        }
      }
    }
    return out;
  }

  private byte[] open(byte[] sealed, String endpoint) {
    return WebhookSigner.decodeKey(secrets.openText(sealed, endpoint))
        .orElseThrow(() -> new IllegalStateException("not a webhook secret: " + endpoint));
  }

  /** Decrypts headers and connection only if they have changed. */
  private DecryptedSettings decrypt(Row r, String id) {
    byte[] headers = RowMapping.bytes(r, "headers_encrypted");
    byte[] connection = RowMapping.bytes(r, "connection_encrypted");
    DecryptedSettings known = decryptedTexts.get(id);
    if (known != null
        && Arrays.equals(known.sealedHeaders(), headers)
        && Arrays.equals(known.sealedConnection(), connection)) {
      return known;
    }
    DecryptedSettings now =
        new DecryptedSettings(
            headers,
            connection,
            EndpointSecrets.headers(secrets, id, headers),
            EndpointSecrets.connection(secrets, id, connection));
    decryptedTexts.put(id, now);
    return now;
  }

  private EndpointSnapshot target(List<Row> rows) {
    Row r = rows.getFirst();
    String id = r.getString("id");
    try {
      List<EndpointSnapshot.Key> own = keys(rows, id);
      DecryptedSettings sealed = decrypt(r, id);
      lastLogged.remove(id);
      return target(r, own, sealed, true);
    } catch (RuntimeException closed) {
      logUnreadable(id, closed);
      return target(r, List.of(), NO_SECRETS, false);
    }
  }

  /**
   * Logs at intervals, because the endpoint is read continually. Never logs the exception's
   * message, which may quote decrypted text.
   */
  private void logUnreadable(String id, RuntimeException closed) {
    long now = System.nanoTime();
    Long last = lastLogged.get(id);
    if (last == null || now - last > LOG_INTERVAL.toNanos()) {
      lastLogged.put(id, now);
      LOG.log(
          System.Logger.Level.ERROR,
          "endpoint="
              + id
              + " delivery paused: cannot decrypt secret, headers or connection ("
              + closed.getClass().getSimpleName()
              + "); to resume, set a new secret and new headers");
    }
  }

  private static EndpointSnapshot target(
      Row r, List<EndpointSnapshot.Key> own, DecryptedSettings sealed, boolean readable) {
    Optional<TargetUrl> to;
    try {
      to = Optional.of(TargetUrl.parse(r.getString("url")));
    } catch (TargetUrl.InvalidUrlException e) {
      to = Optional.empty();
    }
    Integer rate = r.getInteger("rate_limit");
    return new EndpointSnapshot(
        r.getString("id"),
        DestinationKind.of(r.getString("kind")),
        Tenant.of(r.getUUID("team_id"), r.getString("environment")),
        to,
        rate == null ? 0 : rate,
        r.getBoolean("off"),
        r.getBoolean("ordered"),
        own,
        sealed.headers(),
        sealed.connection(),
        readable,
        streak(r));
  }

  static FailureStreak streak(Row r) {
    return new FailureStreak(
        Optional.ofNullable(RowMapping.instant(r, "failing_since")),
        Optional.ofNullable(RowMapping.instant(r, "disable_clock_started_at")));
  }
}
