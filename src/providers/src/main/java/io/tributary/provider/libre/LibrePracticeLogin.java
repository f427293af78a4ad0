package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.ProviderResponse;
import io.tributary.provider.ProviderRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Login through a practice. Patients are looked up by e-mail among those who share with the
 * practice. The application's client ID and secret are the user name and password of the practice's
 * account. Its session is shared by all patients for some minutes, and a rejected password is not
 * tried again until it changes.
 */
final class LibrePracticeLogin implements PasswordLogin {
  private static final Duration SESSION_TTL = Duration.ofMinutes(10);
  private static final int SEARCH_LIMIT = 50;

  private final ProviderHttp http;
  private final LibrePortalLogin portal;
  private final Map<Practice, PracticeSession> practices = new ConcurrentHashMap<>();

  LibrePracticeLogin(ProviderHttp http) {
    this.http = http;
    this.portal = new LibrePortalLogin(http);
  }

  private record Practice(UUID app, String name, String password) {
    @Override
    public String toString() {
      return "Practice[***]";
    }
  }

  /** Latest session of a practice; it is its own lock. */
  private static final class PracticeSession {
    private LibrePortalLogin.LoggedIn session;
    private Instant until = Instant.MIN;
    private boolean refused;
  }

  @Override
  public Outcome login(AppCredentials app, String user, String secret, Optional<String> region) {
    LibrePortalLogin.LoggedIn session = sharedSession(app);
    Optional<String> patient = findPatient(app, session, user);
    return patient
        .<Outcome>map(p -> connected(session, p, user))
        .orElseGet(() -> new Refused(RefusalReason.WRONG_CREDENTIALS));
  }

  @Override
  public Outcome renewSession(AppCredentials app, StoredLogin kept, ObjectNode state) {
    return connected(sharedSession(app), LibreState.of(state).patient(), kept.user());
  }

  private static Connected connected(
      LibrePortalLogin.LoggedIn session, String patient, String user) {
    return new Connected(
        new OAuth.Granted(
            new OAuth.Tokens(session.ticket().token(), null, session.ticket().expiresAt()),
            Optional.empty(),
            Optional.of(patient),
            new LibreState(session.region(), patient, Optional.of(false)).json()),
        Optional.of(new StoredLogin(user, "", Json.object())));
  }

  private LibrePortalLogin.LoggedIn sharedSession(AppCredentials app) {
    if (app.clientId().isEmpty() || app.clientSecret().isEmpty()) {
      throw new ProviderException.AppCredentialsRejected(
          "the credentials of the practice are not configured");
    }
    PracticeSession of =
        practices.computeIfAbsent(
            new Practice(app.id(), app.clientId(), app.clientSecret()), p -> new PracticeSession());
    synchronized (of) {
      if (of.refused) {
        throw new ProviderException.AppCredentialsRejected(
            "the password of the practice was rejected");
      }
      Instant now = Instant.now();
      if (of.session == null || !now.isBefore(of.until)) {
        of.session = signIn(app, of);
        Instant end = of.session.ticket().expiresAt();
        of.until = end.isBefore(now.plus(SESSION_TTL)) ? end : now.plus(SESSION_TTL);
      }
      return of.session;
    }
  }

  private LibrePortalLogin.LoggedIn signIn(AppCredentials app, PracticeSession of) {
    return switch (portal.login(app, app.clientId(), app.clientSecret(), "", Optional.empty())) {
      case LibrePortalLogin.LoggedIn in -> in;
      case LibrePortalLogin.SecondFactorRequired code ->
          throw new ProviderException.AppCredentialsRejected(
              "the account of the practice requires two-factor authentication");
      case LibrePortalLogin.LoginRefused no -> {
        of.refused = no.problem() == RefusalReason.WRONG_CREDENTIALS;
        throw new ProviderException.AppCredentialsRejected(
            "the login of the practice was rejected: " + no.problem());
      }
    };
  }

  /**
   * Returns the only patient with exactly this address; the search also returns partial matches.
   */
  private Optional<String> findPatient(
      AppCredentials app, LibrePortalLogin.LoggedIn session, String email) {
    if (email.isBlank()) {
      return Optional
          .empty(); // Without this check, the only patient without an address would match.
    }
    ObjectNode body = Json.object().put("limit", SEARCH_LIMIT);
    body.putArray("match").addObject().put("term", email).putArray("fields").add("email");
    String host = new LibreState(session.region(), "", Optional.empty()).host(app);
    ProviderResponse answer =
        http.send(
            app,
            ProviderRequest.post(host + "/patients/search")
                .bearer(session.ticket().token())
                .json(body));
    Optional<ProviderException> fault =
        LibreErrorMapping.INSTANCE.toException(answer, http.limits().defaultRateLimitDelay());
    if (fault.isPresent()) {
      // A refused session is an error of the practice, not of the patient.
      throw fault.get() instanceof ProviderException.Unauthorized
          ? new ProviderException.Unavailable("the session of the practice was rejected")
          : fault.get();
    }
    JsonNode patients = answer.json().path("data").path("patients");
    if (!patients.isArray()) {
      throw new ProviderException.Unavailable("search response without patients");
    }
    Set<String> ids = new HashSet<>();
    for (JsonNode p : patients) {
      if (p.path("email").asText("").strip().equalsIgnoreCase(email.strip())) {
        ids.add(p.path("id").asText(""));
      }
    }
    return ids.size() == 1
        ? ids.stream().filter(id -> !id.isEmpty()).findFirst()
        : Optional.empty();
  }
}
