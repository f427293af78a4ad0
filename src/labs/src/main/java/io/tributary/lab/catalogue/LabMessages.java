package io.tributary.lab.catalogue;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands of {@code lab_test.command}. */
sealed interface LabMessages extends BusMessage.Local {
  /**
   * Reply {@link Saved}; 400 by the rules of labs.md §1.3, 404 unknown marker.
   *
   * @param labs ids of the labs that the caller may order of
   */
  record CreateLabTest(
      Tenant tenant,
      String name,
      String description,
      CollectionMethod method,
      Optional<List<Integer>> markerIds,
      Optional<List<String>> providerIds,
      boolean fasting,
      Optional<UUID> account,
      Optional<String> labSlug,
      List<Integer> labs)
      implements LabMessages {
    CreateLabTest(
        Tenant tenant,
        String name,
        String description,
        CollectionMethod method,
        Optional<List<Integer>> markerIds,
        Optional<List<String>> providerIds,
        boolean fasting,
        Optional<UUID> account,
        Optional<String> labSlug) {
      this(
          tenant,
          name,
          description,
          method,
          markerIds,
          providerIds,
          fasting,
          account,
          labSlug,
          List.of());
    }

    CreateLabTest within(List<Integer> allowed) {
      return new CreateLabTest(
          tenant,
          name,
          description,
          method,
          markerIds,
          providerIds,
          fasting,
          account,
          labSlug,
          allowed);
    }
  }

  /** Reply {@link Saved}; 404, 400 a test of the installation. */
  record PatchLabTest(Tenant tenant, UUID id, Optional<String> name, Optional<Boolean> active)
      implements LabMessages {}

  /** Reply {@link Saved}; 404, 400 archived. */
  record ApproveLabTest(UUID org, Tenant tenant, UUID id) implements LabMessages {}

  /** The test that there is now. */
  record Saved(UUID id) implements LabMessages {}
}
