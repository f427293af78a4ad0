package io.tributary.fhir;

import io.tributary.http.RequestContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Search for observations of one user or with given IDs.
 *
 * @param user empty only if IDs are given
 * @param ids empty for any
 * @param codes each list must match with at least one of its tokens
 * @param categories likewise
 * @param statuses likewise
 */
public record ObservationSearch(
    Optional<UUID> user,
    Set<String> ids,
    DateRangeFilter when,
    List<List<TokenParameter>> codes,
    List<List<TokenParameter>> categories,
    List<List<TokenParameter>> statuses,
    Paging paging) {
  /** HL7 code system of observation statuses. */
  public static final String STATUSES = "http://hl7.org/fhir/observation-status";

  private static final List<String> OWN = List.of("date", "code", "category", "status");

  /**
   * @param count default page size
   * @param most maximum page size
   */
  static ObservationSearch read(RequestContext call, int count, int most) {
    SearchParameters in = new SearchParameters(call, OWN);
    Set<String> ids = in.ids();
    Optional<UUID> user = ids.isEmpty() ? Optional.of(in.patient("observations")) : in.patient();
    DateRangeFilter when = in.date("date");
    if (!ids.isEmpty() && !when.equals(DateRangeFilter.ALWAYS)) {
      in.fault("date", "not supported with _id");
    }
    return new ObservationSearch(
        user,
        ids,
        when,
        in.tokens("code"),
        in.tokens("category"),
        in.tokens("status"),
        in.paging(count, most));
  }

  /** Returns a search for a single ID. */
  static ObservationSearch of(String id) {
    return new ObservationSearch(
        Optional.empty(),
        Set.of(id),
        DateRangeFilter.ALWAYS,
        List.of(),
        List.of(),
        List.of(),
        new Paging(1, Optional.empty(), List.of(), ""));
  }

  boolean matches(Observation o, FhirBaseUrl urls) {
    return mayMatchCodes(o.codes(), urls)
        && mayMatchCategory(List.of(o.category()))
        && mayMatchStatus("final");
  }

  boolean mayMatchCodes(Collection<Coding> given, FhirBaseUrl urls) {
    return mayMatchCodes(given.stream().map(c -> new Code(urls.system(c), c.code())).toList());
  }

  /** Returns whether an observation with some of these codes may match. */
  public boolean mayMatchCodes(Collection<Code> given) {
    return TokenParameter.allMatch(codes, given);
  }

  /** Returns whether an observation of some of these categories may match. */
  public boolean mayMatchCategory(Collection<Category> given) {
    return TokenParameter.allMatch(
        categories, given.stream().map(c -> new Code(Category.SYSTEM, c.code())).toList());
  }

  /** Returns whether an observation with this status may match. */
  public boolean mayMatchStatus(String status) {
    return TokenParameter.allMatch(statuses, List.of(new Code(STATUSES, status)));
  }
}
