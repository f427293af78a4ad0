package io.tributary.webhook;

import io.tributary.config.WebhookConfig;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.core.Patch;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.delivery.DeliveryCancellation;
import io.tributary.delivery.DeliveryShards;
import io.tributary.delivery.EndpointSecrets;
import io.tributary.delivery.OrderedDelivery;
import io.tributary.delivery.WebhookSigner;
import io.tributary.webhook.EndpointRepo.Locked;
import io.tributary.webhook.WebhookMessages.CreateEndpoint;
import io.tributary.webhook.WebhookMessages.PatchEndpoint;
import io.tributary.webhook.WebhookMessages.RemoveEndpoint;
import io.tributary.webhook.WebhookMessages.ReplaceHeaders;
import io.tributary.webhook.WebhookMessages.RotateSecret;
import io.tributary.webhook.WebhookMessages.Scope;

/** Commands that change endpoints, one transaction each. Runs on virtual threads. */
final class EndpointCommands {
  private final Db db;
  private final EndpointRepo endpoints;
  private final Encryption secrets;
  private final WebhookConfig settings;

  EndpointCommands(Db db, EndpointRepo endpoints, Encryption secrets, WebhookConfig settings) {
    this.db = db;
    this.endpoints = endpoints;
    this.secrets = secrets;
    this.settings = settings;
  }

  Endpoint create(CreateEndpoint m) {
    String id = Ids.endpoint();
    int shard = Math.floorMod(id.hashCode(), settings.shards());
    byte[] sealed = sealed(id, m.secret());
    return db.tx(
        tx -> {
          if (!endpoints.lockTeam(tx, m.scope())) {
            throw ServiceException.notFound("team");
          }
          if (endpoints.count(tx, m.scope()) >= settings.maxEndpoints()) {
            throw ServiceException.invalid(
                "a team has at most "
                    + settings.maxEndpoints()
                    + " webhook endpoints in an environment");
          }
          Endpoint made = endpoints.insert(tx, m.scope(), id, shard, m);
          endpoints.addKey(tx, id, sealed, settings.oldKeyLife());
          return made;
        });
  }

  /**
   * Result of a patch.
   *
   * @param switchedOff whether pending deliveries must be canceled
   * @param lostOrder whether held deliveries must be released
   */
  private record Patched(Endpoint endpoint, int shard, boolean switchedOff, boolean lostOrder) {}

  Endpoint patch(PatchEndpoint m) {
    Patched done = db.tx(tx -> patched(tx, m));
    if (done.switchedOff()) {
      DeliveryCancellation.rest(db, m.id(), done.shard());
    }
    if (done.lostOrder()) {
      OrderedDelivery.off(db, m.id(), done.shard());
    }
    return done.endpoint();
  }

  private Patched patched(Tx tx, PatchEndpoint m) {
    Locked locked = lock(tx, m.scope(), m.id());
    Endpoint old = locked.endpoint();
    String description = m.description().over(old.description());
    Endpoint wanted =
        new Endpoint(
            old.id(),
            kept(m.url(), old.url()),
            description == null ? "" : description,
            m.rateLimit().over(old.rateLimit()),
            kept(m.disabled(), old.disabled()),
            m.filterTypes().over(old.filterTypes()),
            kept(m.ordered(), old.ordered()),
            old.createdAt(),
            old.updatedAt());
    if (wanted.equals(old)) {
      return new Patched(old, locked.shard(), false, false);
    }
    if (old.disabled()
        && !wanted.disabled()
        && DeliveryCancellation.unfinished(tx, m.id(), locked.shard())) {
      throw ServiceException.conflict(
          "messages from before the endpoint was disabled are still being canceled; enable it in a"
              + " few seconds");
    }
    Endpoint updated = endpoints.update(tx, wanted);
    boolean off = wanted.disabled() && !old.disabled();
    if (off) {
      DeliveryCancellation.of(tx, m.id(), locked.shard());
    }
    tx.wakeAfterCommit(DeliveryShards.changes(locked.shard()));
    boolean lostOrder = !off && old.ordered() && !wanted.ordered();
    return new Patched(updated, locked.shard(), off, lostOrder);
  }

  /** Returns the new value; null keeps the old one, because these fields are required. */
  private static <T> T kept(Patch<T> patch, T old) {
    return switch (patch) {
      case Patch.Keep<T> k -> old;
      case Patch.Clear<T> c -> old;
      case Patch.Put<T>(T value) -> value;
    };
  }

  void remove(RemoveEndpoint m) {
    int shard =
        db.tx(
            tx -> {
              Locked locked = lock(tx, m.scope(), m.id());
              endpoints.remove(tx, m.id());
              DeliveryCancellation.of(tx, m.id(), locked.shard());
              tx.wakeAfterCommit(DeliveryShards.changes(locked.shard()));
              return locked.shard();
            });
    DeliveryCancellation.rest(db, m.id(), shard);
  }

  void rotate(RotateSecret m) {
    byte[] sealed = sealed(m.id(), m.key());
    db.tx(
        tx -> {
          Locked locked = lock(tx, m.scope(), m.id());
          if (endpoints.oldKeys(tx, m.id()) >= settings.maxOldKeys()) {
            throw ServiceException.invalid(
                "at most " + settings.maxOldKeys() + " earlier keys may be in use at once");
          }
          endpoints.addKey(tx, m.id(), sealed, settings.oldKeyLife());
          tx.wakeAfterCommit(DeliveryShards.changes(locked.shard()));
          return null;
        });
  }

  void replaceHeaders(ReplaceHeaders m) {
    byte[] sealed = EndpointSecrets.headers(secrets, m.id(), m.headers());
    db.tx(
        tx -> {
          Locked locked = lock(tx, m.scope(), m.id());
          endpoints.writeHeaders(tx, m.id(), sealed);
          tx.wakeAfterCommit(DeliveryShards.changes(locked.shard()));
          return null;
        });
  }

  private Locked lock(Tx tx, Scope scope, String id) {
    return endpoints.lock(tx, scope, id).orElseThrow(() -> ServiceException.notFound("webhook"));
  }

  private byte[] sealed(String id, String secret) {
    return secrets.seal(secret == null ? WebhookSigner.fresh() : secret, id);
  }
}
