package io.tributary.provider.oura;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Subscriptions for all users of an application: one per kind of document and of change. The stored
 * kind consists of Oura's two terms, as in {@code sleep update}.
 */
final class OuraSubscriptionClient implements SubscriptionClient {
  private static final String PATH = "/v2/webhook/subscription";

  /** Changes to subscribe to; deletions are omitted, because deleted documents stay stored. */
  private static final List<String> CHANGES = List.of("create", "update");

  private final ProviderHttp http;

  OuraSubscriptionClient(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public Level level() {
    return Level.APP;
  }

  @Override
  public List<String> subscriptionNames(AppCredentials app) {
    return OuraFeed.noticed().stream()
        .flatMap(data -> CHANGES.stream().map(change -> data + " " + change))
        .toList();
  }

  @Override
  public ProviderSubscription ensure(SubscriptionRequest r) {
    List<JsonNode> there = new ArrayList<>();
    for (JsonNode s : send(r, ProviderRequest.get(url(r, ""))).json()) {
      if (r.name().equals(s.path("data_type").asText() + " " + s.path("event_type").asText())) {
        if (s.path("callback_url").asText().equals(r.callbackUrl())) {
          return made(s);
        }
        there.add(s);
      }
    }
    there.forEach(s -> r.requireNotOwnedByOtherApp(s.path("callback_url").asText()));
    if (!there.isEmpty()) {
      // The subscription has another URL: an earlier one of ours, or that of a copy of this
      // installation.
      String id = there.getFirst().path("id").asText();
      return made(send(r, ProviderRequest.put(url(r, "/" + id)).json(body(r))).json());
    }
    return made(send(r, ProviderRequest.post(url(r, "")).json(body(r))).json());
  }

  @Override
  public ProviderSubscription renew(SubscriptionRequest r, ProviderSubscription before) {
    ProviderResponse answer = call(r, ProviderRequest.put(url(r, "/renew/" + before.remoteId())));
    return answer.status() == 404 ? ensure(r) : made(requireSuccess(answer).json());
  }

  @Override
  public boolean exists(SubscriptionRequest r, ProviderSubscription made) {
    ProviderResponse answer = call(r, ProviderRequest.get(url(r, "/" + made.remoteId())));
    return answer.status() != 404
        && requireSuccess(answer).json().path("callback_url").asText().equals(r.callbackUrl());
  }

  @Override
  public void remove(SubscriptionRequest r, ProviderSubscription made) {
    ProviderResponse answer = call(r, ProviderRequest.delete(url(r, "/" + made.remoteId())));
    if (answer.status() != 404) {
      requireSuccess(answer);
    }
  }

  private static String url(SubscriptionRequest r, String rest) {
    return r.app().urls().api() + PATH + rest;
  }

  private static JsonNode body(SubscriptionRequest r) {
    String[] words = r.name().split(" ");
    return Json.object()
        .put("callback_url", r.callbackUrl())
        .put("verification_token", r.urlSecret())
        .put("event_type", words[1])
        .put("data_type", words[0]);
  }

  private ProviderResponse send(SubscriptionRequest r, ProviderRequest request) {
    return requireSuccess(call(r, request));
  }

  private ProviderResponse call(SubscriptionRequest r, ProviderRequest request) {
    return http.send(
        r.app(),
        request
            .header("x-client-id", r.app().clientId())
            .header("x-client-secret", r.app().clientSecret()));
  }

  private ProviderResponse requireSuccess(ProviderResponse answer) {
    if (answer.isSuccess()) {
      return answer;
    }
    int status = answer.status();
    if (status == 429) {
      throw new ProviderException.RateLimited(
          answer.retryAfter().orElse(http.limits().defaultRateLimitDelay()));
    }
    if (status == 401 || status == 403) {
      throw new ProviderException.AppCredentialsRejected(
          "the subscription API rejected the application credentials");
    }
    throw status >= 500
        ? new ProviderException.Unavailable("status " + status)
        : new ProviderException.Rejected("status " + status);
  }

  private static ProviderSubscription made(JsonNode s) {
    return new ProviderSubscription(
        s.path("id").asText(), Optional.empty(), parseExpiry(s.path("expiration_time").asText("")));
  }

  /** Parses the expiry; without an offset it is UTC. */
  private static Optional<Instant> parseExpiry(String text) {
    try {
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(
              text.matches(".*(Z|[+-]\\d\\d:\\d\\d)$")
                  ? OffsetDateTime.parse(text).toInstant()
                  : Instant.parse(text + "Z"));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
