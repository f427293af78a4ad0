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
 * Authenticated caller of a request: API key, access token, user token, management key or session.
 *
 * @param id ID of the key, token or session, never its value; empty if it has none
 * @param tenant team and environment; empty for a management key
 * @param restrictedTo the sign-in that the caller is restricted to; present only for a user token
 * @param scopes what the caller may do
 * @param perMinute rate limit of the key itself, in requests per minute; if empty, the node's
 *     default applies
 */
public record Principal(
    Kind kind,
    Optional<UUID> id,
    UUID organisation,
    Optional<Tenant> tenant,
    Optional<Authenticator.SignedIn> restrictedTo,
    Set<KeyScope> scopes,
    OptionalInt perMinute) {

  /** Kind of credential that the caller presented. */
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

  /**
   * Creates the caller for a session that was opened by a link of the organization. It has all
   * scopes; the session's handler enforces its own restrictions.
   */
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

  /** Returns the team, or the organization of a management key. */
  UUID accountId() {
    return tenant.map(Tenant::team).orElse(organisation);
  }

  /**
   * Returns whether the caller may access the user in the path.
   *
   * @param user user ID in the path; null if the path contains none
   */
  boolean mayAccessUser(String user) {
    return user == null
        || restrictedTo.map(o -> o.user().toString().equalsIgnoreCase(user)).orElse(true);
  }

  /**
   * Checks that the caller has all the given scopes.
   *
   * @throws ServiceException with status 403, naming the missing scopes
   */
  public void requireScopes(Set<KeyScope> needed) {
    Set<KeyScope> missing = EnumSet.noneOf(KeyScope.class);
    missing.addAll(needed);
    missing.removeAll(scopes);
    if (!missing.isEmpty()) {
      throw ServiceException.featureDisabled(
          "this key lacks the scope "
              + missing.stream().map(KeyScope::wire).collect(Collectors.joining(" and ")));
    }
  }
}
