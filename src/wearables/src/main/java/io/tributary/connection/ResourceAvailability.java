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
 * Which resources a grant opens: wearables.md §3. A resource is available when every scope that it
 * requires was granted; each of its scopes stands in exactly one of the four lists.
 */
public record ResourceAvailability(String status, ScopeRequirements scopeRequirements) {
  /** Scopes of one resource, split by the user's decision. */
  public record ScopeRequirements(Scopes userGranted, Scopes userDenied) {}

  /** Sorted names. */
  public record Scopes(List<String> required, List<String> optional) {}

  public boolean available() {
    return status.equals("available");
  }

  /**
   * By resource name, in the descriptor's order.
   *
   * @param granted null when the provider does not tell: everything asked counts as granted. Of a
   *     provider without scopes these are resources that were asked for; what the user decided is
   *     not known, so the lists stay empty
   */
  public static Map<String, ResourceAvailability> of(
      Descriptor descriptor, Collection<String> granted) {
    Predicate<String> given = granted == null ? s -> true : Set.copyOf(granted)::contains;
    Map<String, ResourceAvailability> out = new LinkedHashMap<>();
    for (Resource r : descriptor.resources()) {
      Descriptor.ScopeNeed need =
          descriptor.scopes().getOrDefault(r, new Descriptor.ScopeNeed(Set.of(), Set.of()));
      boolean asked =
          !descriptor.scopes().isEmpty()
              || granted == null
              || granted.isEmpty()
              || given.test(r.wire());
      out.put(r.wire(), asked ? of(need, given) : of(need, given).closed());
    }
    return out;
  }

  private ResourceAvailability closed() {
    return new ResourceAvailability("unavailable", scopeRequirements);
  }

  private static ResourceAvailability of(Descriptor.ScopeNeed need, Predicate<String> given) {
    if (!need.anyOf().isEmpty()) {
      return of(one(need, given), given);
    }
    // A scope named twice counts as required only.
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

  /** Of several that would do, the granted ones are those required; none granted: all are. */
  private static Descriptor.ScopeNeed one(Descriptor.ScopeNeed need, Predicate<String> given) {
    Set<String> required = new HashSet<>(need.required());
    Set<String> optional = new HashSet<>(need.optional());
    boolean some = need.anyOf().stream().anyMatch(given);
    need.anyOf().forEach(s -> (some && !given.test(s) ? optional : required).add(s));
    return new Descriptor.ScopeNeed(required, optional);
  }

  private static List<String> sorted(Set<String> scopes, Predicate<String> which) {
    return scopes.stream().filter(which).sorted().toList();
  }
}
