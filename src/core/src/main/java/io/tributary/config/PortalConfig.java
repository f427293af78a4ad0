package io.tributary.config;

import java.time.Duration;

/**
 * Settings of the self-service portal.
 *
 * @param linkLife default lifetime of a portal link, until it is opened
 * @param longestLink longest lifetime that the creator of a link may request
 * @param sessionLife lifetime of a session, from the opening of its link
 */
public record PortalConfig(Duration linkLife, Duration longestLink, Duration sessionLife) {
  /** Shortest lifetime of a link, so that a person has time to open it. */
  public static final Duration MIN_LINK_LIFETIME = Duration.ofSeconds(30);

  public PortalConfig {
    ConfigValidator.of("portal")
        .between("longest_link", longestLink, MIN_LINK_LIFETIME, Duration.ofDays(30))
        .between("link_life", linkLife, MIN_LINK_LIFETIME, longestLink)
        .between("session_life", sessionLife, Duration.ofSeconds(1), Duration.ofDays(1))
        .throwIfInvalid();
  }
}
