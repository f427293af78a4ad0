package io.tributary.lab.catalogue;

import io.tributary.bus.BusMessage;
import io.tributary.core.Tenant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Commands sent to {@code lab_test.command}. */
sealed interface LabMessages extends BusMessage.Local {
  /**
   * Creates a test; the reply is {@link Saved}. Fails with 404 for an unknown marker and with 400
   * for an invalid combination of markers.
   *
   * @param labs IDs of the labs that the caller may order from
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

  /**
   * Changes a test; the reply is {@link Saved}. Fails with 404 for an unknown test and with 400 for
   * a test of the installation.
   */
  record PatchLabTest(Tenant tenant, UUID id, Optional<String> name, Optional<Boolean> active)
      implements LabMessages {}

  /**
   * Approves a test; the reply is {@link Saved}. Fails with 404 for an unknown test and with 400
   * for an archived one.
   */
  record ApproveLabTest(UUID org, Tenant tenant, UUID id) implements LabMessages {}

  record Saved(UUID id) implements LabMessages {}
}
