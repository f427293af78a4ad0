package io.tributary.provider;

import io.tributary.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts of one provider slug, the single source of the providers list, availability and pulls.
 *
 * @param historicalDays default range of a historical pull
 * @param historicalDaysFixed whether teams may not change it
 * @param fixedDays ranges of single resources that teams may not change
 * @param history where the history comes from
 * @param pollEvery time between polls; empty = the installation's
 * @param refreshBefore how long before its end an access token is renewed; empty = the
 *     installation's
 * @param lookBackDays how far back the first poll of a day looks; 0 = as others
 * @param needsOwnApp whether only teams with credentials of their own may link it
 * @param fullGrantOnly whether a grant that lacks a scope is no connection
 * @param privateApi whether nobody has published its interface: off until an operator turns it on
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
    Map<Resource, Integer> fixedDays,
    History history,
    Optional<Duration> pollEvery,
    Optional<Duration> refreshBefore,
    int lookBackDays,
    boolean needsOwnApp,
    boolean fullGrantOnly,
    boolean privateApi,
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

    /** One scope, and what more of it others open. */
    public static ScopeNeed of(String required, String... optional) {
      return new ScopeNeed(Set.of(required), Set.of(optional));
    }

    /** Whether the resource has a use for the scope. */
    public boolean names(String scope) {
      return required.contains(scope) || optional.contains(scope) || anyOf.contains(scope);
    }
  }

  /** Where a provider's history comes from. */
  public enum History {
    /** It is asked for in windows. */
    WINDOWS,
    /** The provider is asked once and pushes it. */
    BY_PUSH
  }

  public Descriptor {
    fixedDays = Map.copyOf(fixedDays);
    resources = List.copyOf(resources);
    scopes = Map.copyOf(scopes);
    scopesAsked = List.copyOf(scopesAsked);
    feeds = List.copyOf(feeds);
  }

  public Optional<Feed> feed(String name) {
    return feeds.stream().filter(f -> f.name().equals(name)).findFirst();
  }

  /** Begins the description of a slug: linked by OAuth, polled, without scopes. */
  public static Draft of(String slug, String name) {
    return new Draft(slug, name);
  }

  /** A description that is being written. */
  public static final class Draft {
    private final String slug;
    private final String name;
    private String description = "";
    private String logo;
    private AuthKind auth = AuthKind.OAUTH;
    private String kind = "device";
    private int historicalDays = 1;
    private boolean historicalDaysFixed;
    private Map<Resource, Integer> fixedDays = Map.of();
    private History history = History.WINDOWS;
    private Optional<Duration> pollEvery = Optional.empty();
    private Optional<Duration> refreshBefore = Optional.empty();
    private int lookBackDays;
    private boolean needsOwnApp;
    private boolean fullGrantOnly;
    private boolean privateApi;
    private List<Resource> resources = List.of();
    private Map<Resource, ScopeNeed> scopes = Map.of();
    private List<String> scopesAsked = List.of();
    private List<Feed> feeds = List.of();

    private Draft(String slug, String name) {
      this.slug = slug;
      this.name = name;
      this.logo = "/v2/providers/" + slug + "/logo";
    }

    public Draft description(String text) {
      this.description = text;
      return this;
    }

    /** Path of its picture on this service. */
    public Draft logo(String path) {
      this.logo = path;
      return this;
    }

    public Draft auth(AuthKind how) {
      this.auth = how;
      return this;
    }

    /** App, ble, device, lab or provider. */
    public Draft kind(String word) {
      this.kind = word;
      return this;
    }

    public Draft historicalDays(int days) {
      this.historicalDays = days;
      return this;
    }

    /** A range that teams may not change. */
    public Draft fixedDays(int days) {
      this.historicalDays = days;
      this.historicalDaysFixed = true;
      return this;
    }

    /** Ranges of single resources that teams may not change. */
    public Draft fixedDays(Map<Resource, Integer> days) {
      this.fixedDays = days;
      return this;
    }

    public Draft historyByPush() {
      this.history = History.BY_PUSH;
      return this;
    }

    public Draft pollEvery(Duration every) {
      this.pollEvery = Optional.of(every);
      return this;
    }

    public Draft refreshBefore(Duration before) {
      this.refreshBefore = Optional.of(before);
      return this;
    }

    /** How far back the first poll of a day looks, for what devices upload days late. */
    public Draft lookBackDays(int days) {
      this.lookBackDays = days;
      return this;
    }

    /** Only teams with credentials of their own may link it. */
    public Draft ownApp() {
      this.auth = AuthKind.TEAM_OAUTH;
      this.needsOwnApp = true;
      return this;
    }

    public Draft fullGrantOnly() {
      this.fullGrantOnly = true;
      return this;
    }

    public Draft privateApi() {
      this.privateApi = true;
      return this;
    }

    public Draft resources(List<Resource> all) {
      this.resources = all;
      return this;
    }

    public Draft scopes(Map<Resource, ScopeNeed> needs) {
      this.scopes = needs;
      return this;
    }

    public Draft scopesAsked(List<String> asked) {
      this.scopesAsked = asked;
      return this;
    }

    public Draft feeds(List<Feed> all) {
      this.feeds = all;
      return this;
    }

    public Descriptor build() {
      return new Descriptor(
          slug,
          name,
          description,
          logo,
          auth,
          kind,
          historicalDays,
          historicalDaysFixed,
          fixedDays,
          history,
          pollEvery,
          refreshBefore,
          lookBackDays,
          needsOwnApp,
          fullGrantOnly,
          privateApi,
          resources,
          scopes,
          scopesAsked,
          feeds);
    }
  }
}
