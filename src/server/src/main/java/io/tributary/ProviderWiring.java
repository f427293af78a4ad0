package io.tributary;

import io.tributary.connection.DeregisterJob;
import io.tributary.credential.OwnCredentials;
import io.tributary.doctor.DoctorFeature;
import io.tributary.inbound.InboundFeature;
import io.tributary.provider.Adapter;
import io.tributary.pull.Pulls;
import io.tributary.subscribe.PushHooks;
import io.tributary.subscribe.Subscriptions;
import java.util.Optional;
import java.util.UUID;

/**
 * Wires what providers tell us by themselves: their pushes, what they are asked to push, and the
 * applications that teams bring.
 */
final class ProviderWiring {
  private final Parts parts;

  ProviderWiring(Parts parts) {
    this.parts = parts;
  }

  /** Before anything links: links are told of to what subscribes. */
  void subscriptions(DeregisterJob ends) {
    parts.hooks = new PushHooks(parts.db, parts.secrets, () -> parts.publicUrl);
    parts.subscriptions =
        new Subscriptions(
            parts.db,
            parts.config,
            parts.secrets,
            parts.adapters,
            parts.apps,
            parts.hooks,
            parts.meters);
    parts.connectionStates.watchedBy(parts.subscriptions);
    ends.watchedBy(parts.subscriptions);
  }

  void wire(Pulls pulls) {
    parts.virtual(
        1,
        parts.subscriptions.verticle(
            parts.connections, parts.connectionStates, parts.accounts, parts.gates));
    InboundFeature inbound =
        new InboundFeature(
            parts.vertx,
            parts.db,
            parts.bus,
            parts.config,
            parts.secrets,
            parts.adapters,
            parts.apps,
            parts.hooks,
            parts.connections,
            parts.connectionStates,
            pulls.targeted(),
            parts.meters);
    credentials();
    doctor();
    parts.routes.add(inbound.routes());
    parts.virtual(Runtime.getRuntime().availableProcessors(), inbound.receiver());
    parts.virtual(1, inbound.worker());
  }

  private void credentials() {
    OwnCredentials credentials =
        new OwnCredentials(
            parts.bus,
            parts.db,
            parts.vault,
            parts.config.node().region(),
            () -> parts.publicUrl,
            this::pushAddress);
    credentials.routes().forEach(parts.routes::add);
    parts.virtual(1, credentials.verticle());
  }

  private void doctor() {
    DoctorFeature doctor =
        new DoctorFeature(
            parts.vertx,
            parts.bus,
            parts.db,
            parts.config,
            parts.catalog,
            parts.adapters,
            parts.apps,
            parts.hooks,
            parts.leases);
    parts.routes.add(doctor.routes());
    parts.virtual(1, doctor.verticle());
  }

  /** Where a provider's pushes for an application go; empty when it sends none. */
  private Optional<String> pushAddress(String provider, UUID app) {
    return parts
        .adapters
        .of(provider, false)
        .flatMap(Adapter::inbound)
        .map(pushed -> parts.hooks.url(parts.hooks.of(provider, app)));
  }
}
