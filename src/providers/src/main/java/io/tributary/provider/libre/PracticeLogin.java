package io.tributary.provider.libre;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.PasswordLogin;
import io.tributary.provider.ProviderException;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderHttp.Answer;
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
final class PracticeLogin implements PasswordLogin {
  private static final Duration SHARED_FOR = Duration.ofMinutes(10);
  private static final int MOST_FOUND = 50;

  private final ProviderHttp http;
  private final PortalLogin portal;
  private final Map<Practice, Sessions> practices = new ConcurrentHashMap<>();

  PracticeLogin(ProviderHttp http) {
    this.http = http;
    this.portal = new PortalLogin(http);
  }

  private record Practice(UUID app, String name, String password) {
    @Override
    public String toString() {
      return "Practice[***]";
    }
  }

  /** Latest session of a practice; it is its own lock. */
  private static final class Sessions {
    private PortalLogin.In session;
    private Instant until = Instant.MIN;
    private boolean refused;
  }

  @Override
  public Outcome login(AppCredentials app, String user, String secret, Optional<String> region) {
    PortalLogin.In session = session(app);
    Optional<String> patient = find(app, session, user);
    return patient
        .<Outcome>map(p -> connected(session, p, user))
        .orElseGet(() -> new Refused(Problem.WRONG_CREDENTIALS));
  }

  @Override
  public Outcome again(AppCredentials app, Kept kept, ObjectNode state) {
    return connected(session(app), LibreState.of(state).patient(), kept.user());
  }

  private static Connected connected(PortalLogin.In session, String patient, String user) {
    return new Connected(
        new OAuth.Granted(
            new OAuth.Tokens(session.ticket().token(), null, session.ticket().expiresAt()),
            Optional.empty(),
            Optional.of(patient),
            new LibreState(session.region(), patient, Optional.of(false)).json()),
        Optional.of(new Kept(user, "", Json.object())));
  }

  private PortalLogin.In session(AppCredentials app) {
    if (app.clientId().isEmpty() || app.clientSecret().isEmpty()) {
      throw new ProviderException.AppRefused("the practice has no password here");
    }
    Sessions of =
        practices.computeIfAbsent(
            new Practice(app.id(), app.clientId(), app.clientSecret()), p -> new Sessions());
    synchronized (of) {
      if (of.refused) {
        throw new ProviderException.AppRefused("the practice's password was refused");
      }
      Instant now = Instant.now();
      if (of.session == null || !now.isBefore(of.until)) {
        of.session = sign(app, of);
        Instant end = of.session.ticket().expiresAt();
        of.until = end.isBefore(now.plus(SHARED_FOR)) ? end : now.plus(SHARED_FOR);
      }
      return of.session;
    }
  }

  private PortalLogin.In sign(AppCredentials app, Sessions of) {
    return switch (portal.sign(app, app.clientId(), app.clientSecret(), "", Optional.empty())) {
      case PortalLogin.In in -> in;
      case PortalLogin.Code code ->
          throw new ProviderException.AppRefused("the practice's account asks for a second factor");
      case PortalLogin.No no -> {
        of.refused = no.why() == Problem.WRONG_CREDENTIALS;
        throw new ProviderException.AppRefused("the practice's login was refused: " + no.why());
      }
    };
  }

  /**
   * Returns the only patient with exactly this address; the search also returns partial matches.
   */
  private Optional<String> find(AppCredentials app, PortalLogin.In session, String email) {
    if (email.isBlank()) {
      return Optional
          .empty(); // Without this check, the only patient without an address would match.
    }
    ObjectNode body = Json.object().put("limit", MOST_FOUND);
    body.putArray("match").addObject().put("term", email).putArray("fields").add("email");
    String host = new LibreState(session.region(), "", Optional.empty()).host(app);
    Answer answer =
        http.send(
            app,
            ProviderRequest.post(host + "/patients/search")
                .bearer(session.ticket().token())
                .json(body));
    Optional<ProviderException> fault = LibreErrorMapping.ALL.fault(answer, http.limits().window());
    if (fault.isPresent()) {
      // A refused session is an error of the practice, not of the patient.
      throw fault.get() instanceof ProviderException.Unauthorised
          ? new ProviderException.Unavailable("the practice's session was refused")
          : fault.get();
    }
    JsonNode patients = answer.json().path("data").path("patients");
    if (!patients.isArray()) {
      throw new ProviderException.Unavailable("search without patients");
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
