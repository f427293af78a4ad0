package io.tributary.provider.googlehealth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.SubscriptionClient;
import io.tributary.provider.oauth.GoogleServiceAccount;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Subscriber for all types and users of an application, created by the service account of its
 * project. An application without project, account, key and secret has no subscriber and is polled.
 */
final class GoogleHealthSubscriptionClient implements SubscriptionClient {
  private static final String KIND = "data";
  private static final String UPDATE_MASK = "endpointUri,subscriberConfigs,endpointAuthorization";

  private final ProviderHttp http;

  GoogleHealthSubscriptionClient(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public Level level() {
    return Level.APP;
  }

  @Override
  public List<String> subscriptionNames(AppCredentials app) {
    boolean able =
        project(app).isPresent() && account(app).isPresent() && !app.clientSecret().isEmpty();
    return able ? List.of(KIND) : List.of();
  }

  /**
   * Creates or updates the subscriber. An existing one is always overwritten, because its secret
   * cannot be read.
   */
  @Override
  public ProviderSubscription ensure(SubscriptionRequest request) {
    String access = accessToken(request);
    String id = id(request.app());
    ProviderResponse there =
        http.send(request.app(), ProviderRequest.get(url(request, id)).bearer(access));
    ProviderRequest call;
    if (there.status() == 404) {
      call = ProviderRequest.post(url(request, "")).query(Map.of("subscriberId", id));
    } else {
      request.requireNotOwnedByOtherApp(endpointUri(requireSuccess(there)));
      call = ProviderRequest.patch(url(request, id)).query(Map.of("updateMask", UPDATE_MASK));
    }
    requireSuccess(http.send(request.app(), call.bearer(access).json(body(request))));
    return new ProviderSubscription(
        id,
        Optional.of(GoogleVerificationToken.of(request.app(), request.urlSecret())),
        Optional.empty());
  }

  @Override
  public boolean exists(SubscriptionRequest request, ProviderSubscription made) {
    ProviderResponse answer =
        http.send(
            request.app(),
            ProviderRequest.get(url(request, made.remoteId())).bearer(accessToken(request)));
    return answer.status() != 404
        && request.callbackUrl().equals(endpointUri(requireSuccess(answer)));
  }

  @Override
  public void remove(SubscriptionRequest request, ProviderSubscription made) {
    ProviderResponse answer =
        http.send(
            request.app(),
            ProviderRequest.delete(url(request, made.remoteId())).bearer(accessToken(request)));
    if (answer.status() != 404) {
      requireSuccess(answer);
    }
  }

  /** Returns a stable ID of lowercase letters, digits and hyphens. */
  static String id(AppCredentials app) {
    return "tributary-" + app.id().toString().replace("-", "").substring(0, 20);
  }

  private static ObjectNode body(SubscriptionRequest request) {
    ObjectNode body = Json.object().put("endpointUri", request.callbackUrl());
    ArrayNode types =
        body.putArray("subscriberConfigs")
            .addObject()
            .put("subscriptionCreatePolicy", "AUTOMATIC")
            .putArray("dataTypes");
    GoogleHealthNotificationParser.TYPES.keySet().stream().sorted().forEach(types::add);
    body.putObject("endpointAuthorization")
        .put("secret", GoogleVerificationToken.of(request.app(), request.urlSecret()));
    return body;
  }

  private String accessToken(SubscriptionRequest request) {
    return account(request.app())
        .orElseThrow(
            () -> new ProviderException.AppCredentialsRejected("no service account is configured"))
        .accessToken(http, request.app());
  }

  private static Optional<GoogleServiceAccount> account(AppCredentials app) {
    JsonNode details = app.details();
    String email = details.path("service_account_email").asText("");
    String key = details.path("service_account_key").asText("");
    return email.isBlank() || key.isBlank()
        ? Optional.empty()
        : Optional.of(new GoogleServiceAccount(email, key));
  }

  private static Optional<String> project(AppCredentials app) {
    return Optional.of(app.details().path("project_number").asText(""))
        .filter(n -> n.matches("\\d{1,20}"));
  }

  private static String url(SubscriptionRequest request, String id) {
    String project =
        project(request.app())
            .orElseThrow(
                () ->
                    new ProviderException.AppCredentialsRejected(
                        "no Google Cloud project is configured"));
    String all = request.app().urls().api() + "/v4/projects/" + project + "/subscribers";
    return id.isEmpty() ? all : all + "/" + id;
  }

  private static String endpointUri(ProviderResponse answer) {
    return answer.json().path("endpointUri").asText("");
  }

  private ProviderResponse requireSuccess(ProviderResponse answer) {
    if (answer.isSuccess()) {
      return answer;
    }
    throw switch (answer.status()) {
      case 429 ->
          new ProviderException.RateLimited(
              answer.retryAfter().orElse(http.limits().defaultRateLimitDelay()));
      case 401, 403 ->
          new ProviderException.AppCredentialsRejected("subscriber: status " + answer.status());
      default ->
          answer.status() >= 500
              ? new ProviderException.Unavailable("status " + answer.status())
              : new ProviderException.Rejected("status " + answer.status());
    };
  }
}
