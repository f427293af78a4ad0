package io.tributary.connection;

import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import java.util.UUID;

/** A team's rows without a node, whose background work would use the same tokens. */
final class BareTeam {
  private BareTeam() {}

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
