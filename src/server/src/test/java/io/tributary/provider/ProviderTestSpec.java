package io.tributary.provider;

import io.tributary.model.Resource;
import io.tributary.provider.ProviderTestSuite.ProviderCase;
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

/** Specification of one provider's row in the test table. */
public final class ProviderTestSpec {
  /** Compares the data read for a day with the ground truth, the JSON of a {@code Truth}. */
  @FunctionalInterface
  public interface TruthCheck {
    void verify(JsonObject truth, AdapterOutput seen);
  }

  final String slug;
  final Supplier<SimVendor> vendor;
  final Function<ProviderHttp, Adapter> adapter;
  final Map<ProviderCase, String> unsupportedCases = new EnumMap<>(ProviderCase.class);
  final Map<String, String> settings = new TreeMap<>();
  final List<TruthCheck> checks = new ArrayList<>();
  final Set<Resource> resources = new TreeSet<>();
  Optional<String> declinedScope = Optional.empty();
  Set<Resource> lostResources = Set.of();
  String revokedError = "token_refresh_failed";
  Resource revised = Resource.ACTIVITY;
  int itemsPerPage = 2;
  Optional<String> region = Optional.empty();
  JsonArray traits = new JsonArray();
  Resource notifiedResource = Resource.ACTIVITY;
  JsonObject order = new JsonObject();
  Map<String, Integer> refusals = Map.of();
  Optional<String> dashboard = Optional.empty();
  boolean revisionsAreNotified;
  boolean lastWeeksOnly;
  boolean userIdentityMissing;
  JsonObject details = new JsonObject();
  Optional<BiFunction<LocalDate, LocalDate, JsonObject>> daySender = Optional.empty();

  private ProviderTestSpec(
      String slug, Supplier<SimVendor> vendor, Function<ProviderHttp, Adapter> adapter) {
    this.slug = slug;
    this.vendor = vendor;
    this.adapter = adapter;
  }

  public static ProviderTestSpec of(
      String slug, Supplier<SimVendor> vendor, Function<ProviderHttp, Adapter> adapter) {
    return new ProviderTestSpec(slug, vendor, adapter);
  }

  /**
   * Excludes a cell that the vendor or the installation does not support. The table shows the
   * reason.
   */
  public ProviderTestSpec without(ProviderCase what, String why) {
    unsupportedCases.put(what, why);
    return this;
  }

  /**
   * Adds a setting of the node and the adapter.
   *
   * @param name without {@code TRIBUTARY_PROVIDERS_<SLUG>_}
   */
  public ProviderTestSpec setting(String name, String value) {
    settings.put(name, value);
    return this;
  }

  /**
   * Sets the resources that a link with every scope provides; the default is every resource of the
   * descriptor.
   */
  public ProviderTestSpec providesResources(Resource... all) {
    resources.addAll(Set.of(all));
    return this;
  }

  /** Sets the scope that a user declines, and the resources that become unavailable. */
  public ProviderTestSpec declinesScope(String scope, Resource... costs) {
    declinedScope = Optional.of(scope);
    lostResources = Set.of(costs);
    return this;
  }

  /** Sets the connection error after the user revokes the grant at the vendor. */
  public ProviderTestSpec revocationError(String errorType) {
    revokedError = errorType;
    return this;
  }

  /** Declares that the vendor does not identify its users. */
  public ProviderTestSpec withoutUserIdentity() {
    userIdentityMissing = true;
    return this;
  }

  /** Sets the resource that a revised day changes. */
  public ProviderTestSpec revisedResource(Resource resource) {
    revised = resource;
    return this;
  }

  /** Sets required traits of the simulated people, such as {@code across_midnight}. */
  public ProviderTestSpec traits(String... names) {
    traits = new JsonArray(List.of((Object[]) names));
    return this;
  }

  /**
   * Describes the vendor's notifications.
   *
   * @param resource the resource read after a valid notification
   * @param notice the notification that the simulator sends, in the vendor's format
   * @param forgeries forged notifications, each with the status that rejects it
   */
  public ProviderTestSpec pushes(
      Resource resource, JsonObject notice, Map<String, Integer> forgeries) {
    notifiedResource = resource;
    order = notice;
    refusals = forgeries;
    return this;
  }

  /** Declares that a valid notification reports a revised day; a requested one names no data. */
  public ProviderTestSpec notifiesRevisions() {
    revisionsAreNotified = true;
    return this;
  }

  /**
   * Declares that the vendor is never polled and sends days itself.
   *
   * @param order request that makes the simulator send the days from the first to the last
   */
  public ProviderTestSpec sendsDays(BiFunction<LocalDate, LocalDate, JsonObject> order) {
    daySender = Optional.of(order);
    return this;
  }

  /**
   * Declares that the vendor keeps only the last weeks, so days with clock changes are read at that
   * time.
   */
  public ProviderTestSpec keepsLastWeeksOnly() {
    lastWeeksOnly = true;
    return this;
  }

  /**
   * Sets the simulator control by which an owner enters the webhook address, where no API exists
   * for it.
   */
  public ProviderTestSpec webhookEnteredBy(String lever) {
    dashboard = Optional.of(lever);
    return this;
  }

  /** Sets the number of items in a page of the paging cell. */
  public ProviderTestSpec pageSize(int items) {
    itemsPerPage = items;
    return this;
  }

  public ProviderTestSpec inRegion(String name) {
    region = Optional.of(name);
    return this;
  }

  /** Sets the details of a team's own application. */
  public ProviderTestSpec appDetails(JsonObject json) {
    details = json;
    return this;
  }

  /** Adds a comparison with the ground truth of a day. */
  public ProviderTestSpec truth(TruthCheck check) {
    checks.add(check);
    return this;
  }

  boolean offers(ProviderCase what) {
    return !unsupportedCases.containsKey(what);
  }
}
