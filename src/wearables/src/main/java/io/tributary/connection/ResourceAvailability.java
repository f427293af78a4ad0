package io.tributary.connection;

import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Availability of a resource under a connection's grant.
 *
 * <p>A resource is available when every scope that it requires was granted. Each of its scopes is
 * in exactly one of the four lists.
 */
public record ResourceAvailability(String status, ScopeRequirements scopeRequirements) {
  /** Scopes of one resource, split into granted and denied. */
  public record ScopeRequirements(Scopes userGranted, Scopes userDenied) {}

  /** Scope names, sorted. */
  public record Scopes(List<String> required, List<String> optional) {}

  public boolean available() {
    return status.equals("available");
  }

  /**
   * Returns the availability by resource name, in the order of the descriptor.
   *
   * @param granted null when the provider does not report scopes: all requested scopes then count
   *     as granted. For a provider without scopes these are requested resources, and the lists stay
   *     empty because the user's decision is unknown
   */
  public static Map<String, ResourceAvailability> of(
      Descriptor descriptor, Collection<String> granted) {
    Predicate<String> given = granted == null ? s -> true : Set.copyOf(granted)::contains;
    Map<String, ResourceAvailability> out = new LinkedHashMap<>();
    for (Resource r : descriptor.resources()) {
      Descriptor.ScopeRequirement need =
          descriptor.scopes().getOrDefault(r, new Descriptor.ScopeRequirement(Set.of(), Set.of()));
      boolean asked =
          !descriptor.scopes().isEmpty()
              || granted == null
              || granted.isEmpty()
              || given.test(r.wire());
      out.put(r.wire(), asked ? of(need, given) : of(need, given).asUnavailable());
    }
    return out;
  }

  private ResourceAvailability asUnavailable() {
    return new ResourceAvailability("unavailable", scopeRequirements);
  }

  private static ResourceAvailability of(
      Descriptor.ScopeRequirement need, Predicate<String> given) {
    if (!need.anyOf().isEmpty()) {
      return of(resolveAlternatives(need, given), given);
    }
    // A scope that is named as both required and optional counts as required only.
    Predicate<String> notRequired = s -> !need.required().contains(s);
    ScopeRequirements split =
        new ScopeRequirements(
            new Scopes(
                sorted(need.required(), given), sorted(need.optional(), given.and(notRequired))),
            new Scopes(
                sorted(need.required(), given.negate()),
                sorted(need.optional(), given.negate().and(notRequired))));
    return new ResourceAvailability(
        split.userDenied().required().isEmpty() ? "available" : "unavailable", split);
  }

  /**
   * Resolves alternative scopes: the granted ones count as required. If none was granted, all count
   * as required.
   */
  private static Descriptor.ScopeRequirement resolveAlternatives(
      Descriptor.ScopeRequirement need, Predicate<String> given) {
    Set<String> required = new HashSet<>(need.required());
    Set<String> optional = new HashSet<>(need.optional());
    boolean some = need.anyOf().stream().anyMatch(given);
    need.anyOf().forEach(s -> (some && !given.test(s) ? optional : required).add(s));
    return new Descriptor.ScopeRequirement(required, optional);
  }

  private static List<String> sorted(Set<String> scopes, Predicate<String> which) {
    return scopes.stream().filter(which).sorted().toList();
  }
}
