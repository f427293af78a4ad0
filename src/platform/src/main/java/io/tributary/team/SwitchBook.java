package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Tenant;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Switches for hot paths: remembered as long as keys are, at most two seconds. Thread-safe. */
public final class SwitchBook {
  private static final int CACHE = 10_000;

  private final Db db;
  private final long trustNanos;
  private final Map<Tenant, Known> known = new ConcurrentHashMap<>();

  private record Known(Switches switches, long at) {}

  public SwitchBook(Db db, ServiceConfig.Auth settings) {
    this.db = db;
    this.trustNanos = settings.cacheFor().toNanos();
  }

  /** May run on event loops. */
  public Future<Switches> of(Tenant tenant) {
    Known k = known.get(tenant);
    if (k != null && System.nanoTime() - k.at() < trustNanos) {
      return Future.succeededFuture(k.switches());
    }
    return db.read(Switches.SELECT, tenant.team(), tenant.environment().wire())
        .map(rows -> Rows.first(rows, Switches::read))
        .map(
            found -> {
              Switches s = found.orElseThrow(() -> Refusal.notFound("team"));
              if (known.size() >= CACHE) {
                known.clear();
              }
              known.put(tenant, new Known(s, System.nanoTime()));
              return s;
            });
  }
}
