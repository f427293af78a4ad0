package io.tributary.provider.libre;

import java.util.Optional;

/**
 * The access token of a connection: a ticket of the portal, and where there is one, a ticket of the
 * follower app, which lives for longer. Neither holds a blank.
 */
record LibreTokens(String portal, Optional<String> follower) {
  private static final char BETWEEN = ' ';

  static LibreTokens of(String accessToken) {
    int at = accessToken.indexOf(BETWEEN);
    return at < 0
        ? new LibreTokens(accessToken, Optional.empty())
        : new LibreTokens(accessToken.substring(0, at), Optional.of(accessToken.substring(at + 1)));
  }

  String accessToken() {
    return follower.map(f -> portal + BETWEEN + f).orElse(portal);
  }

  @Override
  public String toString() {
    return "LibreTickets[***]";
  }
}
