package io.tributary.pull;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.model.Resource;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes pull preferences. They apply to the next historical pull; running pulls keep their range.
 */
final class PreferenceVerticle extends VerticleBase {
  private static final int CONCURRENCY = 4;

  private static final String LOCK_TEAMS =
      "select id from team where org_id = $1 and id = any ($2) order by id for key share";

  private static final String CLEAR =
      """
      delete from pull_preference p using team t
       where t.id = p.team_id and t.org_id = $1 and p.environment = $2
         and (cardinality($3::uuid[]) = 0 or p.team_id = any ($3))
         and (cardinality($4::text[]) = 0 or p.provider = any ($4))
      """;

  private static final String ADD =
      """
      insert into pull_preference (team_id, environment, provider, resource, historical_days)
      select t, $2, u.provider, u.resource, u.days
        from unnest($1::uuid[]) as teams(t)
       cross join unnest($3::text[], $4::text[], $5::int[]) as u(provider, resource, days)
      on conflict (team_id, environment, provider, resource)
        do update set historical_days = excluded.historical_days
      """;

  private final Db db;
  private final Bus bus;

  PreferenceVerticle(Db db, Bus bus) {
    this.db = db;
    this.bus = bus;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.PREFERENCE,
        PreferenceMessages.class,
        CONCURRENCY,
        m -> {
          switch (m) {
            case PreferenceMessages.Put put -> put(put);
            case PreferenceMessages.Remove remove ->
                db.tx(
                    tx -> {
                      requireOwnTeams(tx, remove.organisation(), remove.teams());
                      return clear(tx, remove, remove.teams(), remove.providers());
                    });
          }
          return new Ack();
        });
  }

  private void put(PreferenceMessages.Put m) {
    List<String> providers = new ArrayList<>();
    List<String> resources = new ArrayList<>();
    List<Integer> days = new ArrayList<>();
    m.providers()
        .forEach(
            (provider, wanted) -> {
              providers.add(provider);
              resources.add("");
              days.add(wanted.defaultDays());
              for (Map.Entry<Resource, Integer> e : wanted.overrides().entrySet()) {
                providers.add(provider);
                resources.add(e.getKey().wire());
                days.add(e.getValue());
              }
            });
    db.tx(
        tx -> {
          requireOwnTeams(tx, m.organisation(), m.teams());
          if (!m.teams().isEmpty() && !m.providers().isEmpty()) {
            clear(tx, m, m.teams(), List.copyOf(m.providers().keySet()));
            tx.update(
                ADD,
                m.teams().toArray(UUID[]::new),
                m.environment().wire(),
                providers.toArray(String[]::new),
                resources.toArray(String[]::new),
                days.toArray(Integer[]::new));
          }
          return null;
        });
  }

  private static void requireOwnTeams(Tx tx, UUID organisation, List<UUID> teams) {
    int found = tx.query(LOCK_TEAMS, organisation, teams.toArray(UUID[]::new)).size();
    if (found != new HashSet<>(teams).size()) {
      throw ServiceException.notFound("team");
    }
  }

  private static int clear(Tx tx, PreferenceMessages m, List<UUID> teams, List<String> providers) {
    return tx.update(
        CLEAR,
        m.organisation(),
        m.environment().wire(),
        teams.toArray(UUID[]::new),
        providers.toArray(String[]::new));
  }
}
