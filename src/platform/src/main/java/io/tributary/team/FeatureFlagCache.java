package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Feature flags for hot paths, cached as long as keys are: at most two seconds. Thread-safe. */
public final class FeatureFlagCache {
  private static final int MAX_CACHED = 10_000;

  private final Db db;
  private final long cacheNanos;
  private final Map<Tenant, CachedFlags> cache = new ConcurrentHashMap<>();

  private record CachedFlags(FeatureFlags switches, long at) {}

  public FeatureFlagCache(Db db, ServiceConfig.Auth settings) {
    this.db = db;
    this.cacheNanos = settings.cacheTtl().toNanos();
  }

  /** Returns the flags of the tenant. May run on event loops. */
  public Future<FeatureFlags> of(Tenant tenant) {
    CachedFlags k = cache.get(tenant);
    if (k != null && System.nanoTime() - k.at() < cacheNanos) {
      return Future.succeededFuture(k.switches());
    }
    return db.read(FeatureFlags.SELECT, tenant.team(), tenant.environment().wire())
        .map(rows -> RowMapping.first(rows, FeatureFlags::read))
        .map(
            found -> {
              FeatureFlags s = found.orElseThrow(() -> ServiceException.notFound("team"));
              if (cache.size() >= MAX_CACHED) {
                cache.clear();
              }
              cache.put(tenant, new CachedFlags(s, System.nanoTime()));
              return s;
            });
  }
}
