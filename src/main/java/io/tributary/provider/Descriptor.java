package io.tributary.provider;

import io.tributary.model.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts of one provider slug, the single source of the providers list, availability and pulls.
 *
 * @param historicalDays default range of a historical pull
 * @param historicalDaysFixed whether teams may not change it
 * @param needsOwnApp whether only teams with credentials of their own may link it
 * @param scopes per resource, what must and may be granted; a resource without an entry needs none
 * @param scopesAsked what the authorise page asks for by default
 */
public record Descriptor(
    String slug,
    String name,
    String description,
    String logo,
    AuthKind auth,
    String kind,
    int historicalDays,
    boolean historicalDaysFixed,
    boolean needsOwnApp,
    List<Resource> resources,
    Map<Resource, ScopeNeed> scopes,
    List<String> scopesAsked,
    List<Feed> feeds) {

  /**
   * Scopes of one resource.
   *
   * @param anyOf of which one is enough, besides the required ones; empty for none
   */
  public record ScopeNeed(Set<String> required, Set<String> optional, Set<String> anyOf) {
    public ScopeNeed {
      required = Set.copyOf(required);
      optional = Set.copyOf(optional);
      anyOf = Set.copyOf(anyOf);
    }

    public ScopeNeed(Set<String> required, Set<String> optional) {
      this(required, optional, Set.of());
    }
  }

  public Descriptor {
    resources = List.copyOf(resources);
    scopes = Map.copyOf(scopes);
    scopesAsked = List.copyOf(scopesAsked);
    feeds = List.copyOf(feeds);
  }

  public Optional<Feed> feed(String name) {
    return feeds.stream().filter(f -> f.name().equals(name)).findFirst();
  }
}
