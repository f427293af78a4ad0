package io.tributary.provider;

import io.tributary.model.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Properties of one provider slug: the single source for the providers list, availability and
 * pulls.
 *
 * @param historicalDays default range of a historical pull in days
 * @param historicalDaysFixed whether teams cannot change that range
 * @param fixedDays ranges of single resources that teams cannot change
 * @param history source of historical data
 * @param pollInterval poll interval; empty = the installation's default
 * @param refreshLeadTime time before its expiry at which an access token is refreshed; empty = the
 *     installation's default
 * @param lookbackDays days that the first poll of a day looks back; 0 = the default
 * @param requiresOwnApp whether only teams with their own credentials can link it
 * @param fullGrantOnly whether a grant that lacks a scope is rejected as a connection
 * @param privateApi whether the API is unpublished, in which case the provider is off until an
 *     operator enables it
 * @param scopes required and optional scopes per resource; a resource without an entry needs none
 * @param defaultScopes scopes that the authorization page requests by default
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
    HistorySource history,
    Optional<Duration> pollInterval,
    Optional<Duration> refreshLeadTime,
    int lookbackDays,
    boolean requiresOwnApp,
    boolean fullGrantOnly,
    boolean privateApi,
    List<Resource> resources,
    Map<Resource, ScopeRequirement> scopes,
    List<String> defaultScopes,
    List<Feed> feeds) {

  /**
   * Scopes of one resource.
   *
   * @param anyOf scopes of which at least one is needed in addition to the required ones; empty for
   *     no such condition
   */
  public record ScopeRequirement(Set<String> required, Set<String> optional, Set<String> anyOf) {
    public ScopeRequirement {
      required = Set.copyOf(required);
      optional = Set.copyOf(optional);
      anyOf = Set.copyOf(anyOf);
    }

    public ScopeRequirement(Set<String> required, Set<String> optional) {
      this(required, optional, Set.of());
    }

    /** Creates a need for one scope, plus optional scopes that add more data. */
    public static ScopeRequirement of(String required, String... optional) {
      return new ScopeRequirement(Set.of(required), Set.of(optional));
    }

    /** Returns whether the resource uses the scope. */
    public boolean uses(String scope) {
      return required.contains(scope) || optional.contains(scope) || anyOf.contains(scope);
    }
  }

  /** Source of a provider's historical data. */
  public enum HistorySource {
    /** Pulled in date windows. */
    WINDOWS,
    /** Requested once, after which the provider pushes it. */
    BY_PUSH
  }

  public Descriptor {
    fixedDays = Map.copyOf(fixedDays);
    resources = List.copyOf(resources);
    scopes = Map.copyOf(scopes);
    defaultScopes = List.copyOf(defaultScopes);
    feeds = List.copyOf(feeds);
  }

  public Optional<Feed> feed(String name) {
    return feeds.stream().filter(f -> f.name().equals(name)).findFirst();
  }

  /** Starts the descriptor of a slug with the defaults: linked by OAuth, polled, without scopes. */
  public static Draft of(String slug, String name) {
    return new Draft(slug, name);
  }

  /** Mutable builder of a descriptor. */
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
    private HistorySource history = HistorySource.WINDOWS;
    private Optional<Duration> pollInterval = Optional.empty();
    private Optional<Duration> refreshLeadTime = Optional.empty();
    private int lookbackDays;
    private boolean requiresOwnApp;
    private boolean fullGrantOnly;
    private boolean privateApi;
    private List<Resource> resources = List.of();
    private Map<Resource, ScopeRequirement> scopes = Map.of();
    private List<String> defaultScopes = List.of();
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

    /** Sets the path of the logo on this service. */
    public Draft logo(String path) {
      this.logo = path;
      return this;
    }

    public Draft auth(AuthKind how) {
      this.auth = how;
      return this;
    }

    /** Sets the kind: app, ble, device, lab or provider. */
    public Draft kind(String word) {
      this.kind = word;
      return this;
    }

    public Draft historicalDays(int days) {
      this.historicalDays = days;
      return this;
    }

    /** Sets a historical range that teams cannot change. */
    public Draft fixedDays(int days) {
      this.historicalDays = days;
      this.historicalDaysFixed = true;
      return this;
    }

    /** Sets ranges of single resources that teams cannot change. */
    public Draft fixedDays(Map<Resource, Integer> days) {
      this.fixedDays = days;
      return this;
    }

    public Draft historyByPush() {
      this.history = HistorySource.BY_PUSH;
      return this;
    }

    public Draft pollInterval(Duration every) {
      this.pollInterval = Optional.of(every);
      return this;
    }

    public Draft refreshLeadTime(Duration before) {
      this.refreshLeadTime = Optional.of(before);
      return this;
    }

    /** Sets the days that the first poll of a day looks back, for devices that upload days late. */
    public Draft lookbackDays(int days) {
      this.lookbackDays = days;
      return this;
    }

    /** Restricts the provider to teams with their own credentials. */
    public Draft requiresOwnApp() {
      this.auth = AuthKind.TEAM_OAUTH;
      this.requiresOwnApp = true;
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

    public Draft scopes(Map<Resource, ScopeRequirement> needs) {
      this.scopes = needs;
      return this;
    }

    public Draft defaultScopes(List<String> asked) {
      this.defaultScopes = asked;
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
          pollInterval,
          refreshLeadTime,
          lookbackDays,
          requiresOwnApp,
          fullGrantOnly,
          privateApi,
          resources,
          scopes,
          defaultScopes,
          feeds);
    }
  }
}
