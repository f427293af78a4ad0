package io.tributary.lab.catalogue;

import io.tributary.core.ServiceException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Resolves lab codes to markers. Labs assign codes independently, so the same code may exist at
 * several labs.
 */
final class LabCodeResolver {
  private LabCodeResolver() {}

  /**
   * Returns the markers with these codes at the one lab that has all of them.
   *
   * @param found all markers with one of the codes
   * @param labs labs to consider; empty = all
   */
  static List<Marker> resolve(
      Collection<Marker> found, Collection<String> codes, Collection<Integer> labs) {
    Set<String> wanted = new LinkedHashSet<>(codes);
    Map<Integer, List<Marker>> byLab =
        found.stream()
            .filter(m -> wanted.contains(m.providerId()))
            .filter(m -> labs.isEmpty() || labs.contains(m.labId()))
            .collect(Collectors.groupingBy(Marker::labId, TreeMap::new, Collectors.toList()));
    List<List<Marker>> whole =
        byLab.values().stream().filter(list -> list.size() == wanted.size()).toList();
    if (whole.size() == 1) {
      return whole.getFirst();
    }
    if (whole.size() > 1) {
      throw ServiceException.badRequest("several labs have these provider_ids: set lab_slug");
    }
    Set<String> known =
        byLab.values().stream()
            .flatMap(List::stream)
            .map(Marker::providerId)
            .collect(Collectors.toSet());
    List<String> unknown = wanted.stream().filter(c -> !known.contains(c)).toList();
    throw ServiceException.badRequest(
        unknown.isEmpty()
            ? "no lab has all of the provider_ids"
            : "unknown provider_ids: " + String.join(", ", unknown));
  }
}
