package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Tenant;
import io.tributary.http.Response;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Renders tests with their labs and markers in API form. */
final class LabTestView {
  private final Labs labs;
  private final MarkerRepo markers;
  private final LabTests tests;

  LabTestView(Labs labs, MarkerRepo markers, LabTests tests) {
    this.labs = labs;
    this.markers = markers;
    this.tests = tests;
  }

  /**
   * @param lab null when it is no longer active
   */
  record LabTestDetails(LabTest test, Lab lab, List<Marker> markers) {
    ObjectNode json() {
      return test.json(lab, markers);
    }
  }

  /** Returns a test; fails with 404 when the team does not see it. */
  Future<Response> respond(Tenant tenant, UUID id) {
    return tests.requireOne(tenant, id).compose(this::respond);
  }

  Future<Response> respond(LabTest test) {
    return load(List.of(test)).map(full -> Response.ok(full.getFirst().json()));
  }

  Future<List<LabTestDetails>> load(List<LabTest> list) {
    Future<Map<Integer, Lab>> known = labs.byId();
    Future<Map<UUID, List<Integer>>> members =
        tests.markersByTest(list.stream().map(LabTest::id).toList());
    return Future.all(known, members)
        .compose(both -> markers.byIds(LabTests.distinctMarkers(members.result().values()), false))
        .map(
            all -> {
              Map<Integer, Marker> byId =
                  all.stream().collect(Collectors.toMap(Marker::id, Function.identity()));
              return list.stream()
                  .map(
                      t ->
                          new LabTestDetails(
                              t,
                              known.result().get(t.labId()),
                              members.result().getOrDefault(t.id(), List.of()).stream()
                                  .map(byId::get)
                                  .filter(Objects::nonNull)
                                  .toList()))
                  .toList();
            });
  }
}
