package io.tributary.read;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.http.RequestContext;
import io.vertx.core.Future;
import java.util.UUID;

/** Checks that a user belongs to the caller's team and environment and is not deleted. */
final class UserLookup {
  private static final String CHECK =
      "select 1 from app_user where id = $1 and team_id = $2 and environment = $3"
          + " and deleted_at is null";

  private final Db db;

  UserLookup(Db db) {
    this.db = db;
  }

  /** Fails with 404 otherwise. */
  Future<Void> check(Tenant tenant, UUID user) {
    return db.read(CHECK, user, tenant.team(), tenant.environment().wire())
        .compose(
            rows ->
                rows.size() == 0
                    ? Future.failedFuture(ServiceException.notFound("user"))
                    : Future.succeededFuture());
  }

  /** Returns the provider filter; empty for all. */
  static String provider(RequestContext call) {
    return call.query().text("provider").orElse("");
  }
}
