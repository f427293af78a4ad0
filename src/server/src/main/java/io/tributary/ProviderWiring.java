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
  private final Platform platform;

  ProviderWiring(Platform platform) {
    this.platform = platform;
  }

  /**
   * Must run before any feature that links users, because links notify the subscription planner.
   */
  void wireSubscriptions(RevocationJob ends) {
    platform.notificationUrls =
        new NotificationUrls(platform.db, platform.encryption, () -> platform.publicUrl);
    platform.subscriptionPlanner =
        new SubscriptionPlanner(
            platform.db,
            platform.config,
            platform.encryption,
            platform.adapters,
            platform.oauthApplications,
            platform.notificationUrls,
            platform.metrics);
    platform.connectionLifecycle.setListener(platform.subscriptionPlanner);
    ends.setListener(platform.subscriptionPlanner);
  }

  void wire(PullFeature pulls) {
    platform.addVerticle(
        1,
        platform.subscriptionPlanner.verticle(
            platform.connections,
            platform.connectionLifecycle,
            platform.providerSessions,
            platform.permitClients));
    NotificationFeature inbound =
        new NotificationFeature(
            platform.vertx,
            platform.db,
            platform.bus,
            platform.config,
            platform.encryption,
            platform.adapters,
            platform.oauthApplications,
            platform.notificationUrls,
            platform.connections,
            platform.connectionLifecycle,
            pulls.notificationPull(),
            platform.metrics);
    wireCredentials();
    wireDoctor();
    platform.routes.add(inbound.routes());
    platform.addVerticle(Runtime.getRuntime().availableProcessors(), inbound.receiver());
    platform.addVerticle(1, inbound.worker());
  }

  private void wireCredentials() {
    TeamCredentialsFeature credentials =
        new TeamCredentialsFeature(
            platform.bus,
            platform.db,
            platform.vault,
            platform.config.node().region(),
            () -> platform.publicUrl,
            this::notificationUrl);
    credentials.routes().forEach(platform.routes::add);
    platform.addVerticle(1, credentials.verticle());
  }

  private void wireDoctor() {
    DoctorFeature doctor =
        new DoctorFeature(
            platform.vertx,
            platform.bus,
            platform.db,
            platform.config,
            platform.catalog,
            platform.adapters,
            platform.oauthApplications,
            platform.notificationUrls,
            platform.leases);
    platform.routes.add(doctor.routes());
    platform.addVerticle(1, doctor.verticle());
  }

  /**
   * Returns the URL that a provider sends notifications of an application to; empty if the provider
   * sends none.
   */
  private Optional<String> notificationUrl(String provider, UUID app) {
    return platform
        .adapters
        .of(provider, false)
        .flatMap(Adapter::inbound)
        .map(
            pushed ->
                platform.notificationUrls.url(
                    platform.notificationUrls.findOrCreate(provider, app)));
  }
}
