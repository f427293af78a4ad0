package io.tributary.config;

import java.time.Duration;

/**
 * The self-service page.
 *
 * @param linkLife by when a link must be opened, unless its maker says otherwise
 * @param longestLink the most that its maker may say
 * @param sessionLife of a session, counted from the opening of its link
 */
public record PortalConfig(Duration linkLife, Duration longestLink, Duration sessionLife) {
  /** A link that nobody can open in time is of no use. */
  public static final Duration SHORTEST_LINK = Duration.ofSeconds(30);

  public PortalConfig {
    ConfigValidator.of("portal")
        .between("longest_link", longestLink, SHORTEST_LINK, Duration.ofDays(30))
        .between("link_life", linkLife, SHORTEST_LINK, longestLink)
        .between("session_life", sessionLife, Duration.ofSeconds(1), Duration.ofDays(1))
        .done();
  }
}
