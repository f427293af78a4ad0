package io.tributary.http;

/** What a route asks of its caller. */
public enum RouteAccess {
  /** Nothing, or the handler checks by itself (link token, provider callback). */
  OPEN,
  /**
   * The cookie of a session, which the handler looks up by itself: without a database there is
   * nobody to be let in.
   */
  SESSION,
  /** An API key, which fixes team and environment. */
  TEAM,
  /**
   * An API key as for {@link #TEAM}, or a token that one of the team's users signed in for: it
   * opens that user alone, everybody else is unknown to it.
   */
  CLIENT,
  /** A management key, which fixes the organisation. */
  MANAGEMENT
}
