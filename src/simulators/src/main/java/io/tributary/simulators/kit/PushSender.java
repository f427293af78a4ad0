package io.tributary.simulators.kit;

import io.tributary.simulators.kit.OutgoingNotification.Forgery;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Delivers notifications by the vendor's rules: signed, retried, and ended by statuses that mean
 * the receiver is gone. On demand it sends invalid signatures, duplicates, or the latest
 * notification first, so that receivers can be tested. Used on one event loop only.
 */
public final class PushSender {
  private static final int MAX_RESULTS = 1000;

  /**
   * Delivery mode until it is changed.
   *
   * @param copies copies of each notification
   * @param gather if above zero, notifications within this time are sent together, one after
   *     another, the latest first
   */
  public record Mode(int copies, Duration gather) {
    static final Mode PLAIN = new Mode(1, Duration.ZERO);

    public Mode {
      if (copies < 1 || copies > 100) {
        throw new IllegalArgumentException("copies 1..100");
      }
    }
  }

  private record NotificationDelivery(OutgoingNotification push, Forgery forgery, Buffer body) {}

  private final Vertx vertx;
  private final WebClient client;
  private final PushRules rules;
  private final WebhookSubscriptions hooks;
  private final SimClock clock;
  private final FaultInjection faults;
  private final Runnable changed;
  private final ArrayDeque<JsonObject> results = new ArrayDeque<>();
  private final List<NotificationDelivery> gathered = new ArrayList<>();
  private Mode mode = Mode.PLAIN;
  private int pending;
  private boolean closed;

  PushSender(
      Vertx vertx,
      PushRules rules,
      WebhookSubscriptions hooks,
      SimClock clock,
      FaultInjection faults,
      Runnable changed) {
    this.vertx = vertx;
    this.client = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
    this.rules = rules;
    this.hooks = hooks;
    this.clock = clock;
    this.faults = faults;
    this.changed = changed;
  }

  /** Sends a request of the vendor's own, such as the challenge of a new subscription. */
  public Future<HttpResponse<Buffer>> sendRequest(
      HttpMethod method, String url, Map<String, String> query) {
    var request = client.requestAbs(method, url).timeout(rules.timeout().toMillis());
    query.forEach(request::addQueryParam);
    return request.send();
  }

  /**
   * Starts the deliveries with the given number of copies each; returns the number of deliveries.
   */
  public int send(List<OutgoingNotification> pushes, Forgery forgery, int copies) {
    int sent = 0;
    for (int copy = 0; copy < copies * mode.copies(); copy++) {
      for (OutgoingNotification push : pushes) {
        String secret = forgery == Forgery.WRONG_SIGNATURE ? push.secret() + "?" : push.secret();
        String inBody = forgery == Forgery.NO_SIGNATURE ? "" : secret;
        start(new NotificationDelivery(push, forgery, push.body().apply(inBody)));
        sent++;
      }
    }
    return sent;
  }

  /** Starts each delivery once and without forgery. */
  public int send(List<OutgoingNotification> pushes) {
    return send(pushes, Forgery.NONE, 1);
  }

  public void mode(Mode newMode) {
    mode = newMode;
  }

  Mode mode() {
    return mode;
  }

  /** Returns the number of deliveries that are not finished. */
  public int pending() {
    return pending;
  }

  private void start(NotificationDelivery parcel) {
    pending++;
    if (mode.gather().isZero()) {
      faults.notificationSent();
      attempt(parcel, 1);
      return;
    }
    gathered.add(parcel);
    if (gathered.size() == 1) {
      vertx.setTimer(
          Math.max(1, mode.gather().toMillis()),
          id -> {
            List<NotificationDelivery> together = new ArrayList<>(gathered);
            gathered.clear();
            Collections.reverse(together);
            sendInOrder(together, 0);
          });
    }
  }

  private void sendInOrder(List<NotificationDelivery> parcels, int index) {
    if (index < parcels.size()) {
      faults.notificationSent();
      attempt(parcels.get(index), 1).onComplete(done -> sendInOrder(parcels, index + 1));
    }
  }

  /** Returns the number of unfinished deliveries, and the latest attempts with their outcome. */
  JsonObject report() {
    return new JsonObject()
        .put("pending", pending)
        .put("attempts", new JsonArray(List.copyOf(results)));
  }

  void close() {
    closed = true;
    client.close();
  }

  private Future<Void> attempt(NotificationDelivery parcel, int number) {
    OutgoingNotification push = parcel.push();
    if (closed || !push.hook().isEmpty() && !hooks.contains(push.hook())) {
      pending--;
      return Future.succeededFuture();
    }
    Forgery forgery = parcel.forgery();
    Instant stamp =
        clock.stamp().minus(forgery == Forgery.STALE ? rules.staleness() : Duration.ZERO);
    String secret = forgery == Forgery.WRONG_SIGNATURE ? push.secret() + "?" : push.secret();
    PushRules.Signed signed = rules.signer().sign(secret, stamp, parcel.body());
    var request =
        client
            .postAbs(rules.urlOf(push, forgery))
            .timeout(rules.timeout().toMillis())
            .putHeader("Content-Type", push.contentType());
    signed.plain().forEach(request::putHeader);
    if (forgery != Forgery.NO_SIGNATURE) {
      signed.proof().forEach(request::putHeader);
    }
    return request
        .sendBuffer(parcel.body())
        .map(HttpResponse::statusCode)
        .otherwise(0)
        .map(
            status -> {
              handleResponse(parcel, number, status);
              return null;
            });
  }

  private void handleResponse(NotificationDelivery parcel, int number, int status) {
    results.addLast(
        new JsonObject()
            .put("subscription", parcel.push().hook())
            .mergeIn(parcel.push().label())
            .put("attempt", number)
            .put("status", status));
    if (results.size() > MAX_RESULTS) {
      results.removeFirst();
    }
    boolean gone = rules.gone().contains(status);
    if (gone) {
      hooks.remove(parcel.push().hook());
      changed.run();
    }
    boolean done = status >= 200 && status < 300 || gone;
    if (done || number > rules.retries().size() || closed) {
      pending--;
      return;
    }
    long pause = Math.max(1, rules.retries().get(number - 1).toMillis());
    vertx.setTimer(pause, id -> attempt(parcel, number + 1));
  }
}
