package io.tributary.connection;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.provider.sdk.SdkProvider;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves connection commands and runs the revocation job. Stateless; runs on virtual threads. */
public final class ConnectionVerticle extends VerticleBase {
  private static final int CONCURRENCY = 32;
  // Locks the user before the connection, in the same order as a link does.
  private static final String LOCK_USER =
      """
      select 1 from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
         for no key update
      """;

  private static final String AUTO_RECONNECTING =
      """
      select 1 from connection c
       where c.user_id = $1 and c.provider = $2 and not c.demo
         and not exists (select 1 from sdk_client p
                          where p.user_id = c.user_id and p.provider = c.provider
                            and p.mode = 'explicit')
      """;

  private final Bus bus;
  private final Db db;
  private final ConnectionLifecycle states;
  private final RevocationJob job;

  public ConnectionVerticle(Bus bus, Db db, ConnectionLifecycle states, RevocationJob job) {
    this.bus = bus;
    this.db = db;
    this.states = states;
    this.job = job;
  }

  @Override
  public Future<?> start() {
    job.start(vertx);
    return bus.serve(Address.CONNECTION, ConnectionMessages.class, CONCURRENCY, this::on);
  }

  @Override
  public Future<?> stop() {
    return job.stop();
  }

  private BusMessage on(ConnectionMessages message) {
    return switch (message) {
      case ConnectionMessages.Deregister m -> deregister(m);
    };
  }

  private Ack deregister(ConnectionMessages.Deregister m) {
    return db.tx(
        tx -> {
          tx.first(LOCK_USER, m.user(), m.tenant().team(), m.tenant().environment().wire())
              .orElseThrow(() -> ServiceException.notFound("user"));
          if (isRestoredByClient(tx, m)) {
            return new Ack();
          }
          if (!states.deregister(tx, m.user(), m.provider())) {
            throw ServiceException.notFound("connection");
          }
          return new Ack();
        });
  }

  /**
   * Returns true when the connection must stay, because the phone would recreate it with its next
   * sync anyway.
   */
  private static boolean isRestoredByClient(Tx tx, ConnectionMessages.Deregister m) {
    return SdkProvider.of(m.provider())
            .filter(p -> p.kind() == SdkProvider.Kind.PLATFORM)
            .isPresent()
        && tx.first(AUTO_RECONNECTING, m.user(), m.provider()).isPresent();
  }
}
