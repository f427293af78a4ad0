package io.tributary;

import io.tributary.connection.RevocationJob;
import io.tributary.diagnostics.DoctorFeature;
import io.tributary.notification.NotificationFeature;
import io.tributary.provider.Adapter;
import io.tributary.pull.PullFeature;
import io.tributary.subscription.NotificationUrls;
import io.tributary.subscription.SubscriptionPlanner;
import io.tributary.teamcredential.TeamCredentialsFeature;
import java.util.Optional;
import java.util.UUID;

/**
 * Wires provider notifications, the subscriptions for them, the credentials that teams bring, and
 * the connection doctor.
 */
final class ProviderWiring {
  private final Platform parts;

  ProviderWiring(Platform parts) {
    this.parts = parts;
  }

  /**
   * Must run before any feature that links users, because links notify the subscription planner.
   */
  void subscriptions(RevocationJob ends) {
    parts.hooks = new NotificationUrls(parts.db, parts.secrets, () -> parts.publicUrl);
    parts.subscriptions =
        new SubscriptionPlanner(
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

  void wire(PullFeature pulls) {
    parts.virtual(
        1,
        parts.subscriptions.verticle(
            parts.connections, parts.connectionStates, parts.accounts, parts.gates));
    NotificationFeature inbound =
        new NotificationFeature(
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
    TeamCredentialsFeature credentials =
        new TeamCredentialsFeature(
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

  /**
   * Returns the URL that a provider sends notifications of an application to; empty if the provider
   * sends none.
   */
  private Optional<String> pushAddress(String provider, UUID app) {
    return parts
        .adapters
        .of(provider, false)
        .flatMap(Adapter::inbound)
        .map(pushed -> parts.hooks.url(parts.hooks.of(provider, app)));
  }
}
