package io.tributary.simulator.oura;

import io.tributary.simulator.oura.Subscriptions.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Challenges callbacks and delivers notifications: signed, retried on the configured pauses, and
 * ended for good by a 410. Bad signatures are sent on demand, so that receivers can be tested.
 */
final class WebhookSender {
  /** What is done to a notification before it leaves. */
  enum Forgery {
    NONE,
    WRONG_SIGNATURE,
    NO_SIGNATURE,
    STALE
  }

  /** Something that happened to a user's document. */
  record Notice(
      String userId, String dataType, String eventType, String objectId, Forgery forgery) {}

  private static final int KEPT_RESULTS = 1000;
  private static final Duration STALENESS = Duration.ofDays(1);

  private final Vertx vertx;
  private final WebClient client;
  private final Subscriptions subscriptions;
  private final Grants grants;
  private final SimClock clock;
  private final List<Duration> retries;
  private final Duration timeout;
  private final Runnable changed;
  private final ArrayDeque<JsonObject> results = new ArrayDeque<>();
  private int pending;
  private boolean closed;

  WebhookSender(
      Vertx vertx,
      Subscriptions subscriptions,
      Grants grants,
      SimClock clock,
      Options options,
      Runnable changed) {
    this.vertx = vertx;
    this.client = WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
    this.subscriptions = subscriptions;
    this.grants = grants;
    this.clock = clock;
    this.retries = options.webhookRetries();
    this.timeout = options.webhookTimeout();
    this.changed = changed;
  }

  /** True if the callback echoes a fresh challenge; a callback out of reach is false too. */
  Future<Boolean> challenge(Subscription subscription) {
    String challenge = UUID.randomUUID().toString().replace("-", "");
    return client
        .getAbs(subscription.callbackUrl())
        .addQueryParam("verification_token", subscription.verificationToken())
        .addQueryParam("challenge", challenge)
        .timeout(timeout.toMillis())
        .send()
        .map(answer -> answer.statusCode() == 200 && challenge.equals(echo(answer)))
        .otherwise(false);
  }

  /** Starts a delivery per fitting, unexpired subscription; returns how many. */
  int send(Notice notice) {
    Instant now = clock.now();
    List<Subscription> fitting =
        subscriptions.all().stream()
            .filter(s -> s.sameKind(s.clientId(), notice.eventType(), notice.dataType()))
            .filter(s -> s.expiresAt().isAfter(now))
            .filter(s -> grants.shares(s.clientId(), notice.userId()))
            .toList();
    String eventTime = JsonText.utc(now);
    for (Subscription subscription : fitting) {
      Buffer body =
          new JsonObject()
              .put("event_type", notice.eventType())
              .put("data_type", notice.dataType())
              .put("object_id", notice.objectId())
              .put("event_time", eventTime)
              .put("user_id", notice.userId())
              .toBuffer();
      pending++;
      attempt(subscription, notice, body, 1);
    }
    return fitting.size();
  }

  /** Deliveries not yet settled, and the latest attempts with their outcome. */
  JsonObject report() {
    return new JsonObject()
        .put("pending", pending)
        .put("attempts", new JsonArray(List.copyOf(results)));
  }

  void close() {
    closed = true;
    client.close();
  }

  /** Upper-case hex HMAC-SHA256 of timestamp and raw body under the client's secret. */
  static String signature(String clientSecret, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(clientSecret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update(timestamp.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().withUpperCase().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  private void attempt(Subscription subscription, Notice notice, Buffer body, int number) {
    if (closed || !subscriptions.holds(subscription.id())) {
      pending--;
      return;
    }
    App app = grants.apps.get(subscription.clientId());
    // Receivers compare with their own clock, so the stamp is machine time even when days are
    // shifted.
    Instant stamp =
        Instant.now().minus(notice.forgery() == Forgery.STALE ? STALENESS : Duration.ZERO);
    String timestamp = Long.toString(stamp.getEpochSecond());
    String secret = app.clientSecret();
    var request =
        client
            .postAbs(subscription.callbackUrl())
            .timeout(timeout.toMillis())
            .putHeader("Content-Type", "application/json")
            .putHeader("x-oura-timestamp", timestamp);
    switch (notice.forgery()) {
      case NONE, STALE ->
          request.putHeader("x-oura-signature", signature(secret, timestamp, body.getBytes()));
      case WRONG_SIGNATURE ->
          request.putHeader(
              "x-oura-signature", signature(secret + "?", timestamp, body.getBytes()));
      case NO_SIGNATURE -> {}
    }
    request
        .sendBuffer(body)
        .map(HttpResponse::statusCode)
        .otherwise(0)
        .onSuccess(status -> settle(subscription, notice, body, number, status));
  }

  private void settle(
      Subscription subscription, Notice notice, Buffer body, int number, int status) {
    results.addLast(
        new JsonObject()
            .put("subscription", subscription.id())
            .put("data_type", notice.dataType())
            .put("event_type", notice.eventType())
            .put("object_id", notice.objectId())
            .put("attempt", number)
            .put("status", status));
    if (results.size() > KEPT_RESULTS) {
      results.removeFirst();
    }
    if (status == 410) {
      subscriptions.remove(subscription.id());
      changed.run();
    }
    boolean done = status >= 200 && status < 300 || status == 410;
    if (done || number > retries.size() || closed) {
      pending--;
      return;
    }
    long pause = Math.max(1, retries.get(number - 1).toMillis());
    vertx.setTimer(pause, id -> attempt(subscription, notice, body, number + 1));
  }

  private static String echo(HttpResponse<Buffer> answer) {
    try {
      return Optional.ofNullable(answer.bodyAsJsonObject())
          .map(json -> json.getString("challenge", ""))
          .orElse("");
    } catch (DecodeException | ClassCastException noJson) {
      return "";
    }
  }
}
