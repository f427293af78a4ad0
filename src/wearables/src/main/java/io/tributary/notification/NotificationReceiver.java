package io.tributary.notification;

import io.tributary.connection.OAuthApplications;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.NotificationParser;
import io.tributary.subscription.NotificationUrls;
import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * Receives, verifies and stores notifications.
 *
 * <p>Resolves the address, lets the adapter verify and parse the request, and stores the result in
 * one transaction before the provider gets its response. Fetches nothing.
 */
final class NotificationReceiver {
  private static final System.Logger LOG = System.getLogger(NotificationReceiver.class.getName());

  /** Metric label for requests to unknown addresses. */
  private static final String UNKNOWN_PROVIDER = "unknown";

  private final Db db;
  private final NotificationUrls hooks;
  private final OAuthApplications apps;
  private final Adapters adapters;
  private final NotificationWriter writer;
  private final NotificationMetrics meters;

  NotificationReceiver(
      Db db,
      NotificationUrls hooks,
      OAuthApplications apps,
      Adapters adapters,
      NotificationWriter fresh,
      NotificationMetrics meters) {
    this.db = db;
    this.hooks = hooks;
    this.apps = apps;
    this.adapters = adapters;
    this.writer = fresh;
    this.meters = meters;
  }

  /** Fails with 404 unless the address exists. */
  void checkAddress(NotificationCommand.CheckAddress m) {
    resolve(m.provider(), m.secret());
  }

  private record ResolvedAddress(NotificationUrls.Webhook hook, NotificationParser inbound) {}

  private ResolvedAddress resolve(String provider, String secret) {
    Optional<NotificationParser> inbound = adapters.of(provider, false).flatMap(Adapter::inbound);
    Optional<NotificationUrls.Webhook> hook =
        inbound.isEmpty() ? Optional.empty() : hooks.find(provider, secret);
    if (hook.isEmpty()) {
      meters.requestReceived(UNKNOWN_PROVIDER, "unknown");
      throw ServiceException.notFound("address");
    }
    return new ResolvedAddress(hook.get(), inbound.get());
  }

  NotificationCommand.PushResponse receive(NotificationCommand.Receive m) {
    String provider = m.provider();
    ResolvedAddress to = resolve(provider, m.secret());
    AppCredentials app =
        apps.find(to.hook().app(), provider)
            .orElseThrow(() -> ServiceException.notFound("address"));
    NotificationParser.NotificationRequest push =
        new NotificationParser.NotificationRequest(
            app,
            to.hook().secret(),
            to.hook().pushSecret(),
            m.method(),
            m.headers(),
            m.query(),
            m.body(),
            Instant.now());
    NotificationParser.NotificationResponse answer;
    try {
      answer = to.inbound().receive(push);
    } catch (IllegalArgumentException | DateTimeException unreadable) {
      // Invalid JSON or dates: the request was authentic but cannot be parsed.
      LOG.log(
          Level.WARNING,
          "notification: provider="
              + provider
              + " cannot be read: "
              + unreadable.getClass().getSimpleName());
      meters.requestReceived(provider, "unreadable");
      return new NotificationCommand.PushResponse(400, "", "");
    }
    return switch (answer) {
      case NotificationParser.Challenge c -> {
        meters.requestReceived(provider, "challenge");
        yield new NotificationCommand.PushResponse(c.status(), c.contentType(), c.body());
      }
      case NotificationParser.VerifyTokenChallenge c -> {
        apps.markWebhookVerified(app.id(), c.verifyToken());
        meters.requestReceived(provider, "challenge");
        yield new NotificationCommand.PushResponse(c.status(), "", "");
      }
      case NotificationParser.NotificationRejected r -> {
        meters.requestReceived(provider, "refused");
        yield new NotificationCommand.PushResponse(r.status(), "", "");
      }
      case NotificationParser.NotificationAccepted t -> {
        if (!t.notifications().isEmpty()) {
          NotificationWriter.Added added =
              db.tx(tx -> writer.store(tx, provider, app.id(), t.notifications()));
          meters.stored(provider, added);
        }
        meters.requestReceived(provider, "taken");
        yield new NotificationCommand.PushResponse(t.status(), "", "");
      }
    };
  }
}
