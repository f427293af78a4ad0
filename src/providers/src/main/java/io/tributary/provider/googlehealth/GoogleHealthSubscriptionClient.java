package io.tributary.provider.googlehealth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
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
  private static final String MASK = "endpointUri,subscriberConfigs,endpointAuthorization";

  private final ProviderHttp http;

  GoogleHealthSubscriptionClient(ProviderHttp http) {
    this.http = http;
  }

  @Override
  public Level level() {
    return Level.APP;
  }

  @Override
  public List<String> wanted(AppCredentials app) {
    boolean able =
        project(app).isPresent() && account(app).isPresent() && !app.clientSecret().isEmpty();
    return able ? List.of(KIND) : List.of();
  }

  /**
   * Creates or updates the subscriber. An existing one is always overwritten, because its secret
   * cannot be read.
   */
  @Override
  public Made ensure(Request request) {
    String access = access(request);
    String id = id(request.app());
    Answer there = http.send(request.app(), ProviderRequest.get(url(request, id)).bearer(access));
    ProviderRequest call;
    if (there.status() == 404) {
      call = ProviderRequest.post(url(request, "")).query(Map.of("subscriberId", id));
    } else {
      request.leaves(endpoint(checked(there)));
      call = ProviderRequest.patch(url(request, id)).query(Map.of("updateMask", MASK));
    }
    checked(http.send(request.app(), call.bearer(access).json(body(request))));
    return new Made(
        id,
        Optional.of(GoogleVerificationToken.of(request.app(), request.hookSecret())),
        Optional.empty());
  }

  @Override
  public boolean lives(Request request, Made made) {
    Answer answer =
        http.send(
            request.app(),
            ProviderRequest.get(url(request, made.remoteId())).bearer(access(request)));
    return answer.status() != 404 && request.callbackUrl().equals(endpoint(checked(answer)));
  }

  @Override
  public void remove(Request request, Made made) {
    Answer answer =
        http.send(
            request.app(),
            ProviderRequest.delete(url(request, made.remoteId())).bearer(access(request)));
    if (answer.status() != 404) {
      checked(answer);
    }
  }

  /** Returns a stable ID of lowercase letters, digits and hyphens. */
  static String id(AppCredentials app) {
    return "tributary-" + app.id().toString().replace("-", "").substring(0, 20);
  }

  private static ObjectNode body(Request request) {
    ObjectNode body = Json.object().put("endpointUri", request.callbackUrl());
    ArrayNode types =
        body.putArray("subscriberConfigs")
            .addObject()
            .put("subscriptionCreatePolicy", "AUTOMATIC")
            .putArray("dataTypes");
    GoogleHealthNotificationParser.TYPES.keySet().stream().sorted().forEach(types::add);
    body.putObject("endpointAuthorization")
        .put("secret", GoogleVerificationToken.of(request.app(), request.hookSecret()));
    return body;
  }

  private String access(Request request) {
    return account(request.app())
        .orElseThrow(() -> new ProviderException.AppRefused("no service account"))
        .access(http, request.app());
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

  private static String url(Request request, String id) {
    String project =
        project(request.app()).orElseThrow(() -> new ProviderException.AppRefused("no project"));
    String all = request.app().urls().api() + "/v4/projects/" + project + "/subscribers";
    return id.isEmpty() ? all : all + "/" + id;
  }

  private static String endpoint(Answer answer) {
    return answer.json().path("endpointUri").asText("");
  }

  private Answer checked(Answer answer) {
    if (answer.ok()) {
      return answer;
    }
    throw switch (answer.status()) {
      case 429 ->
          new ProviderException.RateLimited(answer.retryAfter().orElse(http.limits().window()));
      case 401, 403 -> new ProviderException.AppRefused("subscriber: status " + answer.status());
      default ->
          answer.status() >= 500
              ? new ProviderException.Unavailable("status " + answer.status())
              : new ProviderException.Rejected("status " + answer.status());
    };
  }
}
