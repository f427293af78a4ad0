package io.tributary.http;

/** Authentication that a route requires. */
public enum RouteAccess {
  /** None, or the handler checks it itself (link token, provider callback). */
  OPEN,
  /**
   * Session cookie, which the handler checks itself. Such routes are unavailable while the database
   * is.
   */
  SESSION,
  /** API key, which determines team and environment. */
  TEAM,
  /**
   * API key as for {@link #TEAM}, or the token of a signed-in user of the team. The token grants
   * access to that user only; other users are answered with 404.
   */
  CLIENT,
  /** Management key, which determines the organization. */
  MANAGEMENT
}
