package io.tributary.provider;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.NormalizedBatch;
import io.tributary.provider.NotificationParser.ProviderNotification;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A webhook address with the adapter's parser directly behind it. */
final class VendorWebhookFixture implements AutoCloseable {
  private static final String WORD = "a-secret-part";
  private static final String PATH = "/push/" + WORD;

  private final SimulatedVendorCloud cloud;
  private final HttpServer server;
  private final List<Integer> statuses = new CopyOnWriteArrayList<>();
  private final List<ProviderNotification> hints = new CopyOnWriteArrayList<>();
  private volatile Optional<String> pushSecret = Optional.empty();

  /** Listens and registers the address with the vendor. */
  VendorWebhookFixture(SimulatedVendorCloud cloud, TestAccount account) {
    this(cloud);
    register(account);
  }

  /** Listens without registering the address. */
  VendorWebhookFixture(SimulatedVendorCloud cloud) {
    this.cloud = cloud;
    server =
        cloud
            .vertx
            .createHttpServer()
            .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
            .listen(0, "127.0.0.1")
            .await();
  }

  /** Registers the address with the vendor. */
  void register(TestAccount account) {
    String url = "http://127.0.0.1:" + server.actualPort() + PATH;
    // Some vendors take the address from the application owner, some through an API, and some need
    // both.
    cloud.spec.dashboard.ifPresent(lever -> cloud.control(lever, new JsonObject().put("url", url)));
    Optional<SubscriptionClient> subscriber = cloud.adapter.subscriber();
    assertTrue(subscriber.isPresent() || cloud.spec.dashboard.isPresent(), "nobody is asked");
    subscriber.ifPresent(s -> subscribe(s, account, url));
    // The vendor may have sent an unsigned probe.
    clear();
  }

  private void subscribe(SubscriptionClient s, TestAccount account, String url) {
    Optional<OAuth.Session> session =
        s.level() == SubscriptionClient.Level.APP
            ? Optional.empty()
            : Optional.of(account.session());
    for (String kind : s.subscriptionNames(cloud.app())) {
      var asked = new SubscriptionClient.SubscriptionRequest(cloud.app(), session, kind, url, WORD);
      s.ensure(asked).secret().ifPresent(told -> pushSecret = Optional.of(told));
    }
  }

  private void answer(HttpServerRequest request, Buffer body) {
    if (!request.path().equals(PATH)) {
      statuses.add(404);
      request.response().setStatusCode(404).end();
      return;
    }
    NotificationParser.NotificationResponse answer =
        cloud
            .adapter
            .inbound()
            .orElseThrow()
            .receive(
                new NotificationParser.NotificationRequest(
                    cloud.app(),
                    WORD,
                    pushSecret,
                    request.method().name(),
                    request.headers(),
                    request.params(),
                    body,
                    Instant.now()));
    switch (answer) {
      case NotificationParser.Challenge c ->
          request
              .response()
              .setStatusCode(c.status())
              .putHeader("Content-Type", c.contentType())
              .end(c.body());
      case NotificationParser.VerifyTokenChallenge c ->
          request.response().setStatusCode(c.status()).end();
      case NotificationParser.NotificationRejected r -> end(request, r.status());
      case NotificationParser.NotificationAccepted t -> {
        hints.addAll(t.notifications());
        end(request, t.status());
      }
    }
  }

  private void end(HttpServerRequest request, int status) {
    statuses.add(status);
    request.response().setStatusCode(status).end();
  }

  /** Returns the response statuses of notifications, without challenges. */
  List<Integer> statuses() {
    return List.copyOf(statuses);
  }

  void clear() {
    statuses.clear();
    hints.clear();
  }

  /** Returns the data that the account's notifications led to. */
  NormalizedBatch read(TestAccount account) {
    List<NormalizedBatch> all = new ArrayList<>();
    for (ProviderNotification hint : new ArrayList<>(hints)) {
      if (hint.event() != NotificationParser.NotificationEvent.CHANGED
          || !account.session().externalUserId().equals(Optional.of(hint.externalUserId()))) {
        continue;
      }
      for (Feed feed : cloud.adapter.descriptor().feeds()) {
        if (hint.feeds().contains(feed.name())) {
          hint.target().map(w -> read(account, feed, w)).ifPresent(all::add);
        }
      }
    }
    return SimulatedVendorCloud.join(all);
  }

  private NormalizedBatch read(TestAccount account, Feed feed, FetchTarget wanted) {
    return wanted instanceof FetchTarget.Days days
        ? cloud.read(account, feed, days.first(), days.last())
        : cloud.adapter.fetcher().orElseThrow().fetch(account, feed, wanted, Instant.now()).batch();
  }

  @Override
  public void close() {
    server.close().await();
  }
}
