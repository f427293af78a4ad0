package io.tributary.http;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Who makes a request.
 *
 * @param id of the key, token or session, never its value; empty when it has none
 * @param tenant team and environment; empty for a management key
 * @param only the sign-in that the caller is confined to; empty for all but a user's token
 * @param scopes what the caller may do
 * @param perMinute requests a minute that the key itself is allowed; empty: what the node allows
 */
public record Principal(
    Kind kind,
    Optional<UUID> id,
    UUID organisation,
    Optional<Tenant> tenant,
    Optional<Authenticator.SignedIn> only,
    Set<KeyScope> scopes,
    OptionalInt perMinute) {

  /** What a caller has shown. */
  public enum Kind {
    API_KEY,
    ACCESS_TOKEN,
    USER_TOKEN,
    MANAGEMENT_KEY,
    PORTAL_SESSION,
    REVIEW_SESSION;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Principal {
    scopes = Set.copyOf(scopes);
  }

  /** Somebody who opened a link of the organisation; what the session may do is its own affair. */
  public static Principal session(Kind kind, UUID organisation, Tenant tenant) {
    return new Principal(
        kind,
        Optional.empty(),
        organisation,
        Optional.of(tenant),
        Optional.empty(),
        KeyScope.ALL,
        OptionalInt.empty());
  }

  /** The team, or the organisation of a management key. */
  UUID party() {
    return tenant.map(Tenant::team).orElse(organisation);
  }

  /** Whether this path parameter may be asked for; null when the path names no user. */
  boolean sees(String user) {
    return user == null || only.map(o -> o.user().toString().equalsIgnoreCase(user)).orElse(true);
  }

  /**
   * Refuses who may not do all of this.
   *
   * @throws Refusal 403, which names what is missing
   */
  public void need(Set<KeyScope> needed) {
    Set<KeyScope> missing = EnumSet.noneOf(KeyScope.class);
    missing.addAll(needed);
    missing.removeAll(scopes);
    if (!missing.isEmpty()) {
      throw ServiceException.switchedOff(
          "this key lacks the scope "
              + missing.stream().map(KeyScope::wire).collect(Collectors.joining(" and ")));
    }
  }
}
