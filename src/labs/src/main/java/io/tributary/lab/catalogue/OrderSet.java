package io.tributary.lab.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.ServiceException;
import io.tributary.http.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Tests and single markers that are ordered together.
 *
 * @param addOn empty when only tests are ordered
 */
public record OrderSet(List<UUID> labTestIds, Optional<AddOn> addOn, Optional<UUID> labAccountId) {
  private static final int MAX_ITEMS = 100;

  public OrderSet {
    labTestIds = List.copyOf(labTestIds);
  }

  /** Markers ordered in addition to the tests, by ID or by the lab's codes. */
  public record AddOn(List<Integer> markerIds, List<String> providerIds) {
    public AddOn {
      markerIds = List.copyOf(markerIds);
      providerIds = List.copyOf(providerIds);
    }
  }

  /**
   * Reads an order set from a body. Format errors are reported with their fields; {@link #check}
   * applies the remaining rules.
   */
  public static OrderSet read(JsonFields f) {
    return new OrderSet(
        f.uuids("lab_test_ids", MAX_ITEMS).orElse(List.of()),
        f.object("add_on")
            .map(
                a ->
                    new AddOn(
                        integers(a, "marker_ids", MAX_ITEMS).orElse(List.of()),
                        a.texts("provider_ids", MAX_ITEMS, 100).orElse(List.of()))),
        f.uuid("lab_account_id"));
  }

  /** Returns whether the set contains neither tests nor markers. */
  public boolean isEmpty() {
    return labTestIds.isEmpty() && addOn.isEmpty();
  }

  /**
   * Applies the rules that need no catalogue, except those about collection methods; fails with
   * 400.
   */
  public void check() {
    if (addOn.isPresent()) {
      AddOn a = addOn.get();
      if (a.markerIds().isEmpty() && a.providerIds().isEmpty()) {
        throw ServiceException.badRequest("marker_ids or provider_ids must be set in add_on");
      }
      if (!a.markerIds().isEmpty() && !a.providerIds().isEmpty()) {
        throw ServiceException.badRequest("cannot set both marker_ids and provider_ids in add_on");
      }
    } else if (isEmpty()) {
      throw ServiceException.badRequest(
          "the order set is empty: lab_test_ids or add_on must be set");
    }
  }

  static Optional<List<Integer>> integers(JsonFields f, String name, int most) {
    Optional<JsonNode> raw = f.raw(name);
    if (raw.isEmpty()) {
      return Optional.empty();
    }
    if (!raw.get().isArray()) {
      return f.addError(name, "Input should be a valid list", "list_type");
    }
    if (raw.get().size() > most) {
      return f.addError(name, "List should have at most " + most + " items", "too_long");
    }
    List<Integer> out = new ArrayList<>();
    for (JsonNode n : raw.get()) {
      if (!n.isIntegralNumber() || !n.canConvertToInt()) {
        return f.addError(name, "Input should be a list of integers", "int_type");
      }
      out.add(n.intValue());
    }
    return Optional.of(List.copyOf(out));
  }
}
