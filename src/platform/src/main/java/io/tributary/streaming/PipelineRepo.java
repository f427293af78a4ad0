package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.core.Encryption;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.delivery.DestinationKind;
import io.tributary.delivery.EndpointSecrets;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Rows of pipeline, and the rows of webhook_endpoint that are brokers. */
final class PipelineRepo {
  /** Serializes changes of the same team and environment. */
  private static final String LOCK_TEAMS =
      """
      select e.team_id from team_environment e join team t on t.id = e.team_id
       where t.org_id = $1 and e.environment = $2 and e.team_id = any ($3)
       order by e.team_id for update of e
      """;

  /** Returns one row per broker of a pipeline, or one row for a pipeline without brokers. */
  private static final String PAGE =
      """
      with page as (
        select p.* from streaming_destination p join team t on t.id = p.team_id
         where t.org_id = $1 and p.environment = $2
           and (cardinality($3::uuid[]) = 0 or p.team_id = any ($3))
           and ($4::uuid is null or p.team_id > $4)
         order by p.team_id limit $5
      )
      select p.team_id, p.push_historical_data, p.provider_raw_data, p.preferred, p.enabled,
             p.event_type_prefixes, d.id, d.kind, d.shard, d.disabled, d.connection_encrypted
        from page p
        left join webhook_endpoint d
          on d.team_id = p.team_id and d.environment = p.environment and d.kind <> 'webhook'
         and d.deleted_at is null
       order by p.team_id, d.kind
      """;

  private static final String SAVE =
      """
      insert into streaming_destination (team_id, environment, push_historical_data, provider_raw_data, preferred, enabled,
                            event_type_prefixes)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (team_id, environment) do update
        set push_historical_data = excluded.push_historical_data,
            provider_raw_data = excluded.provider_raw_data, preferred = excluded.preferred,
            enabled = excluded.enabled, event_type_prefixes = excluded.event_type_prefixes,
            updated_at = now()
      """;

  private static final String DELETE_PIPELINE =
      "delete from streaming_destination where team_id = $1 and environment = $2";

  /** Brokers filter by prefix only, so the list of exact types stays empty. */
  private static final String ADD =
      """
      insert into webhook_endpoint
        (id, team_id, environment, kind, shard, url, disabled, connection_encrypted, filter_prefixes, filter_types)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], case when $9::text[] is null then null else '{}'::text[] end)
      """;

  /** Enabling, or any change while enabled, ends a failure streak. */
  private static final String CHANGE =
      """
      update webhook_endpoint
         set url = $2, disabled = $3, connection_encrypted = $4, filter_prefixes = $5::text[],
             filter_types = case when $5::text[] is null then null else '{}'::text[] end,
             failing_since = case when $3 then failing_since end,
             disable_clock_started_at = case when $3 then disable_clock_started_at end, updated_at = now()
       where id = $1
      """;

  private static final String REMOVE =
      "update webhook_endpoint set deleted_at = now(), updated_at = now() where id = $1";

  private final Db db;
  private final Encryption secrets;

  PipelineRepo(Db db, Encryption secrets) {
    this.db = db;
    this.secrets = secrets;
  }

  /**
   * Locks the teams.
   *
   * @return number of teams that belong to the organization
   */
  int lock(Tx tx, PipelineMessages.Scope scope) {
    return tx.query(LOCK_TEAMS, scope.organisation(), scope.environment().wire(), ids(scope))
        .size();
  }

  /** Returns the pipelines of locked teams. */
  List<EventPipeline> load(Tx tx, PipelineMessages.Scope scope) {
    return grouped(
        tx.query(
            PAGE,
            scope.organisation(),
            scope.environment().wire(),
            ids(scope),
            null,
            scope.teams().size()));
  }

  /**
   * Returns pipelines ordered by team.
   *
   * @param team restricts the result to one team
   * @param after last team of the previous page; null for the first page
   */
  Future<List<EventPipeline>> page(
      UUID organisation, Environment environment, Optional<UUID> team, UUID after, int limit) {
    return db.read(
            PAGE,
            organisation,
            environment.wire(),
            team.stream().toArray(UUID[]::new),
            after,
            limit)
        .map(this::grouped);
  }

  private static UUID[] ids(PipelineMessages.Scope scope) {
    return scope.teams().toArray(UUID[]::new);
  }

  /**
   * Decrypts a configuration. Returns a missing node on failure, so that one unreadable row does
   * not affect the pipelines of other teams.
   */
  private JsonNode decrypt(String id, byte[] sealed) {
    try {
      return EndpointSecrets.connection(secrets, id, sealed);
    } catch (RuntimeException closed) {
      return MissingNode.getInstance();
    }
  }

  private List<EventPipeline> grouped(RowSet<Row> rows) {
    Map<UUID, Row> teams = new LinkedHashMap<>();
    Map<UUID, Map<DestinationKind, EventPipeline.BrokerDestination>> found = new LinkedHashMap<>();
    for (Row r : rows) {
      UUID team = r.getUUID("team_id");
      teams.put(team, r);
      Map<DestinationKind, EventPipeline.BrokerDestination> own =
          found.computeIfAbsent(team, t -> new EnumMap<>(DestinationKind.class));
      String id = r.getString("id");
      if (id != null) {
        own.put(
            DestinationKind.of(r.getString("kind")),
            new EventPipeline.BrokerDestination(
                id,
                r.getInteger("shard"),
                decrypt(id, RowMapping.bytes(r, "connection_encrypted")),
                r.getBoolean("disabled")));
      }
    }
    List<EventPipeline> out = new ArrayList<>();
    teams.forEach(
        (team, r) ->
            out.add(
                new EventPipeline(
                    team,
                    r.getBoolean("push_historical_data"),
                    r.getBoolean("provider_raw_data"),
                    r.getString("preferred"),
                    RowMapping.texts(r, "enabled"),
                    RowMapping.texts(r, "event_type_prefixes"),
                    found.get(team))));
    return out;
  }

  void save(Tx tx, Environment environment, EventPipeline p) {
    tx.update(
        SAVE,
        p.team(),
        environment.wire(),
        p.pushHistoricalData(),
        p.providerRawData(),
        p.preferred(),
        p.enabled().toArray(String[]::new),
        p.prefixes().toArray(String[]::new));
  }

  void deletePipeline(Tx tx, Environment environment, UUID team) {
    tx.update(DELETE_PIPELINE, team, environment.wire());
  }

  void add(Tx tx, Environment environment, EventPipeline p, DestinationKind kind, int shards) {
    String id = Ids.destinationId();
    JsonNode connection = p.destinations().get(kind).connection();
    tx.update(
        ADD,
        id,
        p.team(),
        environment.wire(),
        kind.wire(),
        Math.floorMod(id.hashCode(), shards),
        BrokerConfigJson.address(kind, connection),
        !p.enables(kind),
        EndpointSecrets.connection(secrets, id, connection),
        prefixes(p));
  }

  void change(Tx tx, EventPipeline p, DestinationKind kind) {
    EventPipeline.BrokerDestination d = p.destinations().get(kind);
    tx.update(
        CHANGE,
        d.id(),
        BrokerConfigJson.address(kind, d.connection()),
        !p.enables(kind),
        EndpointSecrets.connection(secrets, d.id(), d.connection()),
        prefixes(p));
  }

  private static String[] prefixes(EventPipeline p) {
    return p.prefixes().isEmpty() ? null : p.prefixes().toArray(String[]::new);
  }

  void remove(Tx tx, String id) {
    tx.update(REMOVE, id);
  }
}
