package io.tributary.http;

/** What a route asks of its caller. */
public enum Access {
  /** Nothing, or the handler checks by itself (link token, provider callback). */
  OPEN,
  /** An API key, which fixes team and environment. */
  TEAM,
  /** A management key, which fixes the organisation. */
  MANAGEMENT
}
