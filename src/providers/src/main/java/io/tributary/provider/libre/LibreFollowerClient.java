package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.WebhookSignatures;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * Client of the follower app, which shows the last half day in one call for people who have invited
 * the account. Most patients have not invited themselves. Data of other people in the app are never
 * read.
 */
final class LibreFollowerClient {
  private static final System.Logger LOG = System.getLogger(LibreFollowerClient.class.getName());

  /** Client identification, unless the application's client ID contains another one. */
  private static final String PRODUCT = "llu.android/4.16.0";

  private final ProviderHttp http;

  LibreFollowerClient(ProviderHttp http) {
    this.http = http;
  }

  /**
   * @param ticket ticket for reading one's own data
   * @param follows empty if unknown
   */
  record FollowResult(Optional<LibreToken> ticket, Optional<Boolean> follows) {}

  static final FollowResult NOT_FOLLOWED = new FollowResult(Optional.empty(), Optional.of(false));

  private static final FollowResult UNKNOWN = new FollowResult(Optional.empty(), Optional.empty());

  /**
   * Finds out whether an account follows itself; an error of the app does not affect the
   * connection.
   *
   * @param region region of the account
   * @param user ID of the account at LibreView
   */
  FollowResult checkFollowing(
      AppCredentials app, String region, String user, String email, String password) {
    try {
      String host = LibreState.host(app, region).orElseThrow();
      ProviderResponse signed =
          http.send(
              app,
              headers(app, ProviderRequest.post(host + "/llu/auth/login"))
                  .json(Json.object().put("email", email).put("password", password)));
      if (signed.jsonOrEmpty().path("data").path("step").hasNonNull("type")) {
        // A second factor or terms of use, which cannot be completed here.
        return NOT_FOLLOWED;
      }
      if (LibreErrorMapping.refusesLogin(signed)) {
        // A retry with each new ticket would lock the portal account too.
        return NOT_FOLLOWED;
      }
      JsonNode data = requireSuccess(signed).path("data");
      Optional<LibreToken> ticket = LibreToken.of(data.path("authTicket"));
      if (ticket.isEmpty() || !user.equals(data.path("user").path("id").asText(""))) {
        return UNKNOWN;
      }
      JsonNode list =
          requireSuccess(
                  http.send(
                      app, readRequest(app, host + "/llu/connections", user, ticket.get().token())))
              .path("data");
      if (!list.isArray()) {
        return UNKNOWN;
      }
      for (JsonNode one : list) {
        if (user.equals(one.path("patientId").asText(""))) {
          return new FollowResult(ticket, Optional.of(true));
        }
      }
      return NOT_FOLLOWED;
    } catch (ProviderException fault) {
      LOG.log(Level.WARNING, "provider=" + app.provider() + " follower=" + fault.getMessage());
      return UNKNOWN;
    }
  }

  private JsonNode requireSuccess(ProviderResponse answer) {
    LibreErrorMapping.INSTANCE
        .toException(answer, http.limits().defaultRateLimitDelay())
        .ifPresent(
            f -> {
              throw f;
            });
    return answer.json();
  }

  /** Returns a read request for a user. */
  static ProviderRequest readRequest(AppCredentials app, String url, String user, String token) {
    return headers(app, ProviderRequest.get(url)).header("account-id", hash(user)).bearer(token);
  }

  private static ProviderRequest headers(AppCredentials app, ProviderRequest request) {
    String[] client = (app.clientId().indexOf('/') > 0 ? app.clientId() : PRODUCT).split("/", 2);
    return request.header("product", client[0]).header("version", client[1]);
  }

  private static String hash(String user) {
    try {
      return WebhookSignatures.hex(
          MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
