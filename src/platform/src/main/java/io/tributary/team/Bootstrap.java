package io.tributary.team;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.sqlclient.Row;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates the first organization, team and keys of an installation. Does nothing when there is one.
 */
public final class Bootstrap {
  private static final String FIRST_TEAM =
      """
      select t.id, t.org_id from team t join team_environment e on e.team_id = t.id
       where e.environment = 'sandbox' and t.deletion_started_at is null order by t.created_at, t.id limit 1
      """;

  /** Used when all teams were erased. The management API creates the next one. */
  private static final String FIRST_ORGANISATION =
      "select null::uuid as id, id as org_id from organisation order by created_at, id limit 1";

  private static final String ENVIRONMENTS =
      "insert into team_environment (team_id, environment) values ($1, 'sandbox'), ($1,"
          + " 'production')";
  private static final String API_KEY =
      """
      insert into api_key (id, team_id, environment, label, key_hash, key_hint)
      values ($1, $2, 'sandbox', 'first key', $3, $4) on conflict (key_hash) do nothing
      """;

  /**
   * Key of a team that the first start created. After that team was erased, another team must not
   * receive its key.
   */
  private static final String FIRST_KEY =
      "select 1 from api_key where team_id = $1 and label = 'first key' limit 1";

  private static final String MANAGEMENT_KEY =
      """
      insert into management_key (id, org_id, label, key_hash, key_hint)
      values ($1, $2, 'first key', $3, $4) on conflict (key_hash) do nothing
      """;

  /**
   * IDs and keys of the first team. Keys are null when an earlier start generated them and none are
   * configured. The team is null when all teams were erased.
   */
  public record FirstTeam(
      UUID org, UUID team, String apiKey, String managementKey, boolean created) {
    @Override
    public String toString() {
      return "First[" + team + ", ***]";
    }
  }

  /**
   * Saves the data of a new installation before it is committed, so that a crash in between does
   * not lose the keys.
   */
  public interface BootstrapKeyStore {
    /** Stores the proposal, or returns the one that an interrupted start has stored. */
    FirstTeam save(FirstTeam proposal);
  }

  private final Db db;
  private final ServiceConfig.Bootstrap settings;
  private final String region;
  private final BootstrapKeyStore keeper;

  public Bootstrap(
      Db db, ServiceConfig.Bootstrap settings, String region, BootstrapKeyStore keeper) {
    this.db = db;
    this.settings = settings;
    this.region = region;
    this.keeper = keeper;
  }

  /**
   * Runs on a virtual or plain thread. Nodes that start at the same time create one organization.
   */
  public FirstTeam run() {
    return db.tx(
        tx -> {
          tx.query("select pg_advisory_xact_lock(7261)");
          Optional<FirstTeam> existing =
              tx.first(FIRST_TEAM).or(() -> tx.first(FIRST_ORGANISATION)).map(r -> existing(tx, r));
          FirstTeam first = existing.orElseGet(() -> keeper.save(proposal()));
          if (first.created()) {
            tx.update(
                "insert into organisation (id, name) values ($1, $2)",
                first.org(),
                settings.organization());
            tx.update(
                "insert into team (id, org_id, name) values ($1, $2, $3)",
                first.team(),
                first.org(),
                settings.team());
            tx.update(ENVIRONMENTS, first.team());
          }
          if (first.apiKey() != null) {
            tx.update(
                API_KEY,
                Ids.uuid(),
                first.team(),
                Encryption.sha256(first.apiKey()),
                ApiKeys.hint(first.apiKey()));
          }
          if (first.managementKey() != null) {
            tx.update(
                MANAGEMENT_KEY,
                Ids.uuid(),
                first.org(),
                Encryption.sha256(first.managementKey()),
                ApiKeys.hint(first.managementKey()));
          }
          return first;
        });
  }

  private FirstTeam existing(Tx tx, Row row) {
    UUID team = row.getUUID("id");
    boolean keyed =
        !settings.apiKey().isEmpty() && team != null && tx.first(FIRST_KEY, team).isPresent();
    return new FirstTeam(
        row.getUUID("org_id"),
        team,
        keyed ? settings.apiKey() : null,
        settings.managementKey().isEmpty() ? null : settings.managementKey(),
        false);
  }

  private FirstTeam proposal() {
    return new FirstTeam(
        Ids.uuid(),
        Ids.uuid(),
        settings.apiKey().isEmpty()
            ? ApiKeys.generate(Environment.SANDBOX, region)
            : settings.apiKey(),
        settings.managementKey().isEmpty()
            ? ApiKeys.generateManagement()
            : settings.managementKey(),
        true);
  }
}
