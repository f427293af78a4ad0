package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Feature flags for hot paths, cached as long as keys are: at most two seconds. Thread-safe. */
public final class FeatureFlagCache {
  private static final int CACHE = 10_000;

  private final Db db;
  private final long trustNanos;
  private final Map<Tenant, Known> known = new ConcurrentHashMap<>();

  private record Known(FeatureFlags switches, long at) {}

  public FeatureFlagCache(Db db, ServiceConfig.Auth settings) {
    this.db = db;
    this.trustNanos = settings.cacheFor().toNanos();
  }

  /** Returns the flags of the tenant. May run on event loops. */
  public Future<FeatureFlags> of(Tenant tenant) {
    Known k = known.get(tenant);
    if (k != null && System.nanoTime() - k.at() < trustNanos) {
      return Future.succeededFuture(k.switches());
    }
    return db.read(FeatureFlags.SELECT, tenant.team(), tenant.environment().wire())
        .map(rows -> Rows.first(rows, FeatureFlags::read))
        .map(
            found -> {
              FeatureFlags s = found.orElseThrow(() -> ServiceException.notFound("team"));
              if (known.size() >= CACHE) {
                known.clear();
              }
              known.put(tenant, new Known(s, System.nanoTime()));
              return s;
            });
  }
}
