package io.tributary.team;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.UUID;
import java.util.function.BiConsumer;

/** Serves {@code team.command}. */
public final class TeamVerticle extends VerticleBase {
  private static final int CONCURRENCY = 8;

  private final Bus bus;
  private final TeamCommands teams;
  private final KeyCommands keys;
  private final TeamDeletion deletion;

  /**
   * @param stop stops deliveries to a team that is deleted
   */
  public TeamVerticle(
      Bus bus, Db db, TeamCommands teams, KeyCommands keys, BiConsumer<Tx, UUID> stop) {
    this.bus = bus;
    this.teams = teams;
    this.keys = keys;
    this.deletion = new TeamDeletion(db, stop);
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.TEAM, TeamMessages.class, CONCURRENCY, this::on);
  }

  private BusMessage on(TeamMessages message) {
    return switch (message) {
      case TeamMessages.CreateTeam m -> teams.create(m);
      case TeamMessages.PatchTeam m -> teams.patch(m);
      case TeamMessages.DeleteTeam m -> {
        deletion.delete(m);
        yield new Ack();
      }
      case TeamMessages.MakeApiKey m -> keys.create(m);
      case TeamMessages.RevokeApiKeys m -> keys.revoke(m);
      case TeamMessages.MakeManagementKey m -> keys.create(m);
      case TeamMessages.RelabelManagementKey m -> keys.relabel(m);
      case TeamMessages.RemoveManagementKey m -> keys.remove(m);
      case TeamMessages.MakeAccessToken m -> keys.create(m);
    };
  }
}
