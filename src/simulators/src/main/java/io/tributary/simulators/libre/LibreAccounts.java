package io.tributary.simulators.libre;

import io.tributary.simulators.kit.PasswordSim;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the cloud knows of accounts beside their passwords. Used on one event loop only. */
final class LibreAccounts {
  private final Map<String, String> regions = new HashMap<>();
  private final Map<String, String> steps = new HashMap<>();
  private final Map<String, PasswordSim.Account> trusted = new HashMap<>();
  private final Map<String, String> codesSent = new HashMap<>();
  private final Set<String> followers = new HashSet<>();

  /** The region of the host that was called; empty for the one of all. */
  static String host(RoutingContext ctx) {
    return Optional.ofNullable(ctx.pathParam("region")).orElse("");
  }

  /** The base address of the host that was called. */
  static String base(RoutingContext ctx) {
    String host = host(ctx);
    return "http://" + ctx.request().authority() + (host.isEmpty() ? "" : "/region/" + host);
  }

  void livesIn(String person, String region) {
    regions.put(person, region);
  }

  /** Whether the host that was called has this person's data. */
  boolean here(RoutingContext ctx, String person) {
    String region = regions.getOrDefault(person, "");
    return region.isEmpty() || region.equals(host(ctx));
  }

  void step(String person, String type) {
    steps.put(person, type);
  }

  /** What is open for a person; empty when nothing is. */
  Optional<String> step(String person) {
    return Optional.ofNullable(steps.get(person)).filter(s -> !s.isEmpty());
  }

  void trust(String token, PasswordSim.Account account) {
    trusted.put(token, account);
  }

  /** The account that this device was trusted with. */
  Optional<PasswordSim.Account> trusted(String token, String login) {
    return Optional.ofNullable(trusted.get(token)).filter(a -> a.login().equals(login));
  }

  /** A code was sent: the new token stands for the login's ticket. */
  void sent(String token, String ticket) {
    codesSent.put(token, ticket);
  }

  Optional<String> ticket(String token) {
    return Optional.ofNullable(codesSent.get(token));
  }

  void follow(String person) {
    followers.add(person);
  }

  boolean follows(String person) {
    return followers.contains(person);
  }
}
