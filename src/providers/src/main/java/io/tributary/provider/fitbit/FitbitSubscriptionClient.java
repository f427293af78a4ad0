package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.Paginator;
import java.util.List;
import java.util.Optional;

/**
 * Subscriptions, one per user and collection, for the subscriber that the owner of the application
 * has registered in Fitbit's console. Without a subscriber there are no subscriptions.
 */
final class FitbitSubscriptionClient implements SubscriptionClient {
  private static final List<String> COLLECTIONS =
      List.of("activities", "body", "foods", "sleep", "userRevokedAccess");

  /** Setting that selects a subscriber other than the application's default one. */
  private static final String SUBSCRIBER_SETTING = "subscriber_id";

  private static final int CONFLICT = 409;
  private static final int NOT_FOUND = 404;

  private final ProviderHttp http;

  FitbitSubscriptionClient(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public Level level() {
    return Level.CONNECTION;
  }

  @Override
  public List<String> subscriptionNames(AppCredentials app) {
    return FitbitNotificationParser.verificationCodes(app).isEmpty() ? List.of() : COLLECTIONS;
  }

  @Override
  public ProviderSubscription ensure(SubscriptionRequest request) {
    String id = id(request);
    ProviderRequest call = ProviderRequest.post(url(request, "/" + id));
    Optional<String> subscriber =
        Optional.ofNullable(LenientJson.of(request.app().details()).id(SUBSCRIBER_SETTING));
    if (subscriber.isPresent()) {
      call = call.header("X-Fitbit-Subscriber-Id", subscriber.get());
    }
    ProviderResponse answer =
        http.send(request.app(), call.bearer(session(request).tokens().access()));
    if (answer.status() != CONFLICT) {
      requireSuccess(answer);
      return made(id);
    }
    // The user already has a subscription for this collection under another ID.
    return existingIds(request).stream()
        .findFirst()
        .map(FitbitSubscriptionClient::made)
        .orElseThrow(() -> new ProviderException.Rejected("the subscription ID is already in use"));
  }

  @Override
  public boolean exists(SubscriptionRequest request, ProviderSubscription made) {
    return existingIds(request).contains(made.remoteId());
  }

  @Override
  public void remove(SubscriptionRequest request, ProviderSubscription made) {
    String id = made.remoteId().isEmpty() ? id(request) : made.remoteId();
    ProviderResponse answer =
        http.send(
            request.app(),
            ProviderRequest.delete(url(request, "/" + id))
                .bearer(session(request).tokens().access()));
    if (answer.status() != NOT_FOUND) {
      requireSuccess(answer);
    }
  }

  private static ProviderSubscription made(String id) {
    return new ProviderSubscription(id, Optional.empty(), Optional.empty());
  }

  private static OAuth.Session session(SubscriptionRequest request) {
    return request
        .session()
        .orElseThrow(() -> new ProviderException.Rejected("the subscription has no user session"));
  }

  /** Returns our subscription ID for this user and collection, which is stable and unique. */
  private static String id(SubscriptionRequest request) {
    return session(request)
            .externalUserId()
            .orElseThrow(
                () -> new ProviderException.Rejected("the subscription has no provider user ID"))
        + "-"
        + request.name();
  }

  private static String url(SubscriptionRequest request, String id) {
    return request.app().urls().api()
        + FitbitClient.ME
        + "/"
        + request.name()
        + "/apiSubscriptions"
        + id
        + ".json";
  }

  private void requireSuccess(ProviderResponse answer) {
    Optional<ProviderException> fault =
        FitbitErrorMapping.MAPPING.toException(answer, http.limits().defaultRateLimitDelay());
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  /** Returns the IDs of the user's subscriptions of the requested kind. */
  private List<String> existingIds(SubscriptionRequest request) {
    ProviderResponse answer =
        http.send(
            request.app(),
            ProviderRequest.get(url(request, "")).bearer(session(request).tokens().access()));
    requireSuccess(answer);
    JsonNode list = Paginator.list("subscriptions", answer.json(), "apiSubscriptions");
    return LenientJson.of(list).list().stream()
        .filter(d -> request.name().equals(d.text("collectionType")))
        .map(d -> d.id("subscriptionId"))
        .filter(id -> id != null)
        .toList();
  }
}
