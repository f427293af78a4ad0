package io.tributary.connection;

import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import java.util.UUID;

/** Rows of a team without a node, because a node's background work would use the same tokens. */
final class TeamRows {
  private TeamRows() {}

  static void add(Db db, Tenant tenant) {
    UUID org = Ids.uuid();
    db.query("insert into organisation (id, name) values ($1, 'o')", org);
    db.query("insert into team (id, org_id, name) values ($1, $2, 't')", tenant.team(), org);
    db.query(
        "insert into team_environment (team_id, environment) values ($1, $2)",
        tenant.team(),
        tenant.environment().wire());
  }
}
