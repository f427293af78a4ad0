package io.tributary.config;

import java.time.Duration;

/**
 * Settings of the self-service portal.
 *
 * @param linkTtl default lifetime of a portal link, until it is opened
 * @param maxLinkTtl longest lifetime that the creator of a link may request
 * @param sessionTtl lifetime of a session, from the opening of its link
 */
public record PortalConfig(Duration linkTtl, Duration maxLinkTtl, Duration sessionTtl) {
  /** Shortest lifetime of a link, so that a person has time to open it. */
  public static final Duration MIN_LINK_LIFETIME = Duration.ofSeconds(30);

  public PortalConfig {
    ConfigValidator.of("portal")
        .between("max_link_ttl", maxLinkTtl, MIN_LINK_LIFETIME, Duration.ofDays(30))
        .between("link_ttl", linkTtl, MIN_LINK_LIFETIME, maxLinkTtl)
        .between("session_ttl", sessionTtl, Duration.ofSeconds(1), Duration.ofDays(1))
        .throwIfInvalid();
  }
}
