package io.tributary.fhir;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A search for observations of one user.
 *
 * @param codes each list must be met by one of its tokens
 * @param categories likewise
 * @param count most observations of the page
 * @param after position of the last observation of the page before; empty = the first page
 * @param filters what a cursor belongs to
 * @param query the parameters as understood, without cursor, ready for a URL
 */
record ObservationSearch(
    UUID user,
    When when,
    List<List<Token>> codes,
    List<List<Token>> categories,
    int count,
    Optional<List<String>> after,
    List<String> filters,
    String query) {

  boolean takes(Observation o, Urls urls) {
    return takesCodes(o.codes(), urls) && takesCategory(List.of(o.category()));
  }

  /** Whether something with some of these codes can be wanted. */
  boolean takesCodes(Collection<Coding> given, Urls urls) {
    return codes.stream()
        .allMatch(
            any ->
                any.stream()
                    .anyMatch(t -> given.stream().anyMatch(c -> t.fits(urls.system(c), c.code()))));
  }

  boolean takesCategory(Collection<Category> given) {
    return categories.stream()
        .allMatch(
            any ->
                any.stream()
                    .anyMatch(
                        t -> given.stream().anyMatch(c -> t.fits(Category.SYSTEM, c.code()))));
  }
}
