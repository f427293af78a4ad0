package io.tributary.simulators.libre;

import io.tributary.simulators.kit.PasswordSim;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Account data of the cloud apart from passwords. Used on one event loop only. */
final class LibreAccounts {
  private final Map<String, String> regions = new HashMap<>();
  private final Map<String, String> steps = new HashMap<>();
  private final Map<String, PasswordSim.Account> trusted = new HashMap<>();
  private final Map<String, String> codesSent = new HashMap<>();
  private final Set<String> followers = new HashSet<>();

  /** Returns the region of the called host; empty for the global host. */
  static String region(RoutingContext ctx) {
    return Optional.ofNullable(ctx.pathParam("region")).orElse("");
  }

  /** Returns the base URL of the called host. */
  static String baseUrl(RoutingContext ctx) {
    String host = region(ctx);
    return "http://" + ctx.request().authority() + (host.isEmpty() ? "" : "/region/" + host);
  }

  void livesIn(String person, String region) {
    regions.put(person, region);
  }

  /** Returns whether the called host has this person's data. */
  boolean hasDataAt(RoutingContext ctx, String person) {
    String region = regions.getOrDefault(person, "");
    return region.isEmpty() || region.equals(region(ctx));
  }

  void step(String person, String type) {
    steps.put(person, type);
  }

  /** Returns the open login step of a person; empty if there is none. */
  Optional<String> step(String person) {
    return Optional.ofNullable(steps.get(person)).filter(s -> !s.isEmpty());
  }

  void trust(String token, PasswordSim.Account account) {
    trusted.put(token, account);
  }

  /** Returns the account for which this device is trusted. */
  Optional<PasswordSim.Account> trusted(String token, String login) {
    return Optional.ofNullable(trusted.get(token)).filter(a -> a.login().equals(login));
  }

  /** Records that a code was sent; the new token stands for the login's ticket. */
  void codeSent(String token, String ticket) {
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
