package io.tributary.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Verifies and parses a provider's notifications. Stateless and without I/O or a clock of its own,
 * so that the response meets the vendor's time limit.
 */
public interface NotificationParser {
  /** Suffix of the application details that hold verify tokens. */
  String VERIFY_TOKEN_SUFFIX = "verify_token";

  /**
   * Returns the distinct verify tokens; a detail may hold several, separated by commas or spaces.
   */
  static List<String> verifyTokens(JsonNode details) {
    return details.properties().stream()
        .filter(field -> field.getKey().endsWith(VERIFY_TOKEN_SUFFIX))
        .flatMap(field -> Stream.of(field.getValue().asText("").split("[\\s,]+")))
        .filter(word -> !word.isEmpty())
        .distinct()
        .toList();
  }

  NotificationResponse receive(NotificationRequest push);

  /**
   * Request at a notification URL, from the provider or an impostor.
   *
   * @param app application that owns the URL
   * @param urlSecret secret part of the URL, by which the caller has found the application
   * @param signingSecret signing secret that the provider returned with the subscription
   * @param now time of arrival
   */
  record NotificationRequest(
      AppCredentials app,
      String urlSecret,
      Optional<String> signingSecret,
      String method,
      MultiMap headers,
      MultiMap query,
      Buffer body,
      Instant now) {
    @Override
    public String toString() {
      return "Push[" + app.provider() + ", ***]";
    }
  }

  /** Response to a notification request. */
  sealed interface NotificationResponse {}

  /** Response to a challenge by which the provider verifies that we own the URL. */
  record Challenge(int status, String contentType, String body) implements NotificationResponse {}

  /**
   * Response to a challenge with a verify token that only the owner of the application has seen. It
   * proves that the provider has the URL, so a team's application that awaits this is set up.
   */
  record VerifyTokenChallenge(int status, String verifyToken) implements NotificationResponse {
    @Override
    public String toString() {
      return "Checked[" + status + ", ***]";
    }
  }

  /** Rejection of a request that failed verification or cannot be parsed. */
  record NotificationRejected(int status) implements NotificationResponse {}

  /** Acceptance of a verified notification; the hints are stored before the response is sent. */
  record NotificationAccepted(int status, List<ProviderNotification> notifications)
      implements NotificationResponse {
    public NotificationAccepted {
      notifications = List.copyOf(notifications);
    }
  }

  /** Kind of event at the provider. */
  enum NotificationEvent {
    /** New data is available. */
    CHANGED,
    /** The user revoked the grant. */
    REVOKED,
    /** The user changed the scopes of the grant. */
    SCOPES
  }

  /**
   * Event that concerns one account.
   *
   * @param externalUserId the provider's user ID; an empty one matches no user
   * @param feeds names of the feeds to read
   * @param target data to read from them; empty = new data
   * @param scopes scopes that the grant now covers
   * @param at time of the event according to the provider; empty if it names none
   */
  record ProviderNotification(
      String externalUserId,
      NotificationEvent event,
      Set<String> feeds,
      Optional<FetchTarget> target,
      Optional<List<String>> scopes,
      Optional<Instant> at) {
    public ProviderNotification {
      feeds = Set.copyOf(feeds);
      scopes = scopes.map(List::copyOf);
    }

    public static ProviderNotification changed(
        String externalUserId, Set<String> feeds, FetchTarget wanted) {
      return new ProviderNotification(
          externalUserId,
          NotificationEvent.CHANGED,
          feeds,
          Optional.ofNullable(wanted),
          Optional.empty(),
          Optional.empty());
    }

    public static ProviderNotification revoked(String externalUserId) {
      return new ProviderNotification(
          externalUserId,
          NotificationEvent.REVOKED,
          Set.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    public static ProviderNotification scopes(String externalUserId, List<String> scopes) {
      return new ProviderNotification(
          externalUserId,
          NotificationEvent.SCOPES,
          Set.of(),
          Optional.empty(),
          Optional.of(scopes),
          Optional.empty());
    }

    /** Returns a copy with the time of the event. */
    public ProviderNotification withTime(Optional<Instant> moment) {
      return new ProviderNotification(externalUserId, event, feeds, target, scopes, moment);
    }
  }
}
