package io.tributary.inbound;

import io.tributary.connection.Apps;
import io.tributary.db.Db;
import io.tributary.kernel.Refusal;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.Inbound;
import io.tributary.subscribe.PushHooks;
import java.lang.System.Logger.Level;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * Takes a push in: finds whose address it came to, has the adapter prove and read it, and stores
 * what it tells in one transaction before the provider is answered. Nothing is fetched here.
 */
final class Receiver {
  private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

  /** Label of pushes to addresses that are nobody's. */
  private static final String NOBODY = "unknown";

  private final Db db;
  private final PushHooks hooks;
  private final Apps apps;
  private final Adapters adapters;
  private final NewHints fresh;
  private final InboundMeters meters;

  Receiver(
      Db db, PushHooks hooks, Apps apps, Adapters adapters, NewHints fresh, InboundMeters meters) {
    this.db = db;
    this.hooks = hooks;
    this.apps = apps;
    this.adapters = adapters;
    this.fresh = fresh;
    this.meters = meters;
  }

  /** Refuses with 404 unless somebody listens there. */
  void known(InboundMessages.Known m) {
    find(m.provider(), m.secret());
  }

  private record Listener(PushHooks.Hook hook, Inbound inbound) {}

  private Listener find(String provider, String secret) {
    Optional<Inbound> inbound = adapters.of(provider, false).flatMap(Adapter::inbound);
    Optional<PushHooks.Hook> hook =
        inbound.isEmpty() ? Optional.empty() : hooks.find(provider, secret);
    if (hook.isEmpty()) {
      meters.pushed(NOBODY, "unknown");
      throw Refusal.notFound("address");
    }
    return new Listener(hook.get(), inbound.get());
  }

  InboundMessages.Answered receive(InboundMessages.Receive m) {
    String provider = m.provider();
    Listener to = find(provider, m.secret());
    AppCredentials app =
        apps.of(to.hook().app(), provider).orElseThrow(() -> Refusal.notFound("address"));
    Inbound.Push push =
        new Inbound.Push(
            app,
            to.hook().secret(),
            to.hook().pushSecret(),
            m.method(),
            m.headers(),
            m.query(),
            m.body(),
            Instant.now());
    Inbound.Answer answer;
    try {
      answer = to.inbound().receive(push);
    } catch (IllegalArgumentException | DateTimeException unreadable) {
      // JSON that is none, dates that are none: it was proved, and still nobody can read it.
      LOG.log(
          Level.WARNING,
          "push of provider="
              + provider
              + " cannot be read: "
              + unreadable.getClass().getSimpleName());
      meters.pushed(provider, "unreadable");
      return new InboundMessages.Answered(400, "", "");
    }
    return switch (answer) {
      case Inbound.Challenge c -> {
        meters.pushed(provider, "challenge");
        yield new InboundMessages.Answered(c.status(), c.contentType(), c.body());
      }
      case Inbound.Checked c -> {
        apps.checked(app.id(), c.word());
        meters.pushed(provider, "challenge");
        yield new InboundMessages.Answered(c.status(), "", "");
      }
      case Inbound.Refuse r -> {
        meters.pushed(provider, "refused");
        yield new InboundMessages.Answered(r.status(), "", "");
      }
      case Inbound.Take t -> {
        if (!t.hints().isEmpty()) {
          NewHints.Added added = db.tx(tx -> fresh.add(tx, provider, app.id(), t.hints()));
          meters.added(provider, added);
        }
        meters.pushed(provider, "taken");
        yield new InboundMessages.Answered(t.status(), "", "");
      }
    };
  }
}
