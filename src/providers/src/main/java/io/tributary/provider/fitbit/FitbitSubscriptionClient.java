package io.tributary.provider.fitbit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
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
  private static final String SUBSCRIBER = "subscriber_id";

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
  public List<String> wanted(AppCredentials app) {
    return FitbitNotificationParser.words(app).isEmpty() ? List.of() : COLLECTIONS;
  }

  @Override
  public Made ensure(Request request) {
    String id = id(request);
    ProviderRequest call = ProviderRequest.post(url(request, "/" + id));
    Optional<String> subscriber =
        Optional.ofNullable(LenientJson.of(request.app().details()).id(SUBSCRIBER));
    if (subscriber.isPresent()) {
      call = call.header("X-Fitbit-Subscriber-Id", subscriber.get());
    }
    Answer answer = http.send(request.app(), call.bearer(session(request).tokens().access()));
    if (answer.status() != CONFLICT) {
      good(answer);
      return made(id);
    }
    // The user already has a subscription for this collection under another ID.
    return there(request).stream()
        .findFirst()
        .map(FitbitSubscriptionClient::made)
        .orElseThrow(() -> new ProviderException.Rejected("the subscription's id is taken"));
  }

  @Override
  public boolean lives(Request request, Made made) {
    return there(request).contains(made.remoteId());
  }

  @Override
  public void remove(Request request, Made made) {
    String id = made.remoteId().isEmpty() ? id(request) : made.remoteId();
    Answer answer =
        http.send(
            request.app(),
            ProviderRequest.delete(url(request, "/" + id))
                .bearer(session(request).tokens().access()));
    if (answer.status() != NOT_FOUND) {
      good(answer);
    }
  }

  private static Made made(String id) {
    return new Made(id, Optional.empty(), Optional.empty());
  }

  private static OAuth.Session session(Request request) {
    return request
        .session()
        .orElseThrow(() -> new ProviderException.Rejected("a subscription without its user"));
  }

  /** Returns our subscription ID for this user and collection, which is stable and unique. */
  private static String id(Request request) {
    return session(request)
            .externalUserId()
            .orElseThrow(() -> new ProviderException.Rejected("a subscription of nobody"))
        + "-"
        + request.kind();
  }

  private static String url(Request request, String id) {
    return request.app().urls().api()
        + FitbitClient.ME
        + "/"
        + request.kind()
        + "/apiSubscriptions"
        + id
        + ".json";
  }

  private void good(Answer answer) {
    Optional<ProviderException> fault =
        FitbitErrorMapping.RULES.fault(answer, http.limits().window());
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  /** Returns the IDs of the user's subscriptions of the requested kind. */
  private List<String> there(Request request) {
    Answer answer =
        http.send(
            request.app(),
            ProviderRequest.get(url(request, "")).bearer(session(request).tokens().access()));
    good(answer);
    JsonNode list = Paginator.list("subscriptions", answer.json(), "apiSubscriptions");
    return LenientJson.of(list).list().stream()
        .filter(d -> request.kind().equals(d.text("collectionType")))
        .map(d -> d.id("subscriptionId"))
        .filter(id -> id != null)
        .toList();
  }
}
