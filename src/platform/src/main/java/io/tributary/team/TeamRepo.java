package io.tributary.team;

import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads organizations and teams. A team is found under its own organization only. */
final class TeamRepo {
  /** Teams per page. */
  static final int PAGE_SIZE = 50;

  private static final String TEAM =
      """
      select t.id, t.org_id, t.name, t.integration_team_id, t.created_at, e.environment,
             e.link_migration, e.reject_duplicate_connection,
             e.sdk_per_device_activity_timeseries, e.provider_raw_data, e.aggregation,
             e.lab_feature_flags,
             e.brand_information::text as brand, e.logo_url
        from team t join team_environment e on e.team_id = t.id
      """;
  private static final String BY_ID = TEAM + " where t.id = $1 and t.org_id is not null";
  private static final String OF_ORG = TEAM + " where t.id = $1 and t.org_id = $2";
  private static final String BY_INTEGRATION =
      TEAM + " where t.integration_team_id = $1 and t.org_id = $2";
  private static final String LIST =
      """
      select id, org_id, name, integration_team_id, created_at from team
       where org_id = $1 and ($2::uuid is null or id = $2)
         and ($3::text is null or strpos(lower(name), lower($3)) > 0)
         and ($4::timestamptz is null or (created_at, id) > ($4, $5::uuid))
       order by created_at, id limit $6
      """;

  private final Db db;

  TeamRepo(Db db) {
    this.db = db;
  }

  Future<Optional<String>> organisationName(UUID org) {
    return db.read("select name from organisation where id = $1", org)
        .map(rows -> RowMapping.first(rows, r -> r.getString("name")));
  }

  Future<Optional<Team>> find(UUID team) {
    return db.read(BY_ID, team).map(TeamRepo::assemble);
  }

  Future<Optional<Team>> find(UUID org, UUID team) {
    return db.read(OF_ORG, team, org).map(TeamRepo::assemble);
  }

  Future<Optional<Team>> findIntegration(UUID org, String integrationTeamId) {
    return db.read(BY_INTEGRATION, integrationTeamId, org).map(TeamRepo::assemble);
  }

  static Optional<Team> find(Tx tx, UUID org, UUID team) {
    return assemble(tx.query(OF_ORG, team, org));
  }

  static Optional<UUID> integrationHolder(Tx tx, UUID org, String integrationTeamId) {
    return tx.first(
            "select id from team where integration_team_id = $1 and org_id = $2",
            integrationTeamId,
            org)
        .map(r -> r.getUUID("id"));
  }

  /** Returns a page of teams without environments, with one more team if there is another page. */
  Future<List<Team>> list(
      UUID org, Optional<UUID> id, Optional<String> search, Instant after, UUID afterId) {
    return db.read(LIST, org, id.orElse(null), search.orElse(null), after, afterId, PAGE_SIZE + 1)
        .map(rows -> RowMapping.list(rows, r -> team(r, Map.of())));
  }

  private static Optional<Team> assemble(Iterable<Row> rows) {
    Map<Environment, Team.Settings> environments = new EnumMap<>(Environment.class);
    Row last = null;
    for (Row r : rows) {
      environments.put(Environment.of(r.getString("environment")).orElseThrow(), settings(r));
      last = r;
    }
    return last == null ? Optional.empty() : Optional.of(team(last, environments));
  }

  private static Team team(Row r, Map<Environment, Team.Settings> environments) {
    return new Team(
        r.getUUID("id"),
        r.getUUID("org_id"),
        r.getString("name"),
        Optional.ofNullable(r.getString("integration_team_id")),
        RowMapping.instant(r, "created_at"),
        environments);
  }

  private static Team.Settings settings(Row r) {
    return new Team.Settings(
        FeatureFlags.read(r),
        Optional.ofNullable(r.getString("brand"))
            .map(text -> Json.read(Json.parse(text), TeamBranding.class)),
        Optional.ofNullable(r.getString("logo_url")));
  }
}
