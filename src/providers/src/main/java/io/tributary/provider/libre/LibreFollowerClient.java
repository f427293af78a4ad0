package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
import io.tributary.provider.ProviderRequest;
import io.tributary.provider.WebhookSignatures;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * The app by which people follow others. It shows the last half day in one call, of those who have
 * invited the account; most patients have not invited themselves. What other people it shows is
 * none of the account's own and is never looked at.
 */
final class LibreFollowerClient {
  private static final System.Logger LOG = System.getLogger(LibreFollowerClient.class.getName());

  /** What calls say they are, unless the application's id says otherwise. */
  private static final String PRODUCT = "llu.android/4.16.0";

  private final ProviderHttp http;

  LibreFollowerClient(ProviderHttp http) {
    this.http = http;
  }

  /**
   * @param ticket to read oneself with
   * @param follows empty when it could not be found out
   */
  record Followed(Optional<LibreToken> ticket, Optional<Boolean> follows) {}

  static final Followed NOT_FOLLOWED = new Followed(Optional.empty(), Optional.of(false));

  private static final Followed NOBODY_KNOWS = new Followed(Optional.empty(), Optional.empty());

  /**
   * Whether an account follows itself; a fault of the app costs the connection nothing.
   *
   * @param region of the account
   * @param user the vendor's id of it
   */
  Followed find(AppCredentials app, String region, String user, String email, String password) {
    try {
      String host = LibreState.host(app, region).orElseThrow();
      Answer signed =
          http.send(
              app,
              headers(app, ProviderRequest.post(host + "/llu/auth/login"))
                  .json(Json.object().put("email", email).put("password", password)));
      if (signed.jsonOrEmpty().path("data").path("step").hasNonNull("type")) {
        // A second factor, or terms of the app: nothing that could be passed here.
        return NOT_FOLLOWED;
      }
      if (LibreErrorMapping.refusesLogin(signed)) {
        // Asked again with each new ticket, it would lock the account of the portal as well.
        return NOT_FOLLOWED;
      }
      JsonNode data = good(signed).path("data");
      Optional<LibreToken> ticket = LibreToken.of(data.path("authTicket"));
      if (ticket.isEmpty() || !user.equals(data.path("user").path("id").asText(""))) {
        return NOBODY_KNOWS;
      }
      JsonNode list =
          good(http.send(app, read(app, host + "/llu/connections", user, ticket.get().token())))
              .path("data");
      if (!list.isArray()) {
        return NOBODY_KNOWS;
      }
      for (JsonNode one : list) {
        if (user.equals(one.path("patientId").asText(""))) {
          return new Followed(ticket, Optional.of(true));
        }
      }
      return NOT_FOLLOWED;
    } catch (ProviderException fault) {
      LOG.log(Level.WARNING, "provider=" + app.provider() + " follower=" + fault.getMessage());
      return NOBODY_KNOWS;
    }
  }

  private JsonNode good(Answer answer) {
    LibreErrorMapping.ALL
        .fault(answer, http.limits().window())
        .ifPresent(
            f -> {
              throw f;
            });
    return answer.json();
  }

  /** A read as somebody. */
  static ProviderRequest read(AppCredentials app, String url, String user, String token) {
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
