package io.tributary.lab.catalogue;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Resolves an order set to its distinct markers, all of one lab. */
final class OrderSets {
  private final Labs labs;
  private final LabTests tests;
  private final MarkerRepo markers;

  OrderSets(Labs labs, LabTests tests, MarkerRepo markers) {
    this.labs = labs;
    this.tests = tests;
    this.markers = markers;
  }

  /**
   * Returns the marker IDs; fails with 400 for an invalid set. The rules about collection methods
   * are not checked.
   */
  Future<List<Integer>> markers(Tenant tenant, OrderSet set) {
    return resolve(tenant, set)
        .compose(
            all -> labs.requireAccountAt(tenant, set.labAccountId(), all.lab()).map(all.markers()));
  }

  /**
   * A resolved order set.
   *
   * @param tests the tests in the requested order
   * @param markers distinct IDs
   */
  record ResolvedSelection(int lab, List<LabTest> tests, List<Integer> markers) {}

  /** Resolves a set like {@link #markers} but does not check accounts. */
  Future<ResolvedSelection> resolve(Tenant tenant, OrderSet set) {
    set.check();
    Future<List<LabTest>> ordered =
        set.labTestIds().isEmpty()
            ? Future.succeededFuture(List.of())
            : tests.requireAll(tenant, set.labTestIds());
    return ordered.compose(
        found -> {
          found.forEach(OrderSets::requireActive);
          Set<Integer> of = found.stream().map(LabTest::labId).collect(Collectors.toSet());
          requireOneLab(of);
          return tests
              .markersByTest(found.stream().map(LabTest::id).toList())
              .compose(members -> withAddOn(set, of, members))
              .map(
                  both ->
                      new ResolvedSelection(both.labs().iterator().next(), found, both.markers()));
        });
  }

  private record LabsAndMarkers(Set<Integer> labs, List<Integer> markers) {}

  private Future<LabsAndMarkers> withAddOn(
      OrderSet set, Set<Integer> ofTests, Map<UUID, List<Integer>> members) {
    Set<Integer> ids = new LinkedHashSet<>(LabTests.distinctMarkers(members.values()));
    if (set.addOn().isEmpty()) {
      return Future.succeededFuture(new LabsAndMarkers(ofTests, List.copyOf(ids)));
    }
    return addOnMarkers(set.addOn().get(), ofTests)
        .map(
            added -> {
              added.forEach(OrderSets::requireALaCarte);
              Set<Integer> all = new HashSet<>(ofTests);
              added.forEach(m -> all.add(m.labId()));
              requireOneLab(all);
              added.forEach(m -> ids.add(m.id()));
              return new LabsAndMarkers(all, List.copyOf(ids));
            });
  }

  private Future<List<Marker>> addOnMarkers(OrderSet.AddOn a, Set<Integer> ofTests) {
    if (!a.markerIds().isEmpty()) {
      Set<Integer> wanted = new HashSet<>(a.markerIds());
      return markers
          .byIds(wanted, false)
          .map(
              found -> {
                if (found.size() < wanted.size()) {
                  throw ServiceException.notFound("marker");
                }
                return found;
              });
    }
    return markers
        .byCodes(a.providerIds())
        .map(found -> LabCodeResolver.resolve(found, a.providerIds(), ofTests));
  }

  private static void requireActive(LabTest t) {
    if (t.status() != LabTestStatus.ACTIVE) {
      throw ServiceException.badRequest("lab test " + t.id() + " is not active");
    }
  }

  private static void requireALaCarte(Marker m) {
    if (!m.orderable() || m.reflex() || !m.aLaCarte()) {
      throw ServiceException.badRequest("marker " + m.id() + " cannot be ordered a la carte");
    }
  }

  private static void requireOneLab(Collection<Integer> of) {
    if (of.size() > 1) {
      throw ServiceException.badRequest("cannot order lab_tests from multiple labs");
    }
  }
}
