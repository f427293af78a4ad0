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
import io.tributary.webhook.EndpointRepo.LockedEndpoint;
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
    String id = Ids.endpointId();
    int shard = Math.floorMod(id.hashCode(), settings.shards());
    byte[] sealed = encryptSecret(id, m.secret());
    return db.tx(
        tx -> {
          if (!endpoints.lockTeam(tx, m.scope())) {
            throw ServiceException.notFound("team");
          }
          if (endpoints.count(tx, m.scope()) >= settings.maxEndpoints()) {
            throw ServiceException.badRequest(
                "a team may have at most "
                    + settings.maxEndpoints()
                    + " webhook endpoints in an environment");
          }
          Endpoint made = endpoints.insert(tx, m.scope(), id, shard, m);
          endpoints.addKey(tx, id, sealed, settings.secretOverlap());
          return made;
        });
  }

  /**
   * Result of a patch.
   *
   * @param newlyDisabled whether pending deliveries must be canceled
   * @param orderingRemoved whether held deliveries must be released
   */
  private record PatchResult(
      Endpoint endpoint, int shard, boolean newlyDisabled, boolean orderingRemoved) {}

  Endpoint patch(PatchEndpoint m) {
    PatchResult done = db.tx(tx -> applyPatch(tx, m));
    if (done.newlyDisabled()) {
      DeliveryCancellation.cancelRemaining(db, m.id(), done.shard());
    }
    if (done.orderingRemoved()) {
      OrderedDelivery.releaseAll(db, m.id(), done.shard());
    }
    return done.endpoint();
  }

  private PatchResult applyPatch(Tx tx, PatchEndpoint m) {
    LockedEndpoint locked = lock(tx, m.scope(), m.id());
    Endpoint old = locked.endpoint();
    String description = m.description().applyTo(old.description());
    Endpoint wanted =
        new Endpoint(
            old.id(),
            valueOrOld(m.url(), old.url()),
            description == null ? "" : description,
            m.rateLimit().applyTo(old.rateLimit()),
            valueOrOld(m.disabled(), old.disabled()),
            m.filterTypes().applyTo(old.filterTypes()),
            valueOrOld(m.ordered(), old.ordered()),
            old.createdAt(),
            old.updatedAt());
    if (wanted.equals(old)) {
      return new PatchResult(old, locked.shard(), false, false);
    }
    if (old.disabled()
        && !wanted.disabled()
        && DeliveryCancellation.hasRemaining(tx, m.id(), locked.shard())) {
      throw ServiceException.conflict(
          "messages from before the endpoint was disabled are still being canceled; enable it in a"
              + " few seconds");
    }
    Endpoint updated = endpoints.update(tx, wanted);
    boolean off = wanted.disabled() && !old.disabled();
    if (off) {
      DeliveryCancellation.cancelFirst(tx, m.id(), locked.shard());
    }
    tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(locked.shard()));
    boolean lostOrder = !off && old.ordered() && !wanted.ordered();
    return new PatchResult(updated, locked.shard(), off, lostOrder);
  }

  /** Returns the new value; null keeps the old one, because these fields are required. */
  private static <T> T valueOrOld(Patch<T> patch, T old) {
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
              LockedEndpoint locked = lock(tx, m.scope(), m.id());
              endpoints.remove(tx, m.id());
              DeliveryCancellation.cancelFirst(tx, m.id(), locked.shard());
              tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(locked.shard()));
              return locked.shard();
            });
    DeliveryCancellation.cancelRemaining(db, m.id(), shard);
  }

  void rotate(RotateSecret m) {
    byte[] sealed = encryptSecret(m.id(), m.key());
    db.tx(
        tx -> {
          LockedEndpoint locked = lock(tx, m.scope(), m.id());
          if (endpoints.countOldKeys(tx, m.id()) >= settings.maxOldSecrets()) {
            throw ServiceException.badRequest(
                "at most " + settings.maxOldSecrets() + " earlier keys may be in use at once");
          }
          endpoints.addKey(tx, m.id(), sealed, settings.secretOverlap());
          tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(locked.shard()));
          return null;
        });
  }

  void replaceHeaders(ReplaceHeaders m) {
    byte[] sealed = EndpointSecrets.headers(secrets, m.id(), m.headers());
    db.tx(
        tx -> {
          LockedEndpoint locked = lock(tx, m.scope(), m.id());
          endpoints.writeHeaders(tx, m.id(), sealed);
          tx.wakeAfterCommit(DeliveryShards.endpointChangesChannel(locked.shard()));
          return null;
        });
  }

  private LockedEndpoint lock(Tx tx, Scope scope, String id) {
    return endpoints.lock(tx, scope, id).orElseThrow(() -> ServiceException.notFound("webhook"));
  }

  private byte[] encryptSecret(String id, String secret) {
    return secrets.seal(secret == null ? WebhookSigner.newSecret() : secret, id);
  }
}
