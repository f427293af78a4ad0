package io.tributary.provider.libre;

import java.util.Optional;

/**
 * Access token of a connection: the portal token, and optionally the longer-lived token of the
 * follower app, separated by a space. Neither contains a space.
 */
record LibreTokens(String portal, Optional<String> follower) {
  private static final char SEPARATOR = ' ';

  static LibreTokens of(String accessToken) {
    int at = accessToken.indexOf(SEPARATOR);
    return at < 0
        ? new LibreTokens(accessToken, Optional.empty())
        : new LibreTokens(accessToken.substring(0, at), Optional.of(accessToken.substring(at + 1)));
  }

  String accessToken() {
    return follower.map(f -> portal + SEPARATOR + f).orElse(portal);
  }

  @Override
  public String toString() {
    return "LibreTickets[***]";
  }
}
