package io.tributary.teamcredential;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Serves the credential commands. Stateless; runs on virtual threads. */
final class CredentialVerticle extends VerticleBase {
  private static final int CONCURRENCY = 8;
  // Locks the team against deletion.
  private static final String OWN_TEAM =
      "select 1 from team where id = $1 and org_id = $2 for key share";
  private static final String REMOVE =
      """
      delete from provider_app a using team t
       where a.id = $1 and a.environment = $2 and t.id = a.team_id and t.org_id = $3
         and not exists (select 1 from connection c where c.app_id = a.id)
         and not exists (select 1 from deregistration d where d.app_id = a.id)
      """;
  private static final String KNOWN =
      """
      select a.id from provider_app a join team t on t.id = a.team_id
       where a.id = any ($1) and a.environment = $2 and t.org_id = $3
         for update of a
      """;
  private static final String RESET =
      "delete from scope_requirement where team_id = $1 and provider = $2";
  private static final String REQUIRE =
      """
      insert into scope_requirement (team_id, provider, user_must_grant, user_may_grant)
      values ($1, $2, $3, $4)
      on conflict (team_id, provider) do update
         set user_must_grant = excluded.user_must_grant, user_may_grant = excluded.user_may_grant
      """;

  private final Bus bus;
  private final Db db;
  private final CredentialWriter writer;
  private final BiFunction<String, UUID, Optional<String>> webhookUrls;

  /**
   * @param webhookUrls returns the webhook URL of a provider for an application
   */
  CredentialVerticle(
      Bus bus, Db db, CredentialWriter writer, BiFunction<String, UUID, Optional<String>> pushes) {
    this.bus = bus;
    this.db = db;
    this.writer = writer;
    this.webhookUrls = pushes;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.CREDENTIAL, CredentialMessages.class, CONCURRENCY, this::on);
  }

  private BusMessage on(CredentialMessages message) {
    return switch (message) {
      case CredentialMessages.Put m ->
          db.tx(
              tx -> {
                lockOwnTeam(tx, m.team(), m.organisation());
                return new CredentialMessages.View(writer.put(tx, m));
              });
      case CredentialMessages.Remove m -> db.tx(tx -> remove(tx, m));
      case CredentialMessages.SetRequirements m -> db.tx(tx -> require(tx, m));
      case CredentialMessages.PrepareWebhook m -> {
        db.tx(tx -> lockOwnTeam(tx, m.team(), m.organisation()));
        yield new CredentialMessages.WebhookUrl(
            webhookUrls.apply(
                m.provider(), CredentialWriter.id(m.team(), m.environment(), m.provider())));
      }
    };
  }

  private static Ack lockOwnTeam(Tx tx, UUID team, UUID organisation) {
    tx.first(OWN_TEAM, team, organisation).orElseThrow(() -> ServiceException.notFound("team"));
    return new Ack();
  }

  /**
   * Removes applications. One that is in use stays, because its connections could not be read or
   * revoked without it.
   */
  private static CredentialMessages.Removed remove(Tx tx, CredentialMessages.Remove m) {
    UUID[] ids = m.ids().stream().distinct().sorted().toArray(UUID[]::new);
    List<UUID> known =
        RowMapping.list(
            tx.query(KNOWN, ids, m.environment().wire(), m.organisation()), r -> r.getUUID("id"));
    List<UUID> gone =
        known.stream()
            .filter(id -> tx.update(REMOVE, id, m.environment().wire(), m.organisation()) > 0)
            .toList();
    return new CredentialMessages.Removed(
        gone,
        known.stream().filter(id -> !gone.contains(id)).toList(),
        List.of(ids).stream().filter(id -> !known.contains(id)).toList());
  }

  private static Ack require(Tx tx, CredentialMessages.SetRequirements m) {
    lockOwnTeam(tx, m.team(), m.organisation());
    m.providers()
        .forEach(
            (provider, scopes) -> {
              if (scopes.isEmpty()) {
                tx.update(RESET, m.team(), provider);
              } else {
                tx.update(
                    REQUIRE,
                    m.team(),
                    provider,
                    scopes.get().required().toArray(String[]::new),
                    scopes.get().optional().toArray(String[]::new));
              }
            });
    return new Ack();
  }
}
