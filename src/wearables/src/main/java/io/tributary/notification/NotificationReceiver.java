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
  private static final String NOBODY = "unknown";

  private final Db db;
  private final NotificationUrls hooks;
  private final OAuthApplications apps;
  private final Adapters adapters;
  private final NotificationWriter fresh;
  private final InboundMetrics meters;

  NotificationReceiver(
      Db db,
      NotificationUrls hooks,
      OAuthApplications apps,
      Adapters adapters,
      NotificationWriter fresh,
      InboundMetrics meters) {
    this.db = db;
    this.hooks = hooks;
    this.apps = apps;
    this.adapters = adapters;
    this.fresh = fresh;
    this.meters = meters;
  }

  /** Fails with 404 unless the address exists. */
  void known(NotificationCommand.Known m) {
    find(m.provider(), m.secret());
  }

  private record Listener(NotificationUrls.Hook hook, NotificationParser inbound) {}

  private Listener find(String provider, String secret) {
    Optional<NotificationParser> inbound = adapters.of(provider, false).flatMap(Adapter::inbound);
    Optional<NotificationUrls.Hook> hook =
        inbound.isEmpty() ? Optional.empty() : hooks.find(provider, secret);
    if (hook.isEmpty()) {
      meters.pushed(NOBODY, "unknown");
      throw ServiceException.notFound("address");
    }
    return new Listener(hook.get(), inbound.get());
  }

  NotificationCommand.Answered receive(NotificationCommand.Receive m) {
    String provider = m.provider();
    Listener to = find(provider, m.secret());
    AppCredentials app =
        apps.of(to.hook().app(), provider).orElseThrow(() -> ServiceException.notFound("address"));
    NotificationParser.Push push =
        new NotificationParser.Push(
            app,
            to.hook().secret(),
            to.hook().pushSecret(),
            m.method(),
            m.headers(),
            m.query(),
            m.body(),
            Instant.now());
    NotificationParser.Answer answer;
    try {
      answer = to.inbound().receive(push);
    } catch (IllegalArgumentException | DateTimeException unreadable) {
      // Invalid JSON or dates: the request was authentic but cannot be parsed.
      LOG.log(
          Level.WARNING,
          "push of provider="
              + provider
              + " cannot be read: "
              + unreadable.getClass().getSimpleName());
      meters.pushed(provider, "unreadable");
      return new NotificationCommand.Answered(400, "", "");
    }
    return switch (answer) {
      case NotificationParser.Challenge c -> {
        meters.pushed(provider, "challenge");
        yield new NotificationCommand.Answered(c.status(), c.contentType(), c.body());
      }
      case NotificationParser.Checked c -> {
        apps.checked(app.id(), c.word());
        meters.pushed(provider, "challenge");
        yield new NotificationCommand.Answered(c.status(), "", "");
      }
      case NotificationParser.Refuse r -> {
        meters.pushed(provider, "refused");
        yield new NotificationCommand.Answered(r.status(), "", "");
      }
      case NotificationParser.Take t -> {
        if (!t.hints().isEmpty()) {
          NotificationWriter.Added added =
              db.tx(tx -> fresh.add(tx, provider, app.id(), t.hints()));
          meters.added(provider, added);
        }
        meters.pushed(provider, "taken");
        yield new NotificationCommand.Answered(t.status(), "", "");
      }
    };
  }
}
