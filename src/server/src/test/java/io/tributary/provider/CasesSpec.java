package io.tributary.provider;

import io.tributary.model.Resource;
import io.tributary.provider.ProviderCases.Case;
import io.tributary.simulators.kit.SimVendor;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** What one provider's row of the table needs to know. */
public final class CasesSpec {
  /** Holds what was read of a day against what truly happened; the JSON of a {@code Truth}. */
  @FunctionalInterface
  public interface Check {
    void hold(JsonObject truth, Seen seen);
  }

  final String slug;
  final Supplier<SimVendor> vendor;
  final Function<ProviderHttp, Adapter> adapter;
  final Map<Case, String> notOffered = new EnumMap<>(Case.class);
  final Map<String, String> settings = new TreeMap<>();
  final List<Check> checks = new ArrayList<>();
  final Set<Resource> resources = new TreeSet<>();
  Optional<String> untick = Optional.empty();
  Set<Resource> lost = Set.of();
  String revokedError = "token_refresh_failed";
  Resource revised = Resource.ACTIVITY;
  int page = 2;
  Optional<String> region = Optional.empty();
  JsonArray traits = new JsonArray();
  Resource told = Resource.ACTIVITY;
  JsonObject order = new JsonObject();
  Map<String, Integer> refusals = Map.of();
  Optional<String> dashboard = Optional.empty();
  boolean tellsRevisions;
  boolean shortMemory;
  boolean nameless;
  JsonObject details = new JsonObject();
  Optional<BiFunction<LocalDate, LocalDate, JsonObject>> daysTold = Optional.empty();

  private CasesSpec(
      String slug, Supplier<SimVendor> vendor, Function<ProviderHttp, Adapter> adapter) {
    this.slug = slug;
    this.vendor = vendor;
    this.adapter = adapter;
  }

  public static CasesSpec of(
      String slug, Supplier<SimVendor> vendor, Function<ProviderHttp, Adapter> adapter) {
    return new CasesSpec(slug, vendor, adapter);
  }

  /**
   * A cell that the vendor, or the installation, does not have: no test, and the table says why.
   */
  public CasesSpec without(Case what, String why) {
    notOffered.put(what, why);
    return this;
  }

  /**
   * A setting of the node and of the adapter.
   *
   * @param name without {@code TRIBUTARY_PROVIDERS_<SLUG>_}
   */
  public CasesSpec setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /** What a link with every scope makes available and fills; else all of the descriptor. */
  public CasesSpec fills(Resource... all) {
    resources.addAll(Set.of(all));
    return this;
  }

  /** The scope that a user leaves unticked, and the resources that this costs. */
  public CasesSpec unticks(String scope, Resource... costs) {
    untick = Optional.of(scope);
    lost = Set.of(costs);
    return this;
  }

  /** The connection's error after the user withdrew the grant at the vendor. */
  public CasesSpec revokedIs(String errorType) {
    revokedError = errorType;
    return this;
  }

  /** The vendor has no word of who a user is. */
  public CasesSpec tellsNobody() {
    nameless = true;
    return this;
  }

  /** What a day that the vendor thought over changes. */
  public CasesSpec revises(Resource resource) {
    revised = resource;
    return this;
  }

  /** What is asked of the days of the people who are read, such as {@code across_midnight}. */
  public CasesSpec traits(String... names) {
    traits = new JsonArray(List.of((Object[]) names));
    return this;
  }

  /**
   * How the vendor pushes.
   *
   * @param resource what a good notice has read
   * @param notice what the simulator is told to send, in the vendor's words
   * @param forgeries each with the status that refuses it
   */
  public CasesSpec pushes(Resource resource, JsonObject notice, Map<String, Integer> forgeries) {
    told = resource;
    order = notice;
    refusals = forgeries;
    return this;
  }

  /** A good notice is one of a day that was thought over; the one ordered names nothing. */
  public CasesSpec tellsRevisions() {
    tellsRevisions = true;
    return this;
  }

  /**
   * The vendor is never asked for days, but tells of them.
   *
   * @param order what has the simulator tell of the days from the first to the last
   */
  public CasesSpec tellsDays(BiFunction<LocalDate, LocalDate, JsonObject> order) {
    daysTold = Optional.of(order);
    return this;
  }

  /** The vendor tells the last weeks only: days on which clocks change are read in their time. */
  public CasesSpec forgets() {
    shortMemory = true;
    return this;
  }

  /** The simulator's lever by which an owner enters the address, where nobody can ask for it. */
  public CasesSpec enteredBy(String lever) {
    dashboard = Optional.of(lever);
    return this;
  }

  /** Items in a page of the paging case. */
  public CasesSpec pagesOf(int items) {
    page = items;
    return this;
  }

  public CasesSpec inRegion(String name) {
    region = Optional.of(name);
    return this;
  }

  /** The details of a team's own application. */
  public CasesSpec appDetails(JsonObject json) {
    details = json;
    return this;
  }

  /** One more thing in which a day that was read must be like the day that was. */
  public CasesSpec truth(Check check) {
    checks.add(check);
    return this;
  }

  boolean offers(Case what) {
    return !notOffered.containsKey(what);
  }
}
